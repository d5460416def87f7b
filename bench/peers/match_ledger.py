"""An order ledger against the invoices, as a data analyst would match them with pandas: whole tables at once, columns instead of rows.

Exact: what differs as text is compared as Decimal, and sums are Decimals. Lines that are no orders are kept apart and counted. Invoices come
from the same SQLite file as the console's, or from a CSV of the same columns that was written before.

    python3 match_ledger.py sql MIRROR.DB LEDGER.CSV        python3 match_ledger.py csv INVOICES.CSV LEDGER.CSV

    python3 match_ledger.py export MIRROR.DB INVOICES.CSV

Prints one line of JSON: seconds by part, and every figure. Not timed: starting Python and pandas.
"""

import contextlib
import decimal
import io
import json
import sqlite3
import sys
import time
from decimal import Decimal

import pandas as pd

decimal.getcontext().prec = 200

INVOICES = """SELECT i.uuid, i.external_id, i.amount, i.currency, i.status, i.finished_at_key AS finished,
  CASE WHEN i.is_adjusted = 1 THEN json_extract(r.record, '$.adjustment.actual_amount_fiat') END AS actual
  FROM invoices AS i LEFT JOIN invoice_records AS r ON r.id = i.id AND i.is_adjusted = 1"""

WORDS = {"shipped": "fulfilled", "delivered": "fulfilled", "open": "unfulfilled", "cancelled": "cancelled", "returned": "cancelled"}
TOLERANCES = {"EUR": Decimal("0.05"), "USD": Decimal("0.05"), "GBP": Decimal("0.05"), "PLN": Decimal("0.2")}
NO_MONEY = ["fail", "expired", "canceled"]


def read_invoices(source, place):
    if source == "csv":
        kinds = dict.fromkeys(["uuid", "external_id", "amount", "finished", "actual"], "str")
        return pd.read_csv(place, dtype={**kinds, "currency": "category", "status": "category"}, na_filter=False)
    database = sqlite3.connect(f"file:{place}?mode=ro", uri=True)
    return pd.read_sql(INVOICES, database)


def read_ledger(place):
    """The lines, and how many have too many cells; those are told on stderr alone."""
    said = io.StringIO()
    kinds = {name: "str" for name in ["Order", "Amount", "Date", "Customer", "Note"]}
    kinds.update({name: "category" for name in ["Currency", "Status", "Channel"]})
    with contextlib.redirect_stderr(said):
        ledger = pd.read_csv(place, dtype=kinds, na_filter=False, on_bad_lines="warn")
    return ledger, said.getvalue().count("Skipping line")


def valid(ledger):
    """Which lines are orders, and when each was made. A line that is too short has no channel."""
    when = pd.to_datetime(ledger["Date"], errors="coerce")
    number = pd.to_numeric(ledger["Amount"], errors="coerce")
    status = ledger["Status"].map(lambda word: WORDS.get(word.lower(), "")).astype("category")
    good = (ledger["Order"] != "") & (number >= 0) & when.notna() & (ledger["Currency"] != "") & (status != "")
    return good & (ledger["Channel"] != ""), when, status


def match(invoices, ledger):
    figures = {}
    good, when, status = valid(ledger)
    figures["rejected"] = int((~good).sum())
    entries = pd.DataFrame(
        {
            "ident": ledger["Order"][good],
            "text": ledger["Amount"][good],
            "unit": ledger["Currency"][good].astype("str"),
            "status": status[good].astype("str"),
        }
    )
    amount = entries["text"].map(Decimal)
    sums = amount.groupby(entries["unit"]).agg(["count", "sum"])
    for unit, row in sums.iterrows():
        figures[f"sum {unit}"] = [int(row["count"]), format(row["sum"], "f")]
    again = entries["ident"].duplicated()
    figures["duplicate"] = int(again.sum())
    entries = entries[~again]
    amount = amount[~again]

    at = pd.Index(invoices["external_id"]).get_indexer(entries["ident"])
    rest = at < 0
    at[rest] = pd.Index(invoices["uuid"]).get_indexer(entries["ident"][rest].str.lower())
    known = at >= 0
    figures["missing-here"] = int((~known).sum())
    entries, amount, at = entries[known], amount[known], at[known]
    theirs = invoices.iloc[at]
    said = entries["status"].to_numpy()
    is_status = theirs["status"].astype("str").to_numpy()
    paid = is_status == "success"
    over = pd.Series(is_status).isin(NO_MONEY).to_numpy()
    fulfilled = said == "fulfilled"
    not_fulfilled = paid & ((said == "unfulfilled") | (said == "cancelled"))
    figures["paid-not-fulfilled"] = int(not_fulfilled.sum())
    figures["fulfilled-not-paid"] = int((~paid & fulfilled).sum())
    figures["expected"] = int((~paid & ~over & ~fulfilled).sum())
    compared = paid & ~not_fulfilled
    other = compared & (entries["unit"].to_numpy() != theirs["currency"].astype("str").to_numpy())
    figures["currency-differs"] = int(other.sum())
    # Only what is another text can be another amount.
    same = compared & ~other & (entries["text"].to_numpy() == theirs["amount"].to_numpy())
    left = compared & ~other & ~same
    matched = int(same.sum()) + int((over & ~fulfilled).sum())
    within = differs = 0
    for ours, ordered, actual, unit in zip(
        amount.to_numpy()[left], theirs["amount"].to_numpy()[left], theirs["actual"].to_numpy()[left], entries["unit"].to_numpy()[left]
    ):
        delta = abs(ours - Decimal(ordered))
        if actual:
            delta = min(delta, abs(ours - Decimal(actual)))
        if delta == 0:
            matched += 1
        elif delta <= TOLERANCES.get(unit, 0):
            within += 1
        else:
            differs += 1
    figures["matched"], figures["within-tolerance"], figures["amount-differs"] = matched, within, differs

    first, last = when[good].min().floor("D"), when[good].max().floor("D") + pd.Timedelta(days=1)
    missing = invoices["status"] == "success"
    missing &= (invoices["finished"] >= f"{first:%Y-%m-%d}T") & (invoices["finished"] < f"{last:%Y-%m-%d}T")
    missing.iloc[at] = False
    figures["missing there"] = int(missing.sum())
    return figures


def main():
    source, place, target = sys.argv[1:4]
    if source == "export":
        read_invoices("sql", place).to_csv(target, index=False)
        return
    begun = time.perf_counter()
    invoices = read_invoices(source, place)
    at_invoices = time.perf_counter()
    ledger, too_long = read_ledger(target)
    at_ledger = time.perf_counter()
    figures = match(invoices, ledger)
    figures["rejected"] += too_long
    at_end = time.perf_counter()
    seconds = {"invoices": at_invoices - begun, "ledger": at_ledger - at_invoices, "match": at_end - at_ledger, "all": at_end - begun}
    print(json.dumps({"pandas": pd.__version__, "seconds": seconds, "figures": figures}))


main()
