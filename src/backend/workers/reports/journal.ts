// The journal of a period: what it is made of, out of the mirror or out of the close that has locked it, and the rows behind a line. The rules are
// reconciliation/period/journal.ts. Its sums are held against the statement: a journal that says otherwise is not told.
import type { JournalJob, JournalRowsJob, ReportResults } from '../../../domain/exports/report-job.ts';
import { sameMoney } from '../../../domain/kernel/money/money.ts';
import { toEpochMs } from '../../../domain/kernel/time/time.ts';
import type { CloseFact } from '../../../domain/period/close.ts';
import { type Journal, JOURNAL_LEFT, type JournalLine, type JournalStanding } from '../../../domain/period/journal.ts';
import { type PeriodBounds, requireBounds } from '../../../domain/period/period.ts';
import { CREDIT_TOKEN, type Statement } from '../../../domain/period/statement.ts';
import type { TakeRateFact } from '../../../domain/reconcile/take-rate.ts';
import {
  type HomeAsked,
  itemsOfPeriod,
  type JournalFacts,
  journalLines,
  journalRows,
  type PayoutFact,
} from '../../../reconciliation/period/journal.ts';
import { eachAdjustmentSeen } from '../../books/exports/report-facts.ts';
import { currentCloses } from '../../books/period/closes.ts';
import { allItems } from '../../books/period/reconciling-items.ts';
import { homeBookOf } from '../../books/pricing/home.ts';
import { closeRows } from '../../mirror/period/close-facts.ts';
import { eachTakeRate, takeRateOf } from '../../mirror/reconcile/take-rate-facts.ts';
import { countTies } from '../../mirror/reconcile/tie-facts.ts';
import { closeOf } from '../exports/locked.ts';
import { proofsOf } from '../exports/mirror.ts';
import { type JobControl, Pace, paced } from '../exports/pace.ts';
import type { CloseParts } from './close.ts';
import type { ReportContext } from './context.ts';
import { lockedFacts } from './locked-facts.ts';

/** One pass over narrow columns, of a closed period over the text of its close as well. Throws FailureError `cancelled`, and `not-found` for another's close. */
export function journalReport(
  context: ReportContext,
  job: JournalJob,
  control: JobControl,
  parts: Pick<CloseParts, 'statement'>,
): Journal {
  const { period, closeId, profileId, switches } = job;
  const close = closeId === null ? null : closeOf(context.books, { profileId, closeId });
  const made = journalLines(factsOf(context, job, control), switches, homeAsked(context, job));
  const statement = close?.document.statement ?? parts.statement({ kind: 'statement', profileId, period, typed: [] });
  const isAsStated = assertStated(made.lines, statement, close !== null);
  const counts = new Map<string, number>(made.left.map(({ kind, count }) => [kind, count]));
  for (const { lines } of statement.tokens)
    for (const { kind, count } of lines) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return {
    ...made,
    period,
    left: JOURNAL_LEFT.flatMap((kind) => {
      const count = counts.get(kind) ?? 0;
      return count === 0 ? [] : [{ kind, count }];
    }),
    standing:
      close === null ? openStanding(context) : close.document.overrideReason === null ? 'closed' : 'closed-with-reason',
    changedSinceClose: !isAsStated,
  };
}

function openStanding({ mirror }: ReportContext): JournalStanding {
  return proofsOf(mirror).every(({ certificate }) => certificate === 'certified') ? 'open' : 'incomplete';
}

/**
 * Throws an Error where credits or withdrawals are not those of the statement, which would be a mistake of ours. Answers whether its late changes are: of a
 * closed period they may have been found since.
 */
function assertStated(lines: Journal['lines'], { tokens }: Statement, isLocked: boolean): boolean {
  let isAsStated = true;
  for (const { token, lines: stated, priorPeriodAdjustments: prior } of tokens) {
    const amountOf = (name: 'credits' | 'withdrawals') => stated.find(({ kind }) => kind === name)?.amount ?? '0';
    const booked = (entry: JournalLine['entry']): string => balanceOf(lines, entry, token);
    const credits = token === CREDIT_TOKEN ? amountOf('credits') : '0';
    if (
      !sameMoney(booked('settlement'), credits) ||
      !sameMoney(booked('withdrawals'), negative(amountOf('withdrawals')))
    )
      throw new Error('a journal that is not its statement');
    if (sameMoney(booked('late-changes'), prior.amount)) continue;
    if (!isLocked) throw new Error('a journal whose late changes are not those of its statement');
    isAsStated = false;
  }
  return isAsStated;
}

const negative = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

/** What an entry has on the balance of a token: debit up. */
function balanceOf(lines: Journal['lines'], entry: JournalLine['entry'], token: string | null): string {
  const line = lines.find((one) => one.entry === entry && one.role === 'balance' && one.currency === token);
  if (line === undefined) return '0';
  return line.side === 'debit' ? line.amount : negative(line.amount);
}

