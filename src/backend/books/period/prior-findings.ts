// Findings that the books alone give: a fact of a closed period is another one now, one finding a record, with all
// that has changed of it since the close. A record that is again what it was closed as is none.
import type { PriorPeriodAdjustment } from '../../../domain/period/close.ts';
import { canonicalEvidence } from '../../../domain/reconcile/exception.ts';
import {
  changedName,
  CLOSED_FACT_NAMES,
  type ClosedFacts,
  type EvidenceOf,
  type Finding,
} from '../../../domain/kernel/finding.ts';
import { MoneySum } from '../../../domain/kernel/money/money.ts';
import { readText } from '../../sqlite/columns.ts';
import type { BooksContext, OfProfile } from '../kernel/context.ts';
import { readAdjustment } from './prior-period.ts';

/** Records that one answer looks at. */
const MAX_RECORDS = 200;

/** `exceptions.prior`: of the records after `after` in the order of their uuids; `next` null when there are no more. */
export function priorFindings(
  { database }: BooksContext,
  input: OfProfile & { readonly after: string },
): { readonly findings: readonly Finding[]; readonly next: string | null } {
  const { profileId, after } = input;
  const uuids = `SELECT DISTINCT record_uuid FROM prior_period_adjustments WHERE profile_id = ? AND record_uuid > ?
      ORDER BY record_uuid LIMIT ?`;
  const records = database.all(uuids, profileId, after, MAX_RECORDS).map((row) => readText(row, 'record_uuid'));
  const ofRecords = `SELECT * FROM prior_period_adjustments WHERE profile_id = ? AND record_uuid IN (SELECT value FROM json_each(?)) ORDER BY id`;
  const rows = database.all(ofRecords, profileId, JSON.stringify(records)).map(readAdjustment);
  const groups = Map.groupBy(rows, ({ list, recordUuid }) => `${list}/${recordUuid}`);
  const findings = [...groups.values()].flatMap(findingOf);
  return { findings, next: records.length < MAX_RECORDS ? null : (records.at(-1) ?? null) };
}

/** All changes of one record, oldest first. */
function findingOf(changes: readonly PriorPeriodAdjustment[]): readonly Finding[] {
  const closes: readonly Changed[] = [...Map.groupBy(changes, ({ closeId }) => closeId).values()].map((own) => ({
    before: own[0]?.before ?? null,
    after: own.at(-1)?.after ?? null,
  }));
  const latest = changes.at(-1);
  if (
    latest === undefined ||
    closes.every(({ before, after }) => canonicalEvidence(before) === canonicalEvidence(asFarAs(before, after)))
  )
    return [];
  const { list, recordUuid, label } = latest;
  const [token = null, ...others] = new Set(changes.map((change) => change.token));
  const delta = new MoneySum();
  for (const { amount } of changes) delta.add(amount);
  const shown = latest.after ?? latest.before;
  return [
    {
      kind: 'closed-fact-changed',
      list,
      recordUuid,
      label,
      unit: token,
      // Amounts of two tokens have no sum: each stands in the evidence.
      delta: others.length === 0 ? delta.total() : null,
      amount: shown?.amount ?? null,
      recordAt: shown?.finished_at ?? shown?.processed_at ?? null,
      currency: null,
      method: null,
      customerId: null,
      evidence: evidenceOf(closes),
    },
  ];
}

/** What the later facts say of what the earlier ones knew: a close of form 1 knew less. */
function asFarAs(before: ClosedFacts | null, after: ClosedFacts | null): ClosedFacts | null {
  if (before === null || after === null) return after;
  return Object.fromEntries(Object.entries(after).filter(([name]) => name in before));
}

interface Changed {
  readonly before: ClosedFacts | null;
  readonly after: ClosedFacts | null;
}

/** Both sides of every close that has the record. A side on which it was in no line says so. */
function evidenceOf(closes: readonly Changed[]): EvidenceOf<'closed-fact-changed'> {
  const evidence: { -readonly [Name in keyof EvidenceOf<'closed-fact-changed'>]: string | null } = {};
  for (const [at, close] of closes.entries()) {
    for (const side of ['before', 'after'] as const) {
      const facts: ClosedFacts = close[side] ?? { line: null };
      for (const name of CLOSED_FACT_NAMES) {
        const text = facts[name];
        if (text !== undefined) evidence[changedName(side, name, closes.length === 1 ? null : at + 1)] = text;
      }
    }
  }
  return evidence;
}
