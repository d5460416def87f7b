// How many exceptions a business has as of now, and of which day that is for whoever set a day for one.
import type { ExceptionFilter } from '../../../domain/reconcile/exception.ts';
import { dayAt, fromEpochMs } from '../../../domain/kernel/time/time.ts';
import type { JobContext } from '../kernel/context.ts';

/** The counts of a business as they are now. */
export async function countsOf(job: JobContext, filter: ExceptionFilter = {}) {
  return job.books.read('exceptions.counts', { profileId: job.profileId, filter, ...(await momentOf(job)) });
}

/** Now, and the day that it is in the zone of the screens. */
export async function momentOf({ clock, settings }: Pick<JobContext, 'clock' | 'settings'>) {
  const { timeZone } = await settings();
  return { now: fromEpochMs(clock.now()), today: dayAt(clock.now(), timeZone) };
}
