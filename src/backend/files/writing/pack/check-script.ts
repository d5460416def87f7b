// The script that lies in every pack and checks it with plain Python, so that nobody has to trust this console for it (docs/pack.md). At most 60 lines.

export const CHECK_SCRIPT = String.raw`"""Checks this pack: python3 check.py [FOLDER]. Needs Python 3 alone; ends with 0 when all agrees, else with 1."""
import csv, functools, hashlib, json, pathlib, re, sys
from decimal import Context, Decimal, Inexact, setcontext
setcontext(Context(prec=5000, Emax=99999, Emin=-99999, traps=[Inexact]))  # Exact, or it stops.
csv.field_size_limit(2**31 - 1)
FOLDER = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent
NUMBER, NONE, wrong, chain = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?"), "\\N", [], {"0": "\\N"}
def say(is_right, name, words):
    print("ok    " if is_right else wrong.append(name) or "WRONG ", name + ":", words if is_right else "not so: " + words)
def lines(name): return open(FOLDER / name, "rb")
def sha256(parts):
    return functools.reduce(lambda digest, part: digest.update(part) or digest, parts, hashlib.sha256()).hexdigest()
def rows(name): return csv.DictReader(line.decode("utf-8-sig").replace("\0", "") for line in lines(name))
def add(sums, key, text):
    count, total = sums.get(key, (0, Decimal(0)))
    sums[key] = (count + 1, total + Decimal(text if NUMBER.fullmatch(text) else 0))
def check_table(name, told, count=0):
    sums = {}
    for count, row in enumerate(rows(name), 1):
        for title in told["summed"]: add(sums, (title, *(row[by] for by in told["by"])), row[title])
    stated = {(one["column"], *one["of"]): (one["rows"], Decimal(one["sum"])) for one in told["sums"]}
    say(count == told["rows"] and sums == stated, name, f"it has {count} rows, and {len(sums)} sums over them are right")
def check_chain(name, head):
    chain.update((row["place"], row["hash"]) for row in rows("audit-log.csv"))
    own = [None, *(sha256([line[:-1]]) for line in lines(name))]
    say(all(json.loads(line)[:2] == [own[at], at + 1] and own[at + 1] == chain.get(str(at + 1)) for at, line in
        enumerate(lines(name))) and own[-1] == head, name, f"each of {len(own) - 1} entries holds the hash before it")
def check_close(name, locked, kept):
    sums, heads, token = {}, {}, NONE
    for kind, *fields in (line.decode().rstrip("\n").split("\t") for line in lines(name)):
        if kind == "token": token = fields[0]
        if kind == "line" and fields[1] != "0": heads[fields[0], token] = (int(fields[1]), Decimal(fields[2]))
        if kind == "fact": add(sums, (fields[2], fields[3]), fields[4])
        if kind == "audit": say(chain.get(fields[0], fields[0]) == fields[1], name, "the audit log is the one of its day")
        if kind == "supersedes": say(fields[0] in [NONE, *kept], name, "the close that it supersedes is here, if any")
    say(sums == heads and sha256(lines(name)) == locked, name, "it is what was locked, and its facts add up to its lines")
def check_statement(name, behind, at={}):
    for row in rows(name): add(at, (re.sub("^difference: .*", "causes", row["figure"]), row["token"]), row["amount"])
    for token in sorted({token for _, token in at}):
        of = lambda figure: at.get((figure, token), (0, Decimal(0)))[1]
        say(all(of(one["of"][0]) == Decimal(one["sum"]) for one in behind if one["of"][1] == token)
            and of("movement") == of("credits") - of("withdrawals")
            and of("implied-closing") in (0, of("opening") + of("movement"))
            and (of("causes") in (0, of("difference")) or not of("typed-closing")), name,
            f"its lines of {token or 'no token'} are the sums of rows.csv, and its balances follow from them")
def check(files):
    found = {at.relative_to(FOLDER).as_posix() for at in FOLDER.rglob("*") if at.is_file() and at.name[0] != "."}
    for name in sorted(found - {*files, "manifest.json", "manifest.sha256"}): say(False, name, "it belongs to the pack")
    for name in files: say(name in found and sha256(lines(name)) == files[name]["sha256"], name, "it is as it was written")
    for name, told in () if wrong else files.items():
        if "summed" in told: check_table(name, told)
        if "head" in told: check_chain(name, told["head"])
        if "locked" in told: check_close(name, told["locked"], [one.get("locked") for one in files.values()])
    if not wrong: check_statement("statement.csv", [one for one in files["rows.csv"]["sums"] if one["column"] == "amount"])
try:
    seal = sha256(lines("manifest.json")) + "  manifest.json\n"
    say([*lines("manifest.sha256")] == [seal.encode()], "manifest.json", "its SHA-256 stands in manifest.sha256")
    check({told["name"]: told for told in json.loads(b"".join(lines("manifest.json")))["files"]})
except Exception as error: say(False, getattr(error, "filename", None) or "the pack", f"it can be read ({error!r})")
sys.exit("NOT as it was written: " + ", ".join(sorted(map(str, wrong))) if wrong else print("All of it agrees."))
`;
