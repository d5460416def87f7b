// All businesses of this console side by side: of each what its own Home says, read from its mirror and the books, nothing from the API.
import { type BusinessGlance, type GlanceFigures, lesserCertificate } from '../../domain/period/glance.ts';
import { FailureError } from '../../domain/kernel/failure/failure.ts';
import { sumMoney } from '../../domain/kernel/money/money.ts';
import { fromEpochMs, toEpochMs } from '../../domain/kernel/time/time.ts';
import { type Period, type PeriodBounds, requireBounds } from '../../domain/period/period.ts';
import { countsOf } from '../jobs/reconcile/exception-counts.ts';
import type { Business } from './business.ts';
import type { ListedProfile, Profiles } from './profiles.ts';

export interface GlanceAsked {
  readonly period: Period;
  readonly before?: Period | undefined;
}

/**
 * A row a business, in the order of the profiles; the sandbox alone where there is none, and never beside real money. One that cannot be read
 * costs no other its figures; one that whoever asks does not read is none. Throws FailureError `invalid-input` for days that are none.
 */
export function glances(
  profiles: Profiles,
  { period, before }: GlanceAsked,
  isRead: (profileId: string) => boolean,
): Promise<readonly BusinessGlance[]> {
  const bounds = requireBounds(period);
  const earlier = before === undefined ? null : requireBounds(before);
  const all = profiles.list().profiles.filter(({ id }) => isRead(id));
  const real = all.filter(({ kind }) => kind === 'business');
  const shown = real.length === 0 ? all : real;
  return Promise.all(
    shown.map(async (profile, at) => {
      const found = profiles.business(profile.id);
      const business = found.ok ? found.value : null;
      return {
        ...described(profile, shown.slice(0, at)),
        stopped: business?.stopped ?? null,
        figures: business === null ? null : await readable(business, bounds, earlier),
      };
    }),
  );
}

/** Null where they cannot be read. */
async function readable(
  business: Business,
  bounds: PeriodBounds,
  earlier: PeriodBounds | null,
): Promise<GlanceFigures | null> {
  try {
    return await figuresOf(business, bounds, earlier);
  } catch (error) {
    const { log, profileId } = business.context;
    // A mirror that is held or of another business says so itself.
    if (!(error instanceof FailureError)) log.error('glance.read', { profileId }, error);
    return null;
  }
}

function described(
  { id, name, kind, offline, sameBusinessAs }: ListedProfile,
  before: readonly ListedProfile[],
): Omit<BusinessGlance, 'figures' | 'stopped'> {
  const same = before.find((other) => sameBusinessAs.includes(other.id));
  return { profileId: id, name, kind, offline, sameAs: same?.id ?? null };
}

async function figuresOf(
  business: Business,
  bounds: PeriodBounds,
  earlier: PeriodBounds | null,
): Promise<GlanceFigures> {
  const { mirror, context } = business;
  const { books, profileId, clock } = context;
  const [netUsdt, netBeforeUsdt, found, lists, exceptions, health, last] = await Promise.all([
    netOf(business, bounds),
    earlier === null ? null : netOf(business, earlier),
    mirror.read('attention', { now: fromEpochMs(clock.now()) }),
    mirror.read('lists.state', {}),
    countsOf(context),
    business.health.standing(),
    books.read('closes.last', { profileId }),
  ]);
  const { invoices, withdrawals } = lists;
  return {
    netUsdt,
    netBeforeUsdt,
    openExceptions: exceptions.open,
    failedWebhooks: found.failedDeliveries,
    receiversDown: health.receivers.filter(({ recoveredAt }) => recoveredAt === null).length,
    pendingWithdrawals: found.pendingWithdrawals,
    oldestPending: found.oldestPendingWithdrawal,
    certificate: lesserCertificate(invoices.certificate, withdrawals.certificate),
    asOf: older(invoices.asOf, withdrawals.asOf),
    lastClose: last?.period ?? null,
  };
}

async function netOf({ mirror }: Business, { from, to }: PeriodBounds): Promise<string> {
  const { currencies } = await mirror.read('invoices.totals', { filter: { finishedFrom: from, finishedTo: to } });
  return sumMoney(currencies.map(({ settledUsdt }) => settledUsdt));
}

function older(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return null;
  return (toEpochMs(one) ?? 0) <= (toEpochMs(other) ?? 0) ? one : other;
}
