/** Reports as jobs over real files: computed once while nothing changes, computed anew once mirror or closes do, with progress and an end by hand. */
import { beforeEach, describe, expect, it } from 'vitest';
import { Reports } from '../../../../src/backend/jobs/kernel/reports.ts';
import type { StatementJob } from '../../../../src/domain/exports/report-job.ts';
import { FastClock } from '../../../integration/clock.ts';
import { clientAt, jobContext } from '../../../support/benches/job-context.ts';
import { invoice, page } from '../../mirror/sample.ts';
import { sampleDocumentOf } from '../../../reconciliation/period/close-sample.ts';
import { type Opened, openedForEach } from '../../workers/opened.ts';

let opened: Opened;
let reports: Reports;
let computed: number;
const shown: (number | undefined)[] = [];

openedForEach((fresh) => {
  opened = fresh;
});

beforeEach(async () => {
  computed = 0;
  shown.length = 0;
  const { store, mirror, books } = opened;
  const clock = new FastClock(1);
  const client = clientAt('http://127.0.0.1:1', 'key', { clock });
  const context = jobContext({ client, mirror, books, clock, announce: () => shown.push(reports.list()[0]?.total) });
  reports = new Reports(context, (job, listeners, signal) => {
    computed += 1;
    return store.compute(job, listeners, signal);
  });
  await mirror.write('invoices.store', page([invoice(1), invoice(2)]));
});

const PERIOD = { from: '2026-11-01', to: '2026-12-01', timeZone: 'UTC' };
const job: StatementJob = { kind: 'statement', profileId: 'p1', period: PERIOD, typed: [] };
const never = new AbortController().signal;

describe('a report', () => {
  it('is computed once while nothing changes, whoever asks and in which order its fields stand', async () => {
    const { kind, ...others } = job;
    const [first, second] = await Promise.all([reports.result(job, never), reports.result({ ...others, kind }, never)]);
    expect(second).toBe(first);
    expect((await reports.result(job, never)).computedAt).toBe(first.computedAt);
    expect(computed).toBe(1);
    await reports.result({ ...job, period: { ...PERIOD, timeZone: 'Europe/Warsaw' } }, never);
    expect(computed).toBe(2);
    expect(reports.list()).toEqual([]);
    expect(shown.some((total) => total === 2)).toBe(true);
  });

  it('is computed anew once a record has changed, and not when a request was logged', async () => {
    const before = await reports.result(job, never);
    expect(before.result.tokens[0]?.movement).toBe('214.246912');
    await opened.books.write('requests.append', { profileId: 'p1', at: [1, 2, 3] });
    await reports.result(job, never);
    expect(computed).toBe(1);
    await opened.mirror.write('invoices.store', page([invoice(3, { settled_amount_usdt: '0.000000000000000001' })]));
    const after = await reports.result(job, never);
    expect(after.result.tokens[0]?.movement).toBe('214.246912000000000001');
    expect(computed).toBe(2);
  });

  it('is computed anew once a period is closed', async () => {
    await reports.result(job, never);
    const bounds = { from: '2026-10-01T00:00:00Z', to: '2026-11-01T00:00:00Z' };
    const base = { id: 'close-of-october', profileId: 'p1', at: '2026-11-21T10:00:00Z' };
    await opened.books.write('closes.begin', { ...base, bounds });
    await opened.books.write('closes.commit', {
      ...base,
      document: JSON.stringify(sampleDocumentOf('2026-10-01', '2026-11-01', '7.5')),
      facts: 0,
      chunks: 0,
      sha256: 'hash',
      previousSha256: null,
      closedAt: base.at,
      osUser: 'finance',
    });
    const { result } = await reports.result(job, never);
    expect(result.tokens[0]).toMatchObject({
      opening: { source: 'previous-close', closeId: 'close-of-october', amount: '7.5' },
      impliedClosing: '221.746912',
    });
    expect(computed).toBe(2);
  });

  it('that is given up is not computed', async () => {
    await expect(reports.result(job, AbortSignal.abort())).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    expect(computed).toBe(0);
    expect(reports.cancel('nothing')).toBe(false);
  });
});
