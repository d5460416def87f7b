/**
 * The real resender over real sockets and files against the sandbox, on the discrete clock: plays one resend of each kind and tells what
 * was said and what is true. Not here: the kinds (kinds.ts), expectations (resends.test.ts).
 */
import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JobContext } from '../../../src/backend/jobs/kernel/context.ts';
import { Resender } from '../../../src/backend/jobs/resend/resend.ts';
import { StoreError } from '../../../src/backend/sqlite/errors.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import { isOpenOutcome, type ResendReport } from '../../../src/domain/resend/resend.ts';
import type { Clock as SandboxClock } from '../../../src/sandbox/clock.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { DiscreteClock, holdDuringRequests } from '../../support/discrete-clock.ts';
import { seeded } from '../../support/seeded.ts';
import { type Kind, MEETS, type Told } from './kinds.ts';
import { clientAt, jobContext } from '../../support/benches/job-context.ts';

const PROFILE = 'profile-of-resends';
const POST_PATH = /\/invoices\/([0-9a-f-]{36})\/resend-webhook$/;

export interface ResendBench {
  readonly clock: DiscreteClock;
  readonly sandbox: Sandbox;
  readonly context: JobContext;
  readonly random: () => number;
  pick<Item>(items: readonly Item[]): Item;
  /** Plays one case on an invoice of its own. */
  play(kind: Kind, intentId: string): Promise<Told>;
  /** Fills in how each case stands now. */
  learnLast(told: readonly Told[]): Promise<void>;
  openIntents(): readonly ResendReport[];
  /** Requests that reached the sandbox. */
  requests(): number;
  /** POSTs to invoices that no case has played on, or that the sandbox and this machine count differently. */
  strayPosts(): number;
  close(): Promise<void>;
}

/** What one POST was seen to do. */
interface Watched {
  posts: number;
  quick: boolean;
  isOverlapped: boolean;
  /** Settles a minute after the POST. */
  minute: Promise<void>;
}

