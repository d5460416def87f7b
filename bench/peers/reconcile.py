"""Tie-out and period statement as a data analyst would write them with pandas: the whole tables at once, columns instead of rows.

Exact: amounts are Decimal, with room for every digit. Only what differs as text is looked at as a number. Reads the same narrow columns
as the console, from the same SQLite file or from CSV files of the same columns, whichever it is told to.

    python3 reconcile.py sql MIRROR.DB FROM TO        python3 reconcile.py csv FOLDER FROM TO

    python3 reconcile.py export MIRROR.DB FOLDER

FROM and TO are keys of the bounds. Prints one line of JSON: seconds by part, and every figure. Not timed: starting Python and pandas.
"""

import decimal
import json
import sqlite3
import sys
import time
from collections import defaultdict
from decimal import Decimal

import pandas as pd

decimal.getcontext().prec = 200

INVOICES = """SELECT i.currency, i.status, i.amount, i.settled_amount_usdt AS settled, i.is_adjusted AS adjusted, i.created_at_key AS created,
  i.finished_at_key AS finished, i.deliveries_read, i.missing_since, i.first_seen_at, i.as_of,
  t.unreadable, t.delivery_uuid AS told_uuid, t.delivered_at AS told_at, t.event AS told_event, t.status AS told_status,
  t.credited_usdt AS credited, t.adjusted AS told_adjusted,
  substr(t.read_at, 1, 19) < substr(i.last_changed_at, 1, 19) AS told_older,
  CASE WHEN i.is_adjusted = 1 THEN json_extract(r.record, '$.adjustment.expected_amount_fiat') END AS expected_fiat,
  CASE WHEN i.is_adjusted = 1 THEN json_extract(r.record, '$.adjustment.actual_amount_fiat') END AS actual_fiat,
  CASE WHEN i.is_adjusted = 1 THEN json_extract(r.record, '$.adjustment.expected_amount_usdt') END AS expected_usdt,
  CASE WHEN i.is_adjusted = 1 THEN json_extract(r.record, '$.adjustment.actual_amount_usdt') END AS actual_usdt
FROM invoices AS i LEFT JOIN told AS t ON t.id = i.id LEFT JOIN invoice_records AS r ON r.id = i.id AND i.is_adjusted = 1"""

WITHDRAWALS = """SELECT token, status, amount, network_commission AS commission, amount_to_send AS sent, created_at_key AS created,
  processed_at_key AS processed, trim(ifnull(tx_hash, '')) = '' AND unixepoch(as_of) - unixepoch(ifnull(processed_at, last_changed_at)) >= 600 AS no_hash, json_extract(record, '$.balance_type') AS balance_type, json_extract(record, '$.actor') AS actor,
  missing_since, as_of FROM withdrawals"""

KNOWN_INVOICE = ["pending", "success", "fail", "expired", "canceled"]


def read(source, place):
    if source == "csv":
        # Everything is text; few different words are kept as a category.
        kinds = defaultdict(lambda: "str", dict.fromkeys(["currency", "status", "told_event", "told_status"], "category"))
        return tuple(pd.read_csv(f"{place}/{name}.csv", dtype=kinds) for name in ("invoices", "withdrawals"))
    database = sqlite3.connect(f"file:{place}?mode=ro", uri=True)
    return pd.read_sql(INVOICES, database), pd.read_sql(WITHDRAWALS, database)


def exact(column):
    """Decimals of a column without gaps."""
    return column.map(Decimal)


def total(column):
    return sum(column, Decimal(0))


def text(amount):
    return format(amount, "f")


def flag(column):
    """0 and 1, which are numbers from SQL and text from CSV."""
    return pd.to_numeric(column) == 1


