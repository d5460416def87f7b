/**
 * The real resender and the real runs over files, on the discrete clock, against an API whose deliveries tell what a test lets them tell: the
 * resends are all accepted, and what becomes of their attempts is the test's. Not here: real answers over the wire (test/faults).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient } from '../../../src/backend/api/endpoints/calls.ts';
import { BulkRuns } from '../../../src/backend/jobs/resend/bulk/bulk.ts';
import type { JobContext } from '../../../src/backend/jobs/kernel/context.ts';
import { Resender } from '../../../src/backend/jobs/resend/resend.ts';
import { openInProcess } from '../in-process-store.ts';
import type { Attempt, Delivery } from '../../../src/domain/webhooks/delivery.ts';
import { failed, success } from '../../../src/domain/kernel/failure/failure.ts';
import { fromEpochMs } from '../../../src/domain/kernel/time/time.ts';
import { DiscreteClock } from '../discrete-clock.ts';
import { clientAt, jobContext } from './job-context.ts';
import { aDelivery, anAttempt } from '../records.ts';

/** Longer than anybody waits. */
const NEVER_MS = 3_600_000;

/** What became of the attempt of a resend: not yet known, or known since. */
export type Became = Partial<Attempt> | null;

export interface Life {
  readonly context: JobContext;
  readonly resender: Resender;
  readonly bulk: BulkRuns;
  /** Ends what is at work, as a stop of the console does; the books stay. */
  stop(): Promise<void>;
}

export interface AttemptBench {
  readonly clock: DiscreteClock;
  /** By invoice; an invoice that is missing here has an attempt that never ends. */
  readonly became: Map<string, Became>;
  /** The API can be read, or not; `isSilent`: a POST loses its answer, and what is asked after that is never answered. */
  readonly network: { isThere: boolean; isSilent: boolean };
  /** POSTs, by invoice. */
  readonly posts: Map<string, number>;
  /** Reads of deliveries. */
  readonly reads: { count: number };
  /** The console begins to run, over the same books. */
  live(): Promise<Life>;
  close(): Promise<void>;
}

export function startAttemptBench(): AttemptBench {
  const clock = new DiscreteClock();
  const folder = mkdtempSync(join(tmpdir(), 'merchant-console-attempts-'));
  const store = openInProcess(folder);
  const became = new Map<string, Became>();
  const posts = new Map<string, number>();
  const network = { isThere: true, isSilent: false };
  const reads = { count: 0 };
  const sentAt = new Map<string, number>();

  /** A delivery that had failed before, as it stands now. */
  function deliveryOf(uuid: string): Delivery {
    const at = fromEpochMs(clock.now() - 24 * 3_600_000);
    const before = anAttempt({ attempt_number: 1, round: 1, triggered_by: 'system', success: false, created_at: at });
    const base = {
      uuid,
      invoice_uuid: uuid,
      status: 'failed',
      attempts: 1,
      created_at: at,
      business_uuid: null,
    } as const;
    const since = sentAt.get(uuid);
    const none = { next_attempt_at: null, delivered_at: null, last_error: null, last_status_code: null };
    if (since === undefined) return aDelivery({ ...base, ...none, resend_count: 0, attempts_history: [before] });
    const told = became.get(uuid) ?? null;
    if (told === null) {
      const underWay = { ...base, ...none, status: 'delivering', resend_count: 1 };
      return aDelivery({ ...underWay, attempts_history: [before] });
    }
    const own = anAttempt({
      attempt_number: 2,
      round: 2,
      triggered_by: 'api',
      triggered_uuid_user: null,
      created_at: fromEpochMs(since + 1_000),
      ...told,
    });
    const status = own.success === true ? 'delivered' : 'failed';
    return aDelivery({ ...base, ...none, status, attempts: 2, resend_count: 1, attempts_history: [before, own] });
  }

  const answer = () => ({ status: 200, serverTime: fromEpochMs(clock.now()), receivedAt: fromEpochMs(clock.now()) });
  const apart = { isDated: true, drift: [] } as const;
  const client: ApiClient = {
    ...clientAt('http://127.0.0.1:9', 'a-key-of-nobody', { clock }),
    async listDeliveries(uuid, { signal }) {
      reads.count += 1;
      if (network.isSilent && posts.has(uuid)) {
        await clock.sleep(NEVER_MS, signal).catch(() => undefined);
        return failed({ kind: 'cancelled' });
      }
      await clock.sleep(50);
      if (!network.isThere) return failed({ kind: 'unreachable', reason: 'timeout' });
      const value = { records: [deliveryOf(uuid)], quarantined: [] };
      return success({ value, ...answer(), ...apart });
    },
    async resendWebhook(uuid, options) {
      const why = options.holdBack?.() ?? null;
      if (why !== null) return { kind: 'not-sent', failure: why };
      posts.set(uuid, (posts.get(uuid) ?? 0) + 1);
      sentAt.set(uuid, clock.now());
      await clock.sleep(50);
      if (network.isSilent) return { kind: 'unknown', failure: { kind: 'unreachable', reason: 'connection-lost' } };
      return { kind: 'answered', answer: { value: deliveryOf(uuid), ...answer(), ...apart } };
    },
  };
  return {
    clock,
    became,
    network,
    posts,
    reads,
    async live() {
      const closing = new AbortController();
      const parts = { client, mirror: store.mirror('p1'), books: store.books, clock, closing: closing.signal };
      const context = jobContext(parts);
      const resender = new Resender(context);
      const bulk = new BulkRuns(context, resender, () => ({ stop: null, isOffline: false }));
      await clock.run(resender.recover());
      await clock.run(bulk.recover());
      return {
        context,
        resender,
        bulk,
        async stop() {
          closing.abort(new Error('stopped'));
          await clock.run(Promise.all([bulk.settled(), resender.settled()]));
        },
      };
    },
    async close() {
      await client.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
