// A pack in the making: tables that are summed while they are written, texts, and at the end the manifest that names them all.
import { guardText } from '../../../../domain/kernel/text/spreadsheet-text.ts';
import { isExactDecimal, MoneySum } from '../../../../domain/kernel/money/money.ts';
import { Archive } from '../archive.ts';
import { CsvFile } from '../csv.ts';
import type { FileFacts } from '../partial-file.ts';
import { type Cell, type Column, Layout } from '../table.ts';
import { SCHEMA_COLUMNS, schemaLine, type SchemaLine } from './schema.ts';
import type { Period, PeriodBounds } from '../../../../domain/period/period.ts';
import type { AuditHead } from '../../../../domain/kernel/audit-chain.ts';
import { type About, type ListProof, proofInWords } from '../manifest.ts';

export interface TableToPack {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rows: Iterable<readonly Cell[]>;
  /** Titles of the columns by which the amounts are summed; none: nothing is. */
  readonly by: readonly string[];
}

export class PackWriter {
  readonly #archive: Archive;
  readonly #isSandbox: boolean;
  readonly #step: () => void;
  readonly #files: PackFile[] = [];
  readonly #schema: SchemaLine[] = [];

  /** `step` is called after each row. Every method throws what it throws, and the system's error. */
  constructor(path: string, options: { readonly isSandbox: boolean; readonly step: () => void }) {
    this.#archive = new Archive(path);
    this.#isSandbox = options.isSandbox;
    this.#step = options.step;
  }

  get files(): readonly PackFile[] {
    return this.#files;
  }

  table(table: TableToPack): void {
    this.#say(table.name, table.columns);
    this.#write(table);
  }

