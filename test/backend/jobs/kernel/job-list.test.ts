/** Jobs as lists show them: the estimate, the cancel, and which stay when they have ended. */
import { describe, expect, it } from 'vitest';
import { JobList } from '../../../../src/backend/jobs/kernel/job-list.ts';
import type { JobView } from '../../../../src/domain/exports/report-job.ts';
import { DiscreteClock } from '../../../support/discrete-clock.ts';

function bench(kept = 20): {
  readonly clock: DiscreteClock;
  readonly closing: AbortController;
  readonly jobs: JobList;
  readonly begin: (id: string) => AbortSignal;
} {
  const clock = new DiscreteClock();
  const closing = new AbortController();
  const jobs = new JobList({ announce: () => undefined, clock, closing: closing.signal, profileId: 'p1' }, kept);
  const view = (id: string): JobView => ({ id, kind: 'export', label: id, state: 'running', done: 0 });
  return { clock, closing, jobs, begin: (id) => jobs.begin(view(id)) };
}

describe('a job', () => {
  it('is estimated by its pace so far, until it ends', async () => {
    const { clock, jobs, begin } = bench();
    begin('a');
    await clock.runFor(1_000);
    jobs.progress('a', { done: 0, total: 100 });
    expect(jobs.list()[0]?.etaSeconds).toBeUndefined();
    await clock.runFor(2_000);
    jobs.progress('a', { done: 25, total: 100 });
    expect(jobs.list()[0]?.etaSeconds).toBe(6);
    await clock.runFor(6_000);
    jobs.progress('a', { done: 100, total: 100 });
    expect(jobs.list()[0]?.etaSeconds).toBe(0);
    jobs.update('a', { state: 'done' });
    expect(jobs.list()).toMatchObject([{ state: 'done', done: 100, etaSeconds: undefined }]);
  });

  it('is cancelled once, and with the business', () => {
    const { closing, jobs, begin } = bench();
    const [one, other] = [begin('a'), begin('b')];
    expect([jobs.cancel('a'), jobs.cancel('nobody')]).toEqual([true, false]);
    expect([one.aborted, other.aborted]).toEqual([true, false]);
    jobs.update('a', { state: 'cancelled' });
    expect(jobs.cancel('a')).toBe(false);
    closing.abort(new Error('closing'));
    expect(other.aborted).toBe(true);
  });

  it('that has ended makes room for newer ones, and one that runs does not', () => {
    const { jobs, begin } = bench(2);
    begin('a');
    begin('b');
    jobs.update('b', { state: 'failed' });
    begin('c');
    expect(jobs.list().map(({ id }) => id)).toEqual(['a', 'c']);
    begin('d');
    expect(jobs.list().map(({ id }) => id)).toEqual(['a', 'c', 'd']);
  });
});
