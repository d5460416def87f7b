// Handlers of the activity log: its pages and the values that filters offer.
import type { activityCalls } from '../../contract/calls/activity.ts';
import { fromEpochMs } from '../../domain/kernel/time/time.ts';
import type { ActivityEntry } from '../../domain/news/activity.ts';
import type { Engine, HandlersOf } from './kernel/handler.ts';

/** Evidence holds bodies and lists of filters; a frame of two hundred entries stays small. */
const MAX_EVIDENCE = 20_000;

export function activityHandlers({ activity }: Pick<Engine, 'activity'>): HandlersOf<typeof activityCalls> {
  return {
    'activity.page': async ({ profile, filter, offset, limit }) => {
      const { rows, total } = await activity.page({ profileId: profile ?? null, filter, offset, limit });
      return { rows: rows.map(wireEntry), total };
    },
    'activity.facets': ({ profile }) => activity.facets({ profileId: profile ?? null }),
    'activity.verify': async ({ console: ofConsole = false }, { business, signal }) => {
      const { context, reports } = business;
      const job = { kind: 'audit-proof', profileId: context.profileId, ofConsole } as const;
      const checkedAt = fromEpochMs(context.clock.now());
      return { ...(await reports.run(job, { signal })), checkedAt };
    },
  };
}

function wireEntry(entry: ActivityEntry): ActivityEntry {
  return { ...entry, evidence: entry.evidence === null ? null : entry.evidence.slice(0, MAX_EVIDENCE) };
}
