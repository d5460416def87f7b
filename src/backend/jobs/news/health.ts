// Tells a person that a receiver is down or that payments have stopped, and when that is over, and of links about to close, each once, over restarts
// too: what was told is on the disk before it is told. What is known is the mirror's; while that is behind, nothing is said.
import type { ConsoleSettings } from '../../../domain/console/console-settings.ts';
import {
  closingLinksNotice,
  paymentsRecoveredNotice,
  paymentsSilentNotice,
  receiverDownNotice,
  receiverRecoveredNotice,
  TOLD_HEALTH,
  type ToldHealth,
} from '../../../domain/news/health.ts';
import type { CountedNews } from '../../../domain/news/notice.ts';
import type { Profile } from '../../../domain/profiles/profile.ts';
import { CLOSE_TO_END_MS } from '../../../domain/records/payment-window.ts';
import type { PaymentSilence } from '../../../domain/records/payment-health.ts';
import type { ReceiverOutage } from '../../../domain/webhooks/receiver-health.ts';
import { fromEpochMs, toEpochMs } from '../../../domain/kernel/time/time.ts';
import type { ReceiverAtHost } from '../../mirror/webhooks/receivers.ts';
import { healthKey } from '../../books/profiles/profiles.ts';
import type { JobContext, MirrorKind, Signal } from '../kernel/context.ts';
import { keptPerProfile } from '../kernel/setting.ts';
import { Teller } from './teller.ts';

const STATE = keptPerProfile<ToldHealth>(healthKey, (value) => TOLD_HEALTH.safeParse(value).data ?? null);
const NOTHING: ToldHealth = { since: null, receivers: [], payments: [], links: null };

/** Answers come one by one; from one look to the next at least, milliseconds. */
const LOOK_EVERY_MS = 10_000;
/** What the list said so long ago says nothing about now: the console slept, was offline, or begins. */
const CURRENT_MS = 3 * 60_000;
/** What is over stays in view while its orders may still wait, and an outage without any attempt is none any more. */
const KEPT_MS = 24 * 3_600_000;

interface HealthParts {
  readonly profile: () => Profile;
  /** The server's clock, milliseconds since the epoch. */
  readonly serverNow: () => number;
}

/** An outage as it stands; `waiting`: invoices whose latest webhook has not arrived at that host. */
export interface StandingOutage extends ReceiverOutage {
  readonly waiting: number;
}

export class HealthWatch {
  readonly #context: JobContext;
  readonly #parts: HealthParts;
  readonly #teller: Teller;

  constructor(context: JobContext, parts: HealthParts) {
    this.#context = context;
    this.#parts = parts;
    this.#teller = new Teller(context, 'health', parts.profile);
  }

  /** Something was announced: what may be new is looked at soon. */
  notice({ kind }: Signal): void {
    if (kind === 'mirror' || kind === 'sync') this.#teller.soon(this.#look, LOOK_EVERY_MS);
  }

  /** What was told and is not over, and receivers that answer again while orders wait. */
  async standing(): Promise<{
    readonly since: string | null;
    readonly receivers: readonly StandingOutage[];
    readonly payments: readonly PaymentSilence[];
  }> {
    const { since, receivers, payments } = await this.#state();
    const waiting = receivers.length === 0 ? new Map<string, number>() : await this.#waiting();
    return {
      since,
      receivers: receivers
        .map((one) => ({ ...one, waiting: waiting.get(one.host) ?? 0 }))
        .filter((one) => one.recoveredAt === null || one.waiting > 0),
      payments: payments.filter(({ recoveredAt }) => recoveredAt === null),
    };
  }

  /** Resolves when nothing is looked at any more. */
  ended(): Promise<void> {
    return this.#teller.ended();
  }

  readonly #look = async (): Promise<void> => {
    const { mirror } = this.#context;
    const state = await this.#state();
    const nowMs = this.#parts.serverNow();
    if (state.since === null) {
      await STATE.write(this.#context, { ...state, since: fromEpochMs(nowMs) });
      return;
    }
    const { invoices } = await mirror.read('lists.state', {});
    const check = await mirror.read('statusCheck.latest', { list: 'invoices' });
    const isCurrent = (asOf: string | null): boolean => asOf !== null && nowMs - (toEpochMs(asOf) ?? 0) < CURRENT_MS;
    const settings = await this.#context.settings();
    if (isCurrent(invoices.asOf)) await this.#lookAtReceivers(state.since, nowMs, settings);
    if (isCurrent(invoices.asOf) && settings.notifications.closingLinks) await this.#lookAtLinks(nowMs);
    // A silence is one only where every status is known up to its end.
    if (check !== null && check.matches && isCurrent(check.asOf)) {
      await this.#lookAtPayments(state.since, check.asOf, settings);
    }
  };

