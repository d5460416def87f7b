/**
 * The manifest of an exported file: what it is, of when, by which filter, with which sums, and the digest by which anybody can tell that
 * it is still the same file. Written beside it as JSON; a workbook has it as its second sheet, too. Not here: what an export knows
 * (backend/workers).
 */
import { isFields } from '../../domain/fields.ts';
import { writeWholeNow } from '../whole-file.ts';
import type { FileFacts } from './partial-file.ts';
import type { Totals } from './table.ts';
import type { ManifestLine } from './workbook.ts';

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
  /** Of its canonical text. */
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
  readonly file: { readonly name: string; readonly format: 'csv' | 'xlsx' | 'text' } & FileFacts;
  readonly timeZone: string;
  readonly selection: {
    readonly filter: unknown;
    readonly sort: unknown;
    readonly filterInWords: string;
    readonly sortInWords: string;
  };
  readonly columns: readonly string[];
  readonly rows: number;
  /** As in the file, a line a unit. */
  readonly totals: readonly Totals[];
}

/** What is added to a file's name for its manifest. */
export const MANIFEST_ENDING = '.manifest.json';

/** Writes it beside the file, in a folder of the console's. Throws the system's error, and then leaves none. */
export function writeManifest(path: string, manifest: Manifest): void {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  writeWholeNow(`${path}${MANIFEST_ENDING}`, text, { folder: 'ours', mode: 0o600, isDurable: true });
}

/** The second sheet of a workbook: the same, but for the digest of the file that it is in. */
export function manifestLines(manifest: Omit<Manifest, 'file'>): readonly ManifestLine[] {
  const { profile, selection } = manifest;
  return [
    ['What', manifest.what],
    ['Profile', `${profile.sandbox ? 'SANDBOX: ' : ''}${profile.name} (${profile.origin})`],
    ['Exported at (UTC)', manifest.exportedAt],
    ['Console version', manifest.consoleVersion],
    ['Times', manifest.timeZone === 'UTC' ? 'UTC' : `UTC and ${manifest.timeZone}`],
    ['Filter', selection.filterInWords],
    ['Sort', selection.sortInWords],
    ['Rows', String(manifest.rows)],
    ...lockedInWords(manifest.locked),
    ...manifest.lists.map((proof): ManifestLine => [`List of ${proof.list}`, proofInWords(proof)]),
    ['Oldest reading (UTC)', manifest.oldestReading ?? 'none'],
    ...Object.entries(manifest.coverage ?? {}).map(
      ([name, count]): ManifestLine => [`Coverage: ${name}`, String(count)],
    ),
    ...manifest.totals.map(({ label, cells }): ManifestLine => [label, totalsInWords(cells)]),
    ...manifest.notes.map((note): ManifestLine => ['Note', note]),
    ['Digest', 'The SHA-256 of this file stands in the manifest beside it.'],
  ];
}

function lockedInWords(locked: LockedBy | undefined): readonly ManifestLine[] {
  if (locked === undefined) return [];
  const { closeId, closedAt, form, sha256 } = locked;
  return [
    ['Locked by close (UTC)', `${closeId}, ${closedAt}`],
    ['SHA-256 of the close', `${sha256} (form ${form})`],
  ];
}

function proofInWords({ certificate, asOf, seen, total }: ListProof): string {
  const of = total === null ? '' : ` of ${total}`;
  return `${certificate}: ${seen}${of} seen${asOf === null ? '' : `, as of ${asOf}`}`;
}

function totalsInWords(cells: Totals['cells']): string {
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
    .map(([name, value]) => `${nameInWords(name)}: ${valueInWords(value)}`);
  return words.length === 0 ? 'all' : words.join('; ');
}

/** "amount, largest first; then uuid". */
export function sortInWords(sort: readonly { readonly by: string; readonly direction: 'asc' | 'desc' }[]): string {
  if (sort.length === 0) return 'the order of the list on screen when nothing is chosen';
  return sort
    .map(({ by, direction }) => `${nameInWords(by)} ${direction === 'asc' ? 'ascending' : 'descending'}`)
    .join('; then ');
}
