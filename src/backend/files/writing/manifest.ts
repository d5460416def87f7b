// The manifest of an exported file: what it is, of when, by which filter, with which sums, and the digest by which anybody can tell that it is still
// the same file. Written beside it as JSON; a workbook has it as its second sheet, too.
import type { CsvDialect } from '../../../domain/kernel/text/spreadsheet-text.ts';
import { isFields } from '../../../domain/kernel/fields.ts';
import { writeWholeNow } from '../../whole-file.ts';
import type { FileFacts } from './partial-file.ts';
import type { Totals } from './table.ts';
import type { SecondCell, SecondSheet } from './workbook/workbook.ts';
import { CELL_DIGITS, SOUND_SUM } from './workbook/cell.ts';

/** How far a list of the mirror was proved whole when the file was written. `certified` is the only word for whole. */
export interface ListProof {
  readonly list: string;
  readonly certificate: string;
  /** The server's time of the certificate; null before the first. */
  readonly asOf: string | null;
  readonly seen: number;
  readonly total: number | null;
}

/** The close whose figures an export holds. */
export interface LockedBy {
  readonly closeId: string;
  /** The server's time. */
  readonly closedAt: string;
  /** The form that it was locked in (docs/close-format.md). */
  readonly form: number;
  readonly sha256: string;
}

/** What an export knows of its rows, besides the rows. */
export interface Provenance {
  /** Of a closed period; `lists`, `oldestReading` and `coverage` are then those of the close. Absent: they are those of the export. */
  readonly locked?: LockedBy | undefined;
  readonly lists: readonly ListProof[];
  /** The oldest reading among the rows, server's time; null where rows have none. */
  readonly oldestReading: string | null;
  /** Sentences about what is in it and what cannot be: estimates, coverage, records that could not be read. */
  readonly notes: readonly string[];
  /** Counts of a report's coverage by their names; absent where it has none. */
  readonly coverage?: Readonly<Record<string, number>> | undefined;
}

/** What the console knows before the first row. */
export interface About {
  readonly what: string;
  readonly profile: { readonly name: string; readonly origin: string; readonly sandbox: boolean };
  readonly consoleVersion: string;
  /** When the export began, on this computer's clock. */
  readonly exportedAt: string;
}

export interface Manifest extends About, Provenance {
  readonly file: { readonly name: string; readonly format: 'csv' | 'xlsx' | 'text' | 'zip' } & FileFacts;
  readonly timeZone: string;
  /** Of a CSV for which another than the plain one was asked: how its cells are parted and its amounts written. Sums here are plain. */
  readonly dialect?: CsvDialect | undefined;
  readonly selection: {
    readonly filter: unknown;
    readonly sort: unknown;
    readonly filterInWords: string;
    readonly sortInWords: string;
  };
  readonly columns: readonly string[];
  readonly rows: number;
  /** As in the file, a line a unit. */
  readonly totals: readonly TotalsLine[];
}

interface TotalsLine {
  readonly label: string;
  readonly cells: Readonly<Record<string, string | null>>;
}

/** Whose they are and what they are, in one. */
export function totalsLine({ label, of, sums }: Totals): TotalsLine {
  return { label, cells: { ...of, ...sums } };
}

/** What is added to a file's name for its manifest. */
export const MANIFEST_ENDING = '.manifest.json';

/** Writes it beside the file, in a folder of the console's. Throws the system's error, and then leaves none. */
export function writeManifest(path: string, manifest: Manifest): void {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  writeWholeNow(`${path}${MANIFEST_ENDING}`, text, { folder: 'ours', mode: 0o600, isDurable: true });
}

const ROUNDING =
  `A spreadsheet keeps ${CELL_DIGITS} digits of a number. Where an amount has more, its cell is rounded to them, and the whole amount stands beside ` +
  `it, in the column “(exact)”. A sum of such a column is right to the cent while its amounts add up to less than ${SOUND_SUM} without their signs.`;
const DATES = 'A date has no time zone of its own: the head of its column names it. To the millisecond.';