def statement(invoices, withdrawals, start, end):
    figures = {}
    success = invoices[invoices["status"] == "success"]
    dated = success[(success["finished"] >= start) & (success["finished"] < end)]
    undated = success[success["finished"].isna()]
    unknown = invoices[~invoices["status"].isin(KNOWN_INVOICE)]
    unknown = unknown[~(unknown["created"] >= end)]
    credits = dated[dated["settled"].notna()]
    values = exact(credits["settled"])
    by_currency = values.groupby(credits["currency"].astype("str")).agg(["sum", "count"])
    readings = []

    def line(token, kind, rows, amounts):
        key = f"{'null' if token is None else token} {kind}"
        figures[f"{key} count"] = len(rows)
        figures[f"{key} not shown"] = int(rows["missing_since"].notna().sum())
        figures[f"{key} amount"] = text(amounts if isinstance(amounts, Decimal) else total(exact(amounts.dropna())))
        if len(rows) > 0:
            readings.append(rows["as_of"].min())

    credited = total(by_currency["sum"])
    line("USDT", "credits", credits, credited)
    line("USDT", "credits-without-amount", dated[dated["settled"].isna()], Decimal(0))
    line("USDT", "credits-without-date", undated, undated["settled"])
    line("USDT", "credits-unknown-status", unknown, unknown["settled"])
    for currency, row in by_currency.iterrows():
        figures[f"credits {currency}"] = [int(row["count"]), text(row["sum"])]

    w = withdrawals
    before = w["created"] < end
    final = w["status"].isin(["approved", "rejected"])
    within = (w["processed"] >= start) & (w["processed"] < end)
    later = final & (w["processed"] >= end)
    lines = {
        "withdrawals": (w["status"] == "approved") & within,
        "withdrawals-without-date": (w["status"] == "approved") & w["processed"].isna(),
        "reserved-pending": (w["status"] == "pending") & before,
        "reserved-processed-later": later & before,
        "reserved-without-date": ((w["status"] == "pending") | later) & w["created"].isna(),
        "rejected": (w["status"] == "rejected") & within,
        "rejected-without-date": (w["status"] == "rejected") & w["processed"].isna(),
        "unknown-status": ~final & (w["status"] != "pending") & ~(w["created"] >= end),
    }
    in_any = pd.concat(lines, axis=1).any(axis=1)
    tokens = ["USDT"] + sorted(set(w["token"][in_any].dropna()) - {"USDT"})
    if w["token"][in_any].isna().any():
        tokens.append(None)
    for token in tokens:
        name = "null" if token is None else token
        of_token = w["token"].isna() if token is None else w["token"] == token
        for kind, mask in lines.items():
            rows = w[mask & of_token]
            line(token, kind, rows, rows["amount"])
        rows = w[lines["withdrawals"] & of_token]
        for (balance, actor), group in rows.groupby(["balance_type", "actor"], dropna=False):
            told = group[group["commission"].notna() & group["sent"].notna()]
            key = json.dumps([None if pd.isna(balance) else balance, None if pd.isna(actor) else actor])
            sums = [text(total(exact(column))) for column in (group["amount"], told["commission"], told["sent"])]
            figures[f"{name} balance {key}"] = [len(group), len(group) - len(told), *sums]
        paid_out = Decimal(figures[f"{name} withdrawals amount"])
        reserved = Decimal(figures[f"{name} reserved-pending amount"]) + Decimal(figures[f"{name} reserved-processed-later amount"])
        figures[f"{name} movement"] = text((credited if token == "USDT" else Decimal(0)) - paid_out)
        figures[f"{name} reserved"] = text(reserved)
    figures["oldest reading"] = min(readings)
    return figures


