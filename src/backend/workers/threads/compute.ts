/** Entry of a compute thread: one job after the other, of each its progress and its result. */
import { getHeapStatistics } from 'node:v8';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { systemClock } from '../../system.ts';
import { awaitRoom, type ComputeMessage, type ComputeStart, type HandedOver, isCancelled } from './compute-messages.ts';
import { rehearseNext, runJob } from './compute-jobs.ts';
import { errorToData, MAX_MESSAGE_ROWS } from './protocol.ts';

/** Progress is shown to a person: more often than this is noise. */
const REPORT_EVERY_MS = 100;
/** Jobs that belong together follow each other sooner, and a person later. */
const REHEARSE_AFTER_MS = 100;

async function run(port: MessagePort, { dataFolder, job, flags, rows: toWriter }: ComputeStart): Promise<void> {
  const post = (message: ComputeMessage): void => port.postMessage(message, []);
  const handOver = (message: HandedOver): void => toWriter?.postMessage(message, []);
  let reportedAt = Number.NEGATIVE_INFINITY;
  let sent = 0;
  try {
    const result = await runJob(dataFolder, job, {
      isCancelled: () => isCancelled(flags),
      report: (progress) => {
        if (systemClock.monotonic() - reportedAt < REPORT_EVERY_MS) return;
        reportedAt = systemClock.monotonic();
        post({ kind: 'progress', progress });
      },
      deliver: (rows) => {
        awaitRoom(flags, sent);
        sent += 1;
        if (toWriter === undefined) post({ kind: 'batch', rows });
        else handOver({ kind: 'rows', rows });
      },
      mostRows: MAX_MESSAGE_ROWS,
    });
    handOver({ kind: 'end' });
    post({ kind: 'done', result, heapBytes: heapBytes() });
  } catch (error) {
    post({ kind: 'failed', error: errorToData(error), heapBytes: heapBytes() });
  } finally {
    toWriter?.close();
  }
}

function heapBytes(): number {
  const { total_heap_size: heap, external_memory: beside } = getHeapStatistics();
  return heap + beside;
}

if (parentPort === null) throw new Error('this file is the entry of a worker thread');
const port = parentPort;
let jobs = 0;
async function carriedOut(start: ComputeStart): Promise<void> {
  jobs += 1;
  const own = jobs;
  await run(port, start);
  await systemClock.sleep(REHEARSE_AFTER_MS);
  if (own === jobs) rehearseNext(start.dataFolder, start.job);
}
port.on('message', (start: ComputeStart) => {
  void carriedOut(start);
});
