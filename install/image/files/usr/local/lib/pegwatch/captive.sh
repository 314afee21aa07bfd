#!/bin/sh
# Reads a request to its empty line, whatever it asks for, and leads to the table's page.
n=0
while [ $n -lt 100 ] && IFS= read -r line; do
  n=$((n + 1))
  [ -n "$(printf %s "$line" | tr -d '\r')" ] || break
done
printf 'HTTP/1.1 302 Found\r\nLocation: http://10.42.0.1:8080/\r\nCache-Control: no-store\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