def tie_out(invoices, withdrawals, start, end):
    figures = {}
    success = invoices[(invoices["status"] == "success") & (invoices["finished"] >= start) & (invoices["finished"] < end)]
    adjusted = flag(success["adjusted"])
    no_adjustment = adjusted & success["expected_fiat"].isna()
    no_settled = success["settled"].isna()
    read_once = flag(success["deliveries_read"])
    unreadable = pd.to_numeric(success["unreadable"]).fillna(0) > 0
    delivered = read_once & ~unreadable & success["told_uuid"].notna()
    ordered = exact(success["amount"])
    settled = exact(success["settled"].fillna("0"))
    # Only what is another text can be another amount.
    differs = delivered & success["credited"].notna() & ~no_settled & (success["credited"] != success["settled"])
    credited = settled.copy()
    credited[differs] = exact(success["credited"][differs])
    differs[differs] = credited[differs] != settled[differs]
    other = delivered & (
        (success["told_event"].notna() & (success["told_event"] != "invoice.paid"))
        | (success["told_status"].notna() & (success["told_status"] != "success"))
    )
    # What does not agree counts only where neither side was read before the other one came to be.
    apart = delivered & (other | differs | success["credited"].isna() | no_settled)
    of = success[apart]
    record_older = apart.copy()
    record_older[apart] = of["told_at"].notna() & (of["told_at"].str[:19] >= of["as_of"].str[:19])
    told_older = apart & ~record_older & flag(success["told_older"])
    is_told = delivered & ~record_older & ~told_older
    no_credited = is_told & success["credited"].isna()
    none = no_settled | no_adjustment | no_credited
    three = is_told & ~none
    two = ~is_told & ~none
    figures["untold webhook-not-read"] = int((two & ~read_once).sum())
    figures["untold webhook-unreadable"] = int((two & read_once & unreadable).sum())
    figures["untold nothing-delivered"] = int((two & read_once & ~unreadable & ~delivered).sum())
    figures["untold record-older-than-webhook"] = int((two & record_older).sum())
    figures["untold webhook-older-than-record"] = int((two & told_older).sum())
    figures["missing settled_amount_usdt"] = int(no_settled.sum())
    figures["missing adjustment"] = int(no_adjustment.sum())
    figures["missing credited_usdt"] = int(no_credited.sum())

    paid = ordered.where(~adjusted, other=exact(success["actual_fiat"].fillna("0")))
    zero = Decimal(0)
    columns = pd.DataFrame(
        {
            "ordered": ordered,
            "paid": paid.where(~no_adjustment, zero),
            "settled": settled,
            "credited": credited.where(three, zero),
            "settled of credited": settled.where(three, zero),
        }
    )
    counts = pd.DataFrame({"three": three, "two": two, "none": none, "paid missing": no_adjustment, "settled missing": no_settled})
    currency = success["currency"].astype("str")
    sums = columns.groupby(currency).sum()
    numbers = counts.groupby(currency).sum()
    for code in sums.index:
        for name in columns.columns:
            figures[f"{code} {name}"] = text(sums.at[code, name])
        for name in counts.columns:
            figures[f"{code} {name}"] = int(numbers.at[code, name])

    def found(kind, unit, mask, deltas):
        if mask.any():
            figures[f"{kind} {unit}"] = [int(mask.sum()), None if deltas is None else text(total(deltas))]

    corrected = adjusted & ~no_adjustment
    of = success[corrected]
    expected_usdt, actual_usdt = exact(of["expected_usdt"]), exact(of["actual_usdt"])
    found("adjusted", "USDT", corrected, actual_usdt - expected_usdt)
    found("adjusted", "null", no_adjustment, None)
    found("adjustment-missing", "null", no_adjustment, None)
    fiat = ordered[corrected] - exact(of["expected_fiat"])
    for code in sorted(set(currency[corrected])):
        mask = (fiat != 0) & (currency[corrected] == code)
        found("ordered-differs", code, mask, fiat[mask])
    usdt = settled[corrected] - actual_usdt
    mask = (usdt != 0) & ~no_settled[corrected]
    found("settled-differs", "USDT", mask, usdt[mask])
    found("settled-missing", "null", no_settled, None)
    known = is_told & success["credited"].notna() & ~no_settled
    judged = is_told & (other | ~known | differs)
    told_adjusted = pd.to_numeric(success["told_adjusted"])
    older = known & adjusted & (told_adjusted != 1) & ~(success["told_at"] >= success["first_seen_at"])
    stale = judged & ~other & ((adjusted & (told_adjusted == 0)) | older)
    kinds = {"credited-differs": judged & known & ~stale & ~other, "stale-receiver": stale, "told-other-end": judged & other}
    for kind, mask in kinds.items():
        with_delta = mask & known
        found(kind, "USDT", with_delta, credited[with_delta] - settled[with_delta])
        found(kind, "null", mask & ~known, None)

    w = withdrawals[(withdrawals["created"] >= start) & (withdrawals["created"] < end)]
    complete = w["commission"].notna() & w["sent"].notna()
    of = w[complete]
    left = exact(of["amount"]) - exact(of["commission"]) - exact(of["sent"])
    figures["withdrawals"] = [len(w), int((left == 0).sum()), int((left != 0).sum()), int((~complete).sum())]
    for token in [*sorted(set(of["token"].dropna())), None]:
        mask = (left != 0) & (of["token"].isna() if token is None else of["token"] == token)
        found("sent-differs", "null" if token is None else token, mask, left[mask])
    found("processed-missing", "null", (w["status"] == "approved") & w["processed"].isna(), None)
    found("hash-missing", "null", (w["status"] == "approved") & flag(w["no_hash"]), None)
    figures["oldest reading"] = min(success["as_of"].min(), w["as_of"].min())
    return figures


def export(place, folder):
    for name, frame in zip(["invoices", "withdrawals"], read("sql", place)):
        frame.to_csv(f"{folder}/{name}.csv", index=False)


def main():
    if sys.argv[1] == "export":
        export(sys.argv[2], sys.argv[3])
        return
    source, place, start, end = sys.argv[1:5]
    begun = time.perf_counter()
    invoices, withdrawals = read(source, place)
    at_read = time.perf_counter()
    said = statement(invoices, withdrawals, start, end)
    at_statement = time.perf_counter()
    tied = tie_out(invoices, withdrawals, start, end)
    at_end = time.perf_counter()
    seconds = {"read": at_read - begun, "statement": at_statement - at_read, "tieOut": at_end - at_statement, "all": at_end - begun}
    print(json.dumps({"pandas": pd.__version__, "seconds": seconds, "statement": said, "tieOut": tied}))


main()