/** The second sheet of a workbook: the same, but for the digest of the file that it is in, and the totals as numbers, a line each. */
export function secondSheet(manifest: Omit<Manifest, 'file' | 'totals'>, totals: readonly Totals[]): SecondSheet {
  const { profile, selection } = manifest;
  return [
    line('What', manifest.what),
    line('Profile', `${profile.sandbox ? 'SANDBOX: ' : ''}${profile.name} (${profile.origin})`),
    line('Exported at (UTC)', manifest.exportedAt, 'instant'),
    line('Console version', manifest.consoleVersion),
    line('Times', manifest.timeZone === 'UTC' ? 'UTC' : `UTC and ${manifest.timeZone}`),
    line('Filter', selection.filterInWords),
    line('Sort', selection.sortInWords),
    line('Rows', String(manifest.rows), 'number'),
    ...lockedInWords(manifest.locked),
    ...manifest.lists.map((proof) => line(`List of ${proof.list}`, proofInWords(proof))),
    line('Oldest reading (UTC)', manifest.oldestReading ?? 'none', 'instant'),
    ...Object.entries(manifest.coverage ?? {}).map(([name, count]) =>
      line(`Coverage: ${name}`, String(count), 'number'),
    ),
    ...manifest.notes.map((note) => line('Note', note)),
    line('Amounts', ROUNDING),
    line('Dates', DATES),
    line('Digest', 'The SHA-256 of this file stands in the manifest beside it.'),
    ...totalLines(totals),
  ];
}

function line(name: string, value: string, type: 'text' | 'number' | 'instant' = 'text'): readonly SecondCell[] {
  return [
    ['text', name],
    [type, value],
  ];
}

const TOTALS_HEAD = ['Totals', 'of', 'column', 'sum', 'sum (exact)'].map((title): SecondCell => ['text', title]);

/** A line a sum. They stand on this sheet alone, so that a column of the first one adds up to its rows and nothing else. */
function totalLines(totals: readonly Totals[]): SecondSheet {
  const lines = totals.flatMap(({ label, of, sums }) =>
    Object.entries(sums).flatMap(([title, sum]): SecondSheet => {
      if (sum === null) return [];
      return [
        [
          ['text', label],
          ['text', inWords(of)],
          ['text', title],
          ['amount', sum],
          ['text', sum],
        ],
      ];
    }),
  );
  return lines.length === 0 ? [] : [[], TOTALS_HEAD, ...lines];
}

function lockedInWords(locked: LockedBy | undefined): SecondSheet {
  if (locked === undefined) return [];
  const { closeId, closedAt, form, sha256 } = locked;
  return [
    line('Locked by close', closeId),
    line('Closed at (UTC)', closedAt, 'instant'),
    line('SHA-256 of the close', `${sha256} (form ${form})`),
  ];
}

/** How far a list was proved whole, as a phrase. */
export function proofInWords({ certificate, asOf, seen, total }: ListProof): string {
  const of = total === null ? '' : ` of ${total}`;
  return `${certificate}: ${seen}${of} seen${asOf === null ? '' : `, as of ${asOf}`}`;
}

function inWords(cells: Totals['of']): string {
  return Object.entries(cells)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

/** "createdFrom" → "created from", "payment_method" → "payment method". */
function nameInWords(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
}

function valueInWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueInWords).join(' or ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (!isFields(value)) return String(value);
  return Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([name, inner]) => `${nameInWords(name)} ${valueInWords(inner)}`)
    .join(' ');
}

/** "status: success or fail; created from: 2026-11-01". What is not narrowed is all. */
export function filterInWords(filter: unknown): string {
  if (!isFields(filter)) return 'all';
  const words = Object.entries(filter)
    .filter(([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) =>
      name === 'ids' && Array.isArray(value)
        ? `selected rows: ${value.length}`
        : `${nameInWords(name)}: ${valueInWords(value)}`,
    );
  return words.length === 0 ? 'all' : words.join('; ');
}

/** "amount, largest first; then uuid". */
export function sortInWords(sort: readonly { readonly by: string; readonly direction: 'asc' | 'desc' }[]): string {
  if (sort.length === 0) return 'the order of the list on screen when nothing is chosen';
  return sort
    .map(({ by, direction }) => `${nameInWords(by)} ${direction === 'asc' ? 'ascending' : 'descending'}`)
    .join('; then ');
}
