// Reads approved withdrawals again that lack their hash, a few at a time: no list shows that one has come.
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import { fromEpochMs, toEpochMs } from '../../../domain/kernel/time/time.ts';
import type { Mirror } from '../../mirror/mirror.ts';
import type { FetchOptions } from '../records/fetch.ts';
import type { MirroredList } from './lists.ts';

/** Read again so soon, the first day; then once a day. */
const SOON_MS = 10 * 60_000;
const LATER_MS = 24 * 60 * 60_000;
/** Requests of one turn, of which there is one in five minutes. */
const MOST = 5;

/** `serverTime`: of a moment ago. `inVain`: those whose answers could not be read; the others come before they are asked for again. */
export async function rereadHashes(
  list: MirroredList,
  mirror: Mirror,
  { serverTime, inVain }: { readonly serverTime: string; readonly inVain: Set<string> },
  options: FetchOptions,
): Promise<Failure | null> {
  const now = toEpochMs(serverTime);
  if (now === null) return null;
  const [before, longBefore] = [fromEpochMs(now - SOON_MS), fromEpochMs(now - LATER_MS)];
  const due = await mirror.read('reread.withoutHash', { before, longBefore, limit: MOST + inVain.size });
  const others = due.filter(({ uuid }) => !inVain.has(uuid)).slice(0, MOST);
  if (others.length === 0) inVain.clear();
  for (const { uuid } of others) {
    const read = await list.readOne(uuid, options);
    if (read.ok) continue;
    if (read.failure.kind !== 'malformed-response') return read.failure;
    inVain.add(uuid);
  }
  return null;
}
