// Handlers of exports that are made by themselves.
import type { scheduleCalls } from '../../../contract/calls/exports/schedules.ts';
import { MAX_SCHEDULES, nextDues, PROBLEM_WORDS } from '../../../domain/exports/schedule.ts';
import { invalidInput } from '../../../domain/kernel/failure/failure.ts';
import { requireBounds } from '../../../domain/period/period.ts';
import { FolderTrouble } from '../../files/writing/chosen-folder.ts';
import { found, type HandlersOf } from '../kernel/handler.ts';

export function scheduleHandlers(): HandlersOf<typeof scheduleCalls> {
  return {
    'schedules.list': async (_input, call) => {
      const business = call.business();
      const { books, profileId } = business.context;
      const kept = await books.read('schedules.list', { profileId });
      const schedules = kept.map(({ schedule, latest }) => ({
        ...schedule,
        latest,
        next: schedule.isOn ? (nextDues(schedule.rule, business.serverNow(), 1)[0]?.at ?? null) : null,
        waiting: business.scheduled.waiting(schedule.id),
      }));
      return { schedules, most: MAX_SCHEDULES };
    },
    'schedules.save': async ({ scheduleId, seen, ...schedule }, call) => {
      const { request } = schedule;
      if ('period' in request && request.period !== undefined) requireBounds(request.period);
      try {
        return await call.business().scheduled.save({ id: scheduleId, ...schedule }, call.by, seen);
      } catch (error) {
        if (error instanceof FolderTrouble) throw invalidInput('folder', PROBLEM_WORDS[error.problem]);
        throw error;
      }
    },
    'schedules.remove': async ({ scheduleId: id, seen }, call) => {
      found((await call.business().scheduled.remove(id, call.by, seen)) || null, 'scheduled export', id);
      return {};
    },
    'schedules.run': async ({ scheduleId, runId }, call) => {
      const run = await call.business().scheduled.make(scheduleId, runId ?? null);
      return found(run, 'scheduled export', scheduleId);
    },
    'schedules.runs': async (query, call) => {
      const { books, profileId } = call.business().context;
      return books.read('schedules.runs', { profileId, ...query });
    },
  };
}
