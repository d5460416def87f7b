"""The peer of the pack: the invoices alone, eight columns out of the same file, through csv and zipfile of Python, no sums, no guard."""
import csv
import io
import json
import sqlite3
import sys
import time
import zipfile

mirror, target = sys.argv[1:]
COLUMNS = "uuid, external_id, status, currency, amount, settled_amount_usdt, created_at, finished_at"
started, rows = time.perf_counter(), 0
with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as archive:
    with archive.open("invoices.csv", "w", force_zip64=True) as raw, io.TextIOWrapper(raw, "utf-8", newline="") as text:
        table = csv.writer(text)
        table.writerow(COLUMNS.split(", "))
        for row in sqlite3.connect(f"file:{mirror}?mode=ro", uri=True).execute(f"SELECT {COLUMNS} FROM invoices"):
            table.writerow(row)
            rows += 1
print(json.dumps({"rows": rows, "seconds": time.perf_counter() - started}))
