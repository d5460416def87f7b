/** Measures one large answer, or lists them all: `node test/regression/sync/large-answer-child.ts [NUMBER]`. A process for each, since memory is measured. */
import { spawnSync } from 'node:child_process';
import { costOf, LARGE_ANSWERS } from '../../support/files/large-answers.ts';

const MIB = 1024 * 1024;
const chosen = process.argv[2];
if (chosen === undefined) {
  for (const number of LARGE_ANSWERS.keys()) {
    const { stdout } = spawnSync(process.execPath, [import.meta.filename, String(number)], { encoding: 'utf8' });
    process.stdout.write(stdout);
  }
} else {
  const answer = LARGE_ANSWERS[Number(chosen)];
  if (answer === undefined) throw new Error('no such answer');
  // The body itself, as text and as bytes, is there before anything is measured.
  const small = LARGE_ANSWERS.at(-1);
  if (small !== undefined) await costOf(small);
  const before = process.memoryUsage.rss();
  const body = answer.body();
  const { longestTurnMs, turns, end } = await costOf({ ...answer, body: () => body });
  const peak = process.resourceUsage().maxRSS * 1024;
  const figures = `${longestTurnMs.toFixed(0)} ms, ${turns} turns, ${Math.round((peak - before) / MIB)} MiB more`;
  process.stdout.write(`${answer.name} (${(body.length / MIB).toFixed(1)} MiB): ${figures}, ${end}\n`);
}