  #layout(columns: readonly Column[]): Layout {
    return new Layout(columns, { isSandbox: this.#isSandbox, timeZone: 'UTC' });
  }

  #say(name: string, columns: readonly Column[]): void {
    for (const column of this.#layout(columns).columns) this.#schema.push(schemaLine(name, column));
  }

  #write({ name, columns, rows, by }: TableToPack): void {
    const layout = this.#layout(columns);
    const sums = new Sums(columns, by);
    const file = new CsvFile(this.#archive.entry(name), layout.columns);
    let count = 0;
    for (const cells of rows) {
      file.row(layout.row(cells));
      sums.add(cells);
      count += 1;
      this.#step();
    }
    this.#files.push({ name, ...file.finish(), rows: count, columns: file.titles, ...sums.told() });
  }

  /** A file that is no table; pieces in their order. `more` is what its manifest says besides. */
  text(name: string, pieces: Iterable<string>, more: Partial<PackClose> & Pick<PackFile, 'head'> = {}): PackFile {
    const entry = this.#archive.entry(name);
    for (const piece of pieces) entry.write(Buffer.from(piece, 'utf8'));
    const file = { name, ...entry.finish(), ...more };
    this.#files.push(file);
    return file;
  }

  /** A file that is neither. */
  bytes(name: string, bytes: Uint8Array): void {
    const entry = this.#archive.entry(name);
    entry.write(bytes);
    this.#files.push({ name, ...entry.finish() });
  }

  /** Schema, script, README and manifest, and the whole archive in its place. */
  finish(facts: PackFacts): FileFacts {
    // The table of what columns mean tells of its own, too.
    this.#say('schema.csv', SCHEMA_COLUMNS);
    const rows = this.#schema.map((line) => SCHEMA_COLUMNS.map(({ cell }) => cell(line)));
    this.#write({ name: 'schema.csv', columns: SCHEMA_COLUMNS, rows, by: [] });
    this.text('check.py', [CHECK_SCRIPT]);
    this.text('README.txt', [packReadme(facts, this.#files)]);
    const manifest = packManifest(facts, this.#files);
    const { sha256 } = this.#archive.text('manifest.json', manifest);
    this.#archive.text('manifest.sha256', `${sha256}  manifest.json\n`);
    return this.#archive.finish();
  }

  abandon(): void {
    this.#archive.abandon();
  }
}

/** The exact sums of a table's amounts, group by group. */
class Sums {
  readonly #by: readonly string[];
  readonly #places: readonly number[];
  readonly #summed: readonly { readonly title: string; readonly at: number }[];
  readonly #groups = new Map<
    string,
    { rows: number; readonly of: readonly string[]; readonly sums: readonly MoneySum[] }
  >();

  constructor(columns: readonly Column[], by: readonly string[]) {
    this.#by = by;
    this.#places = by.map((title) => columns.findIndex((column) => column.title === title));
    const amounts = columns.flatMap(({ title, type }, at) => (type === 'amount' ? [{ title, at }] : []));
    this.#summed = by.length === 0 ? [] : amounts;
  }

  add(cells: readonly Cell[]): void {
    if (this.#summed.length === 0) return;
    const key = this.#places.map((at) => cells[at] ?? '').join('\u0000');
    const group = this.#groups.get(key) ?? this.#begin(key, cells);
    group.rows += 1;
    this.#summed.forEach(({ at }, index) => {
      const cell = cells[at];
      if (isExactDecimal(cell)) group.sums[index]?.add(cell);
    });
  }

  #begin(key: string, cells: readonly Cell[]) {
    const of = this.#places.map((at) => inFile(cells[at] ?? null));
    const group = { rows: 0, of, sums: this.#summed.map(() => new MoneySum()) };
    this.#groups.set(key, group);
    return group;
  }

  told(): Pick<PackTable, 'by' | 'summed' | 'sums'> {
    const groups = [...this.#groups.values()];
    const sums = this.#summed.flatMap(({ title }, index) =>
      groups.map(({ rows, of, sums: own }): PackSum => ({ column: title, of, rows, sum: own[index]?.total() ?? '0' })),
    );
    return { by: this.#by, summed: this.#summed.map(({ title }) => title), sums };
  }
}

/** A text as a reader of the file finds it: guarded, in whole characters, without the one that the script leaves out. */
function inFile(cell: Cell): string {
  const text = cell === null ? '' : guardText(String(cell));
  return Buffer.from(text, 'utf8').toString('utf8').replaceAll('\u0000', '');
}

// What a pack says of itself: its manifest, which the check script holds every file against, and its README.

/** A sum over the rows of a table that agree in its `by` columns. */
export interface PackSum {
  readonly column: string;
  /** What stands in the `by` columns, as in the file. */
  readonly of: readonly string[];
  /** Rows of the group; what is no plain number in the column is in no sum. */
  readonly rows: number;
  /** Exact. */
  readonly sum: string;
}

export interface PackTable {
  readonly rows: number;
  readonly columns: readonly string[];
  readonly by: readonly string[];
  readonly summed: readonly string[];
  readonly sums: readonly PackSum[];
}

export interface PackClose {
  readonly closeId: string;
  /** The SHA-256 that was locked. */
  readonly locked: string;
  readonly closedAt: string;
  /** No other close has taken its place. */
  readonly holds: boolean;
}

/** One file; a table, the text of a close and the chain of the audit log say more. */
export type PackFile = { readonly name: string } & FileFacts &
  Partial<PackTable> &
  Partial<PackClose> & {
    /** Of the chain: the hash of its last entry. */
    readonly head?: string | null;
  };

export interface PackFacts extends About {
  readonly period: Period;
  readonly bounds: PeriodBounds;
  readonly closeId: string | null;
  readonly proofs: readonly (ListProof & { readonly whose: string })[];
  readonly audit: AuditHead;
}

/** The first sentence of the pack: whether its lists were proved whole. */
export function provedWords({ proofs }: Pick<PackFacts, 'proofs'>): string {
  const lacking = proofs.filter((proof) => !isCertified(proof));
  if (lacking.length === 0)
    return 'PROVED WHOLE: the lists of invoices and withdrawals that this pack rests on were certified.';
  const lists = lacking.map((proof) => `${proof.list}, ${proof.whose}: ${proofInWords(proof)}`);
  return `NOT PROVED WHOLE: records may be missing from this pack (${lists.join('; ')}).`;
}

export function isProved({ proofs }: Pick<PackFacts, 'proofs'>): boolean {
  return proofs.every(isCertified);
}

function isCertified({ certificate }: ListProof): boolean {
  return certificate === 'certified';
}

/** Is it closed, and by which close? */
export function standingWords(
  { closeId }: Pick<PackFacts, 'closeId'>,
  files: readonly (Partial<PackClose> & Pick<PackFile, 'name'>)[],
): string {
  if (closeId === null) return 'NOT CLOSED: the figures of this period may still change.';
  const own = files.find((file) => file.closeId === closeId);
  return `Closed at ${own?.closedAt} (UTC); the close that holds is ${own?.name}, SHA-256 ${own?.locked}.`;
}

export function packManifest(facts: PackFacts, files: readonly PackFile[]): string {
  const { proofs, ...others } = facts;
  const told = {
    form: 'merchant-console-pack',
    version: 1,
    proved: provedWords(facts),
    standing: standingWords(facts, files),
    ...others,
    proofs,
    files,
  };
  return `${JSON.stringify(told, null, 1)}\n`;
}

/** What each kind of file is, for somebody who has never seen one. */
const CONTENTS = [
  ['statement.html', 'the statement of the period, to be read and printed; statement.csv has the same figures'],
  ['rows.csv', 'every row that the lines of the statement add up; of a closed period as it was locked'],
  ['reconciling-items.csv', 'what people wrote about a difference, with its evidence, and how it was cleared'],
  ['closes/', 'the text of each close, exactly the bytes that were hashed; what superseded another names it'],
  ['invoices.csv', 'invoices made or ended in the period, as the console had them when the pack was made'],
  ['withdrawals.csv', 'withdrawals made or processed in the period, likewise'],
  ['tie-out.csv', 'each paid invoice of the period, on how many sides it was compared, and what did not agree'],
  [
    'exceptions.csv',
    'what did not agree, and how it stands; exceptions-history.csv has what was done about it, and by whom',
  ],
  ['changes-after-close.csv', 'what the API has changed since in what was closed; closed figures never move'],
  ['audit-log.csv', 'who did what with the console; audit-chain.jsonl has the texts that its hashes are made of'],
  [
    'checklist.csv',
    'what people ticked of the steps of the month end, each word of it; the rest is in the other files',
  ],
  ['certificates.csv', 'how far each list was proved whole'],
  ['schema.csv', 'what each column of each table means, and in what it is'],
  ['manifest.json', 'each file with its SHA-256, its rows and its sums'],
  ['check.py', 'checks all of it with Python 3 alone'],
] as const;

export function packReadme(facts: PackFacts, files: readonly PackFile[]): string {
  const { profile, period, bounds, audit, exportedAt, consoleVersion } = facts;
  const lines = [
    provedWords(facts),
    standingWords(facts, files),
    '',
    `${profile.sandbox ? 'SANDBOX, a made-up business: ' : ''}${profile.name} (${profile.origin})`,
    `Days from ${period.from} on and before ${period.to}, ${period.timeZone}: ${bounds.from} to ${bounds.to} UTC`,
    `Made at ${exportedAt} (UTC) by Merchant Console ${consoleVersion}`,
    audit.sha256 === null
      ? 'The audit log has no entry yet.'
      : `The audit log has ${audit.entries} entries; the last has the hash ${audit.sha256}.`,
    '',
    'To check it, unpack it and run:  python3 check.py   (on Windows:  py check.py)',
    'It says what it checked, a line each, and ends with 0 when all agrees, else with 1 and the names of the files that do not.',
    'It needs no console and no network. That nobody wrote the whole anew, the SHA-256 of the archive tells: the console noted it in its audit log.',
    '',
    ...CONTENTS.map(([name, what]) => `${name.padEnd(24)} ${what}`),
    '',
    'Tables are CSV (RFC 4180, UTF-8) with a decimal point, times in UTC. An apostrophe before =, +, - or @ keeps a spreadsheet from running a text.',
    'A spreadsheet rounds long amounts when it opens them; the files do not.',
    files.some(({ name }) => name === 'statement.pdf')
      ? 'statement.pdf is statement.html as it was printed; where the two differ, the page holds.'
      : 'No statement.pdf: what made this pack prints none; statement.html prints as it is.',
    'No API key and no secret is in it. Which invoices a withdrawal paid cannot be known: the API has no link between the two.',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

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