/** One pass over the same facts; holds a page. Throws FailureError `cancelled`, and `not-found`. */
export function journalRowsReport(
  context: ReportContext,
  job: JournalRowsJob,
  control: JobControl,
): ReportResults['journal-rows'] {
  return journalRows(factsOf(context, job, control), job.switches, { ...job, valuedBy: homeAsked(context, job) });
}

function homeAsked({ books }: ReportContext, { profileId, period }: Asked): HomeAsked | null {
  const book = homeBookOf(books.database, profileId);
  return book === null ? null : { book, timeZone: period.timeZone };
}

type Asked = Pick<JournalJob, 'period' | 'closeId' | 'profileId'>;

function factsOf(context: ReportContext, asked: Asked, control: JobControl): JournalFacts {
  const { books, mirror } = context;
  const { period, closeId, profileId } = asked;
  const bounds = requireBounds(period);
  const pace = new Pace(countTies(mirror.database, bounds), control);
  const closes = currentCloses(books.database, profileId);
  const closedAt = (isIt: (close: (typeof closes)[number]) => boolean): string | null =>
    closes.find(isIt)?.closedAt ?? null;
  const seen = within(bounds);
  const records =
    closeId === null ? presentRecords(context, bounds, pace) : lockedRecords(context, bounds, closeId, pace);
  return {
    ...records,
    changes: [...eachAdjustmentSeen(books.database, profileId)].filter(({ firstSeenAt }) => seen(firstSeenAt)),
    items: itemsOfPeriod(
      allItems(books.database, profileId),
      { day: period.from, knownAt: closedAt((close) => toEpochMs(close.bounds.to) === toEpochMs(bounds.from)) },
      { day: period.to, knownAt: closedAt(({ id }) => id === closeId) },
    ),
  };
}

function within({ from, to }: PeriodBounds): (at: string) => boolean {
  const [fromMs, toMs] = [toEpochMs(from) ?? 0, toEpochMs(to) ?? 0];
  return (at) => {
    const ms = toEpochMs(at) ?? 0;
    return ms >= fromMs && ms < toMs;
  };
}

type Records = Pick<JournalFacts, 'sales' | 'payouts'>;

function presentRecords({ mirror: { database } }: ReportContext, bounds: PeriodBounds, pace: Pace): Records {
  const payouts: PayoutFact[] = [];
  const [isWithin, rows] = [within(bounds), closeRows(database, 'withdrawals', bounds)];
  for (const { uuid, label, status, token, amount, endedAt, networkCommission } of rows) {
    if (status === 'approved' && amount !== null && endedAt !== null && isWithin(endedAt))
      payouts.push({ uuid, label, token, amount, networkCommission, processedAt: endedAt });
  }
  return {
    sales: paced(eachTakeRate(database, bounds), pace),
    payouts: latestFirst(payouts, ({ processedAt }) => processedAt),
  };
}

/** What was credited and paid out as it was locked; what of a sale no close keeps (paid, rate) as the mirror has it now. */
function lockedRecords({ mirror, books }: ReportContext, bounds: PeriodBounds, closeId: string, pace: Pace): Records {
  const present = new Map<string, TakeRateFact>();
  for (const fact of paced(eachTakeRate(mirror.database, bounds), pace)) present.set(fact.uuid, fact);
  const sales: TakeRateFact[] = [];
  const payouts: PayoutFact[] = [];
  for (const fact of lockedFacts(books.database, closeId)) {
    const { line, uuid, label, token, amount, endedAt, split } = fact;
    if (line === 'credits' || line === 'credits-without-amount')
      sales.push(lockedSale(fact, present.get(uuid) ?? takeRateOf(mirror.database, uuid)));
    if (line === 'withdrawals' && amount !== null) {
      const networkCommission = split?.networkCommission ?? null;
      payouts.push({ uuid, label, token, amount, networkCommission, processedAt: endedAt });
    }
  }
  return {
    sales: latestFirst(sales, ({ finishedAt }) => finishedAt),
    payouts: latestFirst(payouts, ({ processedAt }) => processedAt),
  };
}

/** An invoice that the mirror does not have, or has in another currency by now, is one whose payment nobody tells. */
function lockedSale({ uuid, label, currency, amount, endedAt }: CloseFact, present: TakeRateFact | null): TakeRateFact {
  const own = { uuid, externalId: label ?? uuid, currency: currency ?? '', finishedAt: endedAt, settledUsdt: amount };
  const known = present !== null && present.currency === currency ? present : null;
  if (known === null)
    return { ...own, method: null, amount: '0', amountToSend: null, rate: null, isAdjusted: true, actualFiat: null };
  return { ...known, ...own };
}

function latestFirst<Fact extends { readonly uuid: string }>(
  facts: readonly Fact[],
  atOf: (fact: Fact) => string | null,
): readonly Fact[] {
  const keys = new Map(facts.map((fact) => [fact.uuid, toEpochMs(atOf(fact) ?? '') ?? 0]));
  const order = (left: Fact, right: Fact): number => (keys.get(right.uuid) ?? 0) - (keys.get(left.uuid) ?? 0);
  return facts.toSorted((left, right) => order(left, right) || (left.uuid < right.uuid ? -1 : 1));
}
