// Handlers of exports that are made by themselves.
import type { scheduleCalls } from '../../../contract/calls/exports/schedules.ts';
import { MAX_SCHEDULES, nextDues, PROBLEM_WORDS } from '../../../domain/exports/schedule.ts';
import { invalidInput } from '../../../domain/kernel/failure/failure.ts';
import { requireBounds } from '../../../domain/period/period.ts';
import { FolderTrouble } from '../../files/writing/chosen-folder.ts';
import { found, type HandlersOf } from '../kernel/handler.ts';

export function scheduleHandlers(): HandlersOf<typeof scheduleCalls> {
  return {
    'schedules.list': async (_input, { business }) => {
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
    'schedules.save': async ({ scheduleId, seen, ...schedule }, { business, by }) => {
      const { request } = schedule;
      if ('period' in request && request.period !== undefined) requireBounds(request.period);
      try {
        return await business.scheduled.save({ id: scheduleId, ...schedule }, by, seen);
      } catch (error) {
        if (error instanceof FolderTrouble) throw invalidInput('folder', PROBLEM_WORDS[error.problem]);
        throw error;
      }
    },
    'schedules.remove': async ({ scheduleId: id, seen }, { business, by }) => {
      found((await business.scheduled.remove(id, by, seen)) || null, 'scheduled export', id);
      return {};
    },
    'schedules.run': async ({ scheduleId, runId }, { business }) => {
      const run = await business.scheduled.make(scheduleId, runId ?? null);
      return found(run, 'scheduled export', scheduleId);
    },
    'schedules.runs': async (query, { business }) => {
      const { books, profileId } = business.context;
      return books.read('schedules.runs', { profileId, ...query });
    },
  };
}
