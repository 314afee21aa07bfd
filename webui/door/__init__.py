"""Who may do what: accounts with PINs, the table's code, and what each browser has been let in as."""
