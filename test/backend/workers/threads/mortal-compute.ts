/** A compute thread that carries jobs out as the real one does, but for months of long ago: of 1901 it dies, of 1902 it says that it has begun and hangs, of 1903 it fills its heap. */
import { parentPort } from 'node:worker_threads';
import type { ComputeMessage, ComputeStart } from '../../../../src/backend/workers/threads/compute-messages.ts';
import { programEntry } from '../../../support/programs.ts';

parentPort?.on('message', ({ job }: ComputeStart) => {
  const year = job.kind === 'statement' ? job.period.from.slice(0, 4) : '';
  if (year === '1901') process.exit(1);
  if (year === '1902') {
    parentPort?.postMessage({ kind: 'progress', progress: { done: 0, total: 1 } } satisfies ComputeMessage, []);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
  if (year !== '1903') return;
  const held: object[] = [];
  for (;;) held.push({ of: Math.random(), and: [Math.random()] });
});
await import(programEntry('src/backend/workers/threads/compute').href);
