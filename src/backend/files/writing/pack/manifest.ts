// What a pack says of itself: its manifest, which the check script holds every file against, and its README.
import type { Period, PeriodBounds } from '../../../../domain/period/period.ts';
import type { AuditHead } from '../../../../domain/kernel/audit-chain.ts';
import { type About, type ListProof, proofInWords } from '../manifest.ts';
import type { FileFacts } from '../partial-file.ts';

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

/** A table of rows. */
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

/** What is known of the whole. */
export interface PackFacts extends About {
  readonly period: Period;
  readonly bounds: PeriodBounds;
  /** Of a closed period the close that holds. */
  readonly closeId: string | null;
  /** Whose certificates they are, and what they say. */
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
