/** What a row of the bench says and how it is printed. Not here: the rows. */

/** One measured figure beside its peer or its limit. `met` is null where there is nothing to meet. */
export interface Line {
  readonly what: string;
  readonly ours: string;
  /** The peer of the same run, or the floor. */
  readonly beside: string;
  readonly ratio: string;
  readonly limit: string;
  readonly met: boolean | null;
  /** Where `ours` is a time that depends on the size, and what stands beside it another one. */
  readonly took?: { readonly ms: number; readonly peer?: { readonly name: string; readonly ms: number } };
  /** The ratio as a number, where a later run is held against it (held.ts). */
  readonly held?: number;
}

export interface RowOptions {
  /** Invoices of the server. */
  readonly size: number;
  /** Clicks of each kind. */
  readonly clicks: number;
  readonly seed: number;
  /** Where the data folders lie that are built once. */
  readonly folder: string;
  /** Says how far a row is; goes to stderr. */
  readonly say: (text: string) => void;
}

export interface BenchRow {
  readonly name: string;
  /** One sentence for the list of rows. */
  readonly about: string;
  readonly run: (options: RowOptions) => Promise<readonly Line[]>;
}

/** The lines as a Markdown table. */
export function table(lines: readonly Line[]): string {
  const head = ['', 'ours', 'beside', 'ratio', 'limit', ''];
  const verdict = ({ met }: Line): string => (met === null ? '' : met ? 'met' : 'MISSED');
  const rows = lines.map((line) => [line.what, line.ours, line.beside, line.ratio, line.limit, verdict(line)]);
  const text = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [text(head), text(head.map(() => '---')), ...rows.map(text)].join('\n');
}
