// What is being written while somebody ends the console, in a sentence that says what becomes of it. Pure. Reading,
// and what can be made again in seconds, is nothing to ask about.
import type { Job, Watched } from './watch-model.ts';

/** A sentence for each thing that is under way, the largest first; empty when nothing is. `creates`: invoices that are being made now. */
export function underWay(jobs: Watched['jobs'], creates: number): readonly string[] {
  const working = [...jobs.values()].map((all) =>
    all.filter(({ state }) => state === 'running' || state === 'waiting'),
  );
  const runs = working
    .flat()
    .filter(({ kind }) => kind === 'bulk-resend')
    .map(runSentence);
  const imports = working
    .flat()
    .filter(({ kind }) => kind === 'import')
    .map(importSentence);
  // What a run sends at the moment is a job too, and part of the run.
  const alone = working.filter((own) => !own.some(({ kind }) => kind === 'bulk-resend'));
  const single = alone.flat().filter(({ kind }) => kind === 'resend').length;
  return [...runs, ...imports, ...singleSentence(single), ...createSentence(creates)];
}

function runSentence({ done, total }: Job): string {
  const of = total === undefined ? '' : ` of ${total.toLocaleString('en-GB')}`;
  return `A resend run is under way: ${done.toLocaleString('en-GB')}${of}. It is kept and goes on at the next start.`;
}

/** An import that is not whole is none: what it has read so far is thrown away. */
function importSentence({ label }: Job): string {
  return `${label} is under way. It would be given up as a whole and can be begun again.`;
}

function singleSentence(count: number): readonly string[] {
  if (count === 0) return [];
  const what = count === 1 ? 'A webhook is' : `${count} webhooks are`;
  return [`${what} being sent again. The result is looked up at the next start; nothing is sent twice.`];
}

function createSentence(count: number): readonly string[] {
  if (count === 0) return [];
  const what = count === 1 ? 'An invoice is' : `${count} invoices are`;
  return [`${what} being created. The order is kept, and what came of it is looked up at the next start.`];
}
