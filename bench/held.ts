/**
 * `npm run check:ratios`, a part of `npm test`: three small rows of the bench held against what they were when somebody looked at them last. Only what is
 * counted or is processor time beside a peer's of the same process is held, never a time; what is not within a quarter is measured again, since a busy
 * machine can only make it worse. Ends with 1 when it is worse each time. Not here: the rows.
 */
import { incremental } from './rows/incremental.ts';
import { quiet } from './rows/quiet.ts';
import { writer } from './rows/writer.ts';
import type { BenchRow } from './support/report.ts';

interface Held {
  readonly row: BenchRow;
  /** Invoices. */
  readonly size: number;
  /** Of these lines of the row the ratio that is on record. Whoever makes one better writes it down here; whoever makes one worse says why in the commit. */
  readonly ratios: Readonly<Record<string, number>>;
}

const ON_RECORD: readonly Held[] = [
  { row: quiet, size: 400, ratios: { 'calls of the store in a quiet hour': 5.8 } },
  { row: incremental, size: 10_000, ratios: { 'incremental after 1 %, created-desc': 0.07 } },
  { row: writer, size: 5000, ratios: { 'storing a page, first': 8, 'storing a page, unchanged, again': 2.5 } },
];
const MOST_TIMES = 1.25;
const ROUNDS = 3;
const SEED = 20_261_121;

/** The ratios of this run, by line. */
async function measured({ row, size }: Held): Promise<ReadonlyMap<string, number>> {
  const say = (text: string): boolean => process.stderr.write(`[${row.name}] ${text}\n`);
  const lines = await row.run({ size, clicks: 1, seed: SEED, folder: '', say });
  return new Map(lines.flatMap(({ what, held }) => (held === undefined ? [] : [[what, held]])));
}

/** The least of each in as many rounds as it takes to be within the limit. */
async function isHeld(held: Held): Promise<boolean> {
  const least = new Map<string, number>();
  const isWithin = ([what, ratio]: readonly [string, number]): boolean =>
    (least.get(what) ?? Number.POSITIVE_INFINITY) <= MOST_TIMES * ratio;
  const wanted = Object.entries(held.ratios);
  for (let round = 0; round < ROUNDS && !wanted.every(isWithin); round += 1) {
    for (const [what, ratio] of await measured(held)) least.set(what, Math.min(least.get(what) ?? ratio, ratio));
  }
  for (const [what, ratio] of wanted) {
    const verdict = isWithin([what, ratio]) ? 'held' : 'WORSE';
    process.stdout.write(`${verdict}: ${what}: ${least.get(what)?.toFixed(3)}, on record ${ratio}\n`);
  }
  return wanted.every(isWithin);
}

let isWorse = false;
for (const held of ON_RECORD) isWorse = !(await isHeld(held)) || isWorse;
if (isWorse) process.exitCode = 1;
