// Tells a person of payouts to addresses that nothing was sent to before, and of payouts that were approved, each once, over restarts too. What was there
// before the list was walked to its end is no news.
import {
  approvedNotice,
  newAddressNotice,
  TOLD_PAYOUTS,
  type ToldPayouts,
  toNewAddress,
} from '../../../domain/news/payouts.ts';
import { isTold } from '../../../domain/news/notification-settings.ts';
import type { Profile } from '../../../domain/profiles/profile.ts';
import { namesOf } from '../../../domain/records/address-book.ts';
import type { Withdrawal, WithdrawalFilter } from '../../../domain/records/withdrawal.ts';
import { fromEpochMs, toEpochMs } from '../../../domain/kernel/time/time.ts';
import { payoutsKey } from '../../books/profiles/profiles.ts';
import type { JobContext, Signal } from '../kernel/context.ts';
import { keptPerProfile } from '../kernel/setting.ts';
import { Teller } from './teller.ts';

const STATE = keptPerProfile<ToldPayouts>(payoutsKey, (value) => TOLD_PAYOUTS.safeParse(value).data ?? null);
const NOTHING: ToldPayouts = { since: null, lookedAt: null, addresses: [], approvals: [] };

/** The records of one poll are stored one after the other; their news waits for the last, milliseconds. */
const CALM_MS = 2_000;
/** A withdrawal may show itself late, with dates before the last look; what is older than this then is told no more. */
const LATE_MS = 7 * 86_400_000;
const PAGE_ROWS = 500;
/** More of them at once are told without the rest. */
const MOST_PAGES = 4;

export class PayoutNews {
  readonly #context: JobContext;
  readonly #teller: Teller;
  readonly #serverNow: () => number;
  /** From when on payouts are news was written down. */
  #isFrom = false;

  constructor(context: JobContext, profile: () => Profile, serverNow: () => number) {
    this.#context = context;
    this.#teller = new Teller(context, 'payouts', profile);
    this.#serverNow = serverNow;
  }

  notice(signal: Signal): void {
    const isOfThem = signal.kind === 'mirror' && signal.kinds.includes('withdrawals');
    // The list may have been walked to its end without anything new.
    if (isOfThem || (signal.kind === 'sync' && !this.#isFrom)) this.#teller.soon(this.#look, CALM_MS);
  }

  /** Resolves when nothing is looked at any more. */
  ended(): Promise<void> {
    return this.#teller.ended();
  }

  readonly #look = async (): Promise<void> => {
    const { mirror, settings } = this.#context;
    const state = (await STATE.read(this.#context)) ?? NOTHING;
    const { withdrawals } = await mirror.read('lists.state', {});
    const lookedAt = fromEpochMs(this.#serverNow());
    if (state.since === null) {
      if (withdrawals.asOf === null) return;
      await STATE.write(this.#context, { ...state, since: withdrawals.asOf, lookedAt });
      this.#isFrom = true;
      return;
    }
    this.#isFrom = true;
    const from = this.#from(state.since, state.lookedAt);
    const { newAddressFrom, notifications } = await settings();
    const fresh = await this.#found({ ...toNewAddress(newAddressFrom), createdFrom: from });
    const approved = await this.#found({ status: ['approved'], processedFrom: from });
    const news = {
      addresses: fresh.filter(({ uuid, status }) => status !== 'rejected' && !state.addresses.includes(uuid)),
      approvals: approved.filter(({ uuid }) => !state.approvals.includes(uuid)),
    };
    const told = (rows: readonly Withdrawal[]): string[] => rows.map(({ uuid }) => uuid);
    await STATE.write(this.#context, { ...state, lookedAt, addresses: told(fresh), approvals: told(approved) });
    await this.#tell('new-addresses', news.addresses, newAddressNotice);
    if (!isTold('approved-withdrawals', notifications)) return;
    const { books, profileId } = this.#context;
    const names = namesOf(await books.read('addresses.list', { profileId }));
    await this.#tell('approved-withdrawals', news.approvals, (rows) => approvedNotice(rows, names));
  };

  /** As far back as something may show itself late; never before the first look. */
  #from(since: string, lookedAt: string | null): string {
    const ms = Math.max(toEpochMs(since) ?? 0, (toEpochMs(lookedAt ?? since) ?? 0) - LATE_MS);
    return fromEpochMs(ms);
  }

  async #found(filter: WithdrawalFilter): Promise<readonly Withdrawal[]> {
    const found: Withdrawal[] = [];
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = {
        filter,
        sort: [{ by: 'created_at' as const, direction: 'desc' as const }],
        offset: page * PAGE_ROWS,
      };
      const { rows } = await this.#context.mirror.read('withdrawals.page', { ...query, limit: PAGE_ROWS });
      found.push(...rows.map(({ record }) => record));
      if (rows.length < PAGE_ROWS) break;
    }
    return found;
  }

  async #tell(
    about: 'new-addresses' | 'approved-withdrawals',
    rows: readonly Withdrawal[],
    wordsOf: (rows: readonly Withdrawal[]) => string,
  ): Promise<void> {
    if (rows.length === 0) return;
    const sums = rows.map(({ token, amount }) => ({ token, amount }));
    await this.#teller.tell({ about, count: rows.length, sums, body: wordsOf(rows) });
  }
}
