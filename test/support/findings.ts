/** Findings for tests of the exceptions, and a run of the engine by hand. Not here: what the real engine finds. */
import { EVIDENCE_FIELDS, type Evidence, type Finding, type FindingKind } from '../../src/domain/kernel/finding.ts';
import type { Books } from '../../src/backend/books/books.ts';

/** A settled amount that differs by 5 USDT, of the invoice of that number; of another kind with texts under its own names. */
export function finding(number: number, change: Partial<Finding> = {}): Finding {
  return {
    kind: 'settled-differs',
    list: 'invoices',
    recordUuid: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    label: `order-${number}`,
    unit: 'USDT',
    delta: '5.00',
    recordAt: '2026-10-31T12:00:00Z',
    currency: 'EUR',
    method: 'Bank card',
    customerId: `customer-${number}`,
    evidence: evidenceOf(change.kind ?? 'settled-differs'),
    ...change,
  };
}

function evidenceOf(kind: FindingKind): Evidence {
  if (kind === 'closed-fact-changed')
    return { 'before.settled_amount_usdt': '100.00', 'after.settled_amount_usdt': '105.00' };
  return Object.fromEntries(
    Object.keys(EVIDENCE_FIELDS[kind]).map((name, at) => [name, at === 0 ? '105.00' : '100.00']),
  );
}

let runs = 0;

/** A whole run that sees these and nothing else; answers what it changed. */
export async function runOver(
  books: Books,
  findings: readonly unknown[],
  {
    at,
    profileId = 'p1',
    isWhole = true,
  }: { readonly at: string; readonly profileId?: string; readonly isWhole?: boolean },
): Promise<{ found: number; factsChanged: number; foundAgain: number; reopened: number; cleared: number }> {
  runs += 1;
  const run = `run-${runs}`;
  await books.write('exceptions.beginRun', { profileId, run });
  const seen = await books.write('exceptions.observe', { profileId, run, at, findings });
  let cleared = 0;
  if (isWhole) {
    const unseen = await books.write('exceptions.unseen', { profileId, run, seen: seen.seen, after: '' });
    cleared = await books.write('exceptions.clear', { profileId, ids: unseen.map(({ id }) => id), at });
  }
  const { found, factsChanged, foundAgain, reopened } = seen;
  return { found, factsChanged, foundAgain, reopened, cleared };
}
