/**
 * Scripted answers for resending many: plans and runs of any size, in every state. Not here: the other screens (scenes.ts).
 */
import type { BulkItem, BulkRun, ExcludedResend, ListedRun, PlannedResend } from '../../../src/contract/calls/bulk.ts';
import type { CallOutput } from '../../../src/contract/calls.ts';
import type { Exclusion, ItemStanding } from '../../../src/domain/resend/bulk.ts';
import { failed, success } from '../../../src/domain/kernel/failure/failure.ts';
import { watchStatus } from '../support/delivery-scripts.ts';
import type { ScriptedEngine } from '../support/scripted-engine.ts';
import { ago, HOUR, MINUTE, uuidAt } from './scenes.ts';

type Plan = CallOutput<'resends.plan'>;

export const RUN_ID = 'b7a1c2d3-0000-4000-8000-00000000a001';

/** An item of a plan; every fifth was last seen retrying. */
export function planned(index: number, fields: Partial<PlannedResend> = {}): PlannedResend {
  return {
    invoiceUuid: uuidAt(index),
    externalId: `order-${1060 - index}`,
    state: 'failed',
    host: 'shop.example',
    nextAttemptAt: null,
    asOf: ago((index + 2) * MINUTE),
    ...fields,
  };
}

export function excluded(reason: Exclusion, count: number, from = 0): ExcludedResend[] {
  const isKnown = reason !== 'not-found' && reason !== 'ambiguous';
  return Array.from({ length: count }, (_, index) => ({
    ident: `order-${4_000 + from + index}`,
    invoiceUuid: isKnown ? uuidAt(4_000 + from + index) : null,
    reason,
    nextAttemptAt: reason === 'retries-by-itself' ? ago(-((index % 6) + 2) * MINUTE) : null,
  }));
}

export const LEAST: Plan['estimate'] = { calls: 171, seconds: 400, isLeast: true, interval: null };
export const LEARNED: Plan['estimate'] = {
  calls: 171,
  seconds: 409,
  isLeast: false,
  interval: { ms: 5_000, scope: 'all', learnedAt: ago(26 * HOUR) },
};

/** 57 of 200: the others retry by themselves before long, and 31 of the 57 later. */
export function plan(fields: Partial<Plan> = {}): Plan {
  return {
    items: Array.from({ length: 57 }, (_, index) => planned(index)),
    excluded: excluded('retries-by-itself', 143),
    isCut: false,
    retrying: { soon: { count: 143, until: ago(-7 * MINUTE) }, later: { count: 31, until: ago(-2 * HOUR) } },
    estimate: LEAST,
    ...fields,
  };
}

/** A run of two hundred, a part of it over; the fields given replace its own. */
export function run(fields: Partial<BulkRun> = {}): BulkRun {
  return {
    runId: RUN_ID,
    label: 'Deliveries: failed, shop.example',
    state: 'running',
    counts: {
      total: 200,
      waiting: 87,
      running: 1,
      underWay: 0,
      sent: 98,
      delivered: 95,
      failed: 2,
      noAnswerYet: 1,
      refused: 2,
      notSent: 0,
      unknown: 1,
      skipped: 11,
      cancelled: 0,
    },
    estimate: { ...LEAST, calls: 264, seconds: 176 },
    startedBy: 'maria',
    startedAt: ago(4 * MINUTE),
    ...fields,
  };
}

/** The same as the list of runs has it. */
export function listed(of: BulkRun, fields: Partial<ListedRun> = {}): ListedRun {
  return { ...of, hosts: ['shop.example'], deliveredUsdt: '1790.44', now: { delivered: 95, failing: 2 }, ...fields };
}

const FACTS = ['The API accepted the request (200).', 'Read back: the delivery is delivered, resent 1 times.'];

/** The n-th item of a run that is over: mostly sent, some skipped, refused, unknown. */
export function item(position: number): BulkItem {
  const base = {
    position,
    invoiceUuid: uuidAt(position),
    externalId: `order-${position}`,
    earlierIntents: [],
  };
  if (position % 17 === 3) return { ...base, state: 'skipped', skipped: 'delivered' };
  const report = {
    intentId: `${RUN_ID}:${position}`,
    invoiceUuid: uuidAt(position),
    outcome: 'confirmed' as const,
    evidence: { facts: FACTS, reads: 1, baseline: null },
    updatedAt: ago((position % 90) * 1_000),
  };
  if (position % 41 === 7) {
    const evidence = { facts: ['The answer did not arrive (timeout).'], reads: 5, baseline: null };
    return { ...base, state: 'ended', report: { ...report, outcome: 'not-observed', evidence } };
  }
  if (position % 53 === 11) {
    const failure = { kind: 'rejected', code: 'WEBHOOK_NOT_FOUND', status: 404, message: 'x' } as const;
    return { ...base, state: 'ended', report: { ...report, outcome: 'refused', failure, evidence: undefined } };
  }
  return { ...base, state: 'ended', report };
}

function standingOf({ state, report }: BulkItem): ItemStanding {
  if (state !== 'ended') return state;
  if (report?.outcome === 'confirmed') return 'sent';
  return report?.outcome === 'refused' ? 'refused' : 'unknown';
}

/** One plan, one run with as many items as it counts, and the list of runs. */
export function scriptBulk(
  engine: ScriptedEngine,
  script: { readonly plan?: Plan; readonly run?: BulkRun; readonly runs?: readonly ListedRun[] } = {},
): void {
  const theRun = script.run ?? run();
  engine
    .on('resends.plan', () => success(script.plan ?? plan()))
    .on('resends.start', ({ runId, label }) => success({ ...theRun, runId, label }))
    .on('resends.run', ({ runId }) =>
      runId === theRun.runId || script.run === undefined
        ? success({ ...theRun, runId })
        : failed({ kind: 'not-found', what: 'run', ident: runId }),
    )
    .on('resends.runs', () => success({ runs: [...(script.runs ?? [listed(theRun)])] }))
    .on('resends.report', ({ offset, limit, standing }) => {
      const all = Array.from({ length: theRun.counts.total }, (_, position) => item(position)).filter(
        (one) => standing === undefined || standing.includes(standingOf(one)),
      );
      return success({ rows: all.slice(offset, offset + limit), total: all.length });
    })
    .on('watch.status', () => success(watchStatus()))
    .on('jobs.pause', () => success({}))
    .on('jobs.resume', () => success({}))
    .on('jobs.cancel', () => success({}));
}