  async #lookAtReceivers(since: string, nowMs: number, settings: ConsoleSettings): Promise<void> {
    const { mirror } = this.#context;
    const state = await this.#state();
    const { failuresInRow, failureShare } = settings;
    const thresholds = { failuresInRow, failureShare };
    const found = await mirror.read('receivers.standing', {
      now: fromEpochMs(nowMs),
      since,
      thresholds,
      told: state.receivers,
    });
    const [down, recovered] = [found.flatMap(outageOf), found.flatMap((one) => recoveryOf(one, state.receivers))];
    const changed = new Set([...down, ...recovered].map(({ host }) => host));
    const hosts = new Set(found.map(({ host }) => host));
    const oldest = fromEpochMs(nowMs - KEPT_MS);
    const kept = state.receivers.filter(
      (one) =>
        !changed.has(one.host) &&
        ((one.recoveredAt ?? one.since) > oldest || (one.recoveredAt === null && hosts.has(one.host))),
    );
    if (changed.size === 0 && kept.length === state.receivers.length) return;
    await STATE.write(this.#context, { ...state, receivers: [...kept, ...recovered, ...down] });
    for (const one of down) await this.#tell('receiver-down', 1, receiverDownNotice(one, settings.timeZone));
    const waiting = recovered.length === 0 ? new Map<string, number>() : await this.#waiting();
    for (const one of recovered) {
      const body = receiverRecoveredNotice(one, waiting.get(one.host) ?? 0, settings.timeZone);
      await this.#tell('receiver-recovered', 1, body);
    }
    this.#announce('deliveries');
  }

  async #lookAtPayments(since: string, now: string, { silentMinutes }: ConsoleSettings): Promise<void> {
    const state = await this.#state();
    const leastMs = silentMinutes * 60_000;
    const told = state.payments.filter(({ recoveredAt }) => recoveredAt === null);
    const found = await this.#context.mirror.read('payments.silences', { now, since, leastMs, told });
    const nowMs = toEpochMs(now) ?? 0;
    const changed = new Set(found.map(({ method }) => method));
    const kept = told.filter((one) => !changed.has(one.method) && nowMs - (toEpochMs(one.since) ?? 0) < KEPT_MS);
    if (found.length === 0 && kept.length === state.payments.length) return;
    const [fallen, over] = [
      found.filter(({ recoveredAt }) => recoveredAt === null),
      found.filter(({ recoveredAt }) => recoveredAt !== null),
    ];
    await STATE.write(this.#context, { ...state, payments: [...kept, ...fallen] });
    if (fallen.length > 0) await this.#tell('payments-silent', fallen.length, paymentsSilentNotice(fallen, nowMs));
    if (over.length > 0) await this.#tell('payments-recovered', over.length, paymentsRecoveredNotice(over));
    this.#announce('invoices');
  }

  /** Of all whose last minutes begin now, together. What closed while nobody looked is told no more. */
  async #lookAtLinks(nowMs: number): Promise<void> {
    const state = await this.#state();
    const until = fromEpochMs(nowMs + CLOSE_TO_END_MS);
    const after = fromEpochMs(Math.max(nowMs, toEpochMs(state.links ?? '') ?? nowMs));
    const { count, first } = await this.#context.mirror.read('invoices.closing', { after, until });
    if (first === null) return;
    await STATE.write(this.#context, { ...state, links: until });
    await this.#tell('closing-links', count, closingLinksNotice(count, first, nowMs));
  }

  /** Failing latest webhooks by host. */
  async #waiting(): Promise<ReadonlyMap<string, number>> {
    const groups = await this.#context.mirror.read('deliveryList.groups', { limit: MOST_GROUPS });
    const waiting = new Map<string, number>();
    for (const { host, failed, retrying } of groups) {
      if (host !== null) waiting.set(host, (waiting.get(host) ?? 0) + failed + retrying);
    }
    return waiting;
  }

  async #state(): Promise<ToldHealth> {
    return (await STATE.read(this.#context)) ?? NOTHING;
  }

  #tell(about: CountedNews['about'], count: number, body: string): Promise<void> {
    return this.#teller.tell({ about, count, sums: [], body });
  }

  #announce(kind: MirrorKind): void {
    const { announce, profileId } = this.#context;
    announce({ kind: 'mirror', profileId, kinds: [kind] });
  }
}

const MOST_GROUPS = 1_000;

function outageOf({ host, standing }: ReceiverAtHost): readonly ReceiverOutage[] {
  if (standing?.kind !== 'down') return [];
  const { of: kind, sinceMs, cause, orders } = standing;
  return [{ host, since: fromEpochMs(sinceMs), kind, cause, orders, recoveredAt: null }];
}

function recoveryOf({ host, standing }: ReceiverAtHost, told: readonly ReceiverOutage[]): readonly ReceiverOutage[] {
  const outage = told.find((one) => one.host === host);
  if (standing?.kind !== 'recovered' || outage === undefined) return [];
  return [{ ...outage, recoveredAt: fromEpochMs(standing.atMs) }];
}