export async function startResendBench(options: {
  readonly seed: number;
  readonly invoices: number;
}): Promise<ResendBench> {
  const random = seeded(options.seed);
  const clock = new DiscreteClock();
  const sandbox = await createSandbox({ size: options.invoices, seed: 'resends', clock: clockFor(clock) });
  // In memory where the system has such a folder: the books wait for a disk at every step, to no purpose here.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'merchant-console-resends-'));
  const store = openInProcess(folder);
  await store.mirror(PROFILE).write('bind', { origin: sandbox.baseUrl });
  const closing = new AbortController();
  const client = clientAt(sandbox.baseUrl, sandbox.apiKey, { clock, random });
  const ends = new Map<string, (report: ResendReport) => void>();
  const context = jobContext({
    profileId: PROFILE,
    client,
    mirror: store.mirror(PROFILE),
    books: store.books,
    clock,
    announce: (signal) => {
      if (signal.kind === 'resend' && !isOpenOutcome(signal.report.outcome))
        ends.get(signal.report.intentId)?.(signal.report);
    },
    closing: closing.signal,
  });
  const resender = new Resender(context);
  const posts = watchPosts(clock, sandbox);
  const silent = new Set<string>();
  const stopHolding = holdDuringRequests(clock, (method, path) => {
    const uuid = method === 'POST' ? (POST_PATH.exec(path)?.[1] ?? '') : '';
    return silent.has(uuid) ? executed(sandbox, uuid) : null;
  });
  const player = new Player({ clock, sandbox, resender, random, ends, silent, watched: posts.watched });
  return {
    clock,
    sandbox,
    context,
    random,
    pick: (items) => player.pick(items),
    play: (kind, intentId) => player.play(kind, intentId),
    async learnLast(told) {
      for (const one of told) {
        one.last = (await resender.get(one.intentId)) ?? one.last;
        one.posts = posts.watched.get(one.invoiceUuid)?.posts ?? 0;
        one.executed = sandbox.record.trueResendCount(one.invoiceUuid);
      }
    },
    openIntents: () => resender.open(),
    requests: () => sandbox.record.requestCount(),
    strayPosts() {
      const ours = [...posts.watched.entries()];
      const sent = ours.reduce((sum, [, { posts: count }]) => sum + count, 0);
      const arrived = sandbox.record.snapshot().requests['POST /external/invoices/*/resend-webhook'] ?? 0;
      const strange = ours.filter(([uuid]) => !player.played.has(uuid)).length;
      return strange + Math.abs(sent - arrived);
    },
    async close() {
      closing.abort(new Error('over'));
      stopHolding();
      posts.stop();
      await client.close();
      await store.close();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The sandbox lives in the same time. */
function clockFor(clock: DiscreteClock): SandboxClock {
  return {
    now: () => clock.now(),
    callerNow: () => clock.now(),
    skip: () => undefined,
    manual: false,
    speed: 1,
    wakeAt: (at, run) => void clock.sleep(at - clock.now()).then(run),
  };
}

/** Resolves when the sandbox has carried the resend out, looking between other work. */
async function executed({ record }: Sandbox, uuid: string): Promise<void> {
  const before = record.trueResendCount(uuid);
  for (let turns = 0; turns < 50_000 && record.trueResendCount(uuid) === before; turns += 1)
    await new Promise((resolve) => setImmediate(resolve));
}

/** Counts POSTs where they leave, below everything of ours, and looks at the truth five seconds and a minute after each. */
function watchPosts(clock: DiscreteClock, sandbox: Sandbox): { readonly watched: Map<string, Watched>; stop(): void } {
  const watched = new Map<string, Watched>();
  const onRequest = (message: unknown): void => {
    const request: unknown = Reflect.get(Object(message), 'request');
    const at = (name: string): string => String(Reflect.get(Object(request), name));
    const uuid = at('method') === 'POST' ? POST_PATH.exec(at('path'))?.[1] : undefined;
    if (uuid === undefined || at('origin') !== sandbox.baseUrl) return;
    const entry = watched.get(uuid) ?? { posts: 0, quick: false, isOverlapped: false, minute: Promise.resolve() };
    watched.set(uuid, entry);
    entry.posts += 1;
    if (entry.posts > 1) return;
    const sentAt = clock.now();
    void clock.sleep(5_000).then(() => (entry.quick = sandbox.record.trueResendCount(uuid) > 0));
    entry.minute = clock.sleep(61_000).then(() => {
      const attempts = sandbox.world.deliveries(uuid).flatMap((delivery) => delivery.attempts);
      entry.isOverlapped = attempts.some(
        ({ triggeredBy, createdAt }) => triggeredBy === 'system' && createdAt >= sentAt,
      );
    });
  };
  subscribe('undici:request:create', onRequest);
  return { watched, stop: () => void unsubscribe('undici:request:create', onRequest) };
}

interface PlayerParts {
  readonly clock: DiscreteClock;
  readonly sandbox: Sandbox;
  readonly resender: Resender;
  readonly random: () => number;
  readonly ends: Map<string, (report: ResendReport) => void>;
  readonly silent: Set<string>;
  readonly watched: ReadonlyMap<string, Watched>;
}

class Player {
  readonly played = new Set<string>();
  readonly #parts: PlayerParts;
  readonly #fresh: Iterator<string>;

  constructor(parts: PlayerParts) {
    this.#parts = parts;
    this.#fresh = finished(parts.sandbox);
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#parts.random() * items.length)];
    if (item === undefined) throw new Error('nothing to pick');
    return item;
  }

  async play(kind: Kind, intentId: string): Promise<Told> {
    const { sandbox, watched } = this.#parts;
    const next = this.#fresh.next();
    if (next.done === true) throw new Error('no invoice left');
    const invoiceUuid = next.value;
    this.played.add(invoiceUuid);
    await this.#arrange(kind, invoiceUuid);
    const first = await this.#send(kind, invoiceUuid, intentId);
    const early = sandbox.record.trueResendCount(invoiceUuid);
    const isAgain = kind === 'again after a drop' || kind === 'again after a late one';
    if (isAgain) await this.#sendAgain(invoiceUuid);
    const seen = watched.get(invoiceUuid);
    await seen?.minute;
    return {
      kind,
      intentId,
      invoiceUuid,
      first,
      last: first,
      sends: isAgain ? 2 : 1,
      posts: seen?.posts ?? 0,
      early,
      executed: early,
      quick: seen?.quick ?? false,
      isOverlapped: seen?.isOverlapped ?? false,
      isSent: (seen?.posts ?? 0) > 0,
      superseded: kind === 'again after a drop' ? 'never carried out' : null,
    };
  }

  /** The world before the click: how the delivery stands, what the request will meet, what others have done. */
  async #arrange(kind: Kind, uuid: string): Promise<void> {
    const { clock, sandbox, random, silent } = this.#parts;
    const { world, settings } = sandbox;
    settings.expediteCounts = random() < 0.5;
    settings.resendRound = this.pick(['single', 'schedule']);
    const state = this.pick(['failed', 'failed', 'delivered', 'pending', 'due soon'] as const);
    if (kind === 'being sent') world.setDelivery(uuid, 'delivering', clock.now() + 10_000);
    else if (state === 'pending') world.setDelivery(uuid, 'pending', clock.now() + 600_000 + random() * 7_200_000);
    else if (state === 'due soon') world.setDelivery(uuid, 'pending', clock.now() + 2_000 + random() * 50_000);
    else world.setDelivery(uuid, state);
    if (kind === 'too soon') {
      world.setDelivery(uuid, 'failed');
      world.resendFromDashboard(uuid);
      await clock.sleep(20_000);
    }
    if (kind === 'executed, then silence') silent.add(uuid);
    const path = `/external/invoices/${uuid}/resend-webhook`;
    for (const rule of MEETS[kind](random)) sandbox.faults.add({ ...rule, method: 'POST', path });
  }

  /** A click, and a yes to whatever is asked. Answers with the first end. */
  async #send(kind: Kind, invoiceUuid: string, intentId: string): Promise<ResendReport> {
    const { resender } = this.#parts;
    const ended = this.#endOf(intentId);
    const asked = await resender.resend({ intentId, invoiceUuid, confirmed: false });
    if (asked.outcome === 'needs-confirmation') {
      for (let report = asked; report.outcome === 'needs-confirmation'; )
        report = await resender.resend({ intentId, invoiceUuid, confirmed: true });
    }
    if (kind === 'two windows') {
      // The same frame once more, and another window with an intent of its own while this one may still be open.
      await resender.resend({ intentId, invoiceUuid, confirmed: true });
    }
    return ended;
  }

  /** Another intent for an invoice whose first one stayed unknown, or was found out meanwhile. */
  async #sendAgain(invoiceUuid: string): Promise<void> {
    const { clock, random, resender } = this.#parts;
    await clock.sleep(random() * 60_000);
    const intentId = randomUUID();
    const ended = this.#endOf(intentId);
    const asked = await resender.resend({ intentId, invoiceUuid, confirmed: false });
    if (asked.outcome === 'needs-confirmation') {
      for (let report = asked; report.outcome === 'needs-confirmation'; )
        report = await resender.resend({ intentId, invoiceUuid, confirmed: true });
    }
    await ended;
  }

  #endOf(intentId: string): Promise<ResendReport> {
    return new Promise((resolve) => {
      this.#parts.ends.set(intentId, (report) => {
        if (report.outcome !== 'needs-confirmation') resolve(report);
      });
    });
  }
}

/** The writer dies of the first such write, before it or after: nobody hears whether it was done. */
export function withFirstUnheard(context: JobContext, command: string, when: 'before' | 'after'): JobContext {
  const { books } = context;
  let isFirst = true;
  const write: typeof books.write = async (name, input) => {
    const dies = name === command && isFirst;
    if (dies) isFirst = false;
    if (!dies || when === 'after') {
      const answer = await books.write(name, input);
      if (!dies) return answer;
    }
    throw new StoreError('worker-lost', 'books', 'the writer died');
  };
  return { ...context, books: { read: books.read, write } };
}

/** Invoices with a delivery that is not being sent, in the order of their making. */
function* finished({ world }: Sandbox): Generator<string> {
  const uuids = [...world.invoices()].map(({ uuid }) => uuid);
  for (const uuid of uuids) {
    const latest = world.deliveries(uuid).at(-1);
    if (latest !== undefined && latest.status !== 'delivering') yield uuid;
  }
}
