// The theme chosen on this device, set before anything is drawn.
(() => {
  const root = document.documentElement;
  const read = () => { try { return localStorage.getItem("theme"); } catch { return null; } };
  const keep = (theme) => { try { localStorage.setItem("theme", theme); } catch { /* private window: for this page only */ } };
  const set = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  set(read());
  document.addEventListener("DOMContentLoaded", () => {
    const picker = document.getElementById("theme");
    if (!picker) return;
    picker.value = root.dataset.theme || "auto";
    picker.addEventListener("change", () => { keep(picker.value); set(picker.value); });
  });
})();
