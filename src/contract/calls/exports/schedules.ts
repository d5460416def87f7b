// Calls of exports that are made by themselves: the schedules, and what came of each time.
import { z } from 'zod';
import {
  DUE_RULE,
  EXPORT_RUN,
  EXPORT_SCHEDULE,
  FILE_NAME,
  MAX_SCHEDULES,
  mayRoll,
  MOST_MADE_UP,
  mustRoll,
  ROLLS,
  SCHEDULE_NAME,
  SCHEDULED_KINDS,
} from '../../../domain/exports/schedule.ts';
import { MAX_FOLDER } from '../../../domain/kernel/folder.ts';
import { count, instant } from '../../../domain/kernel/shape.ts';
import { readCall, whereItEnds, writeCall } from '../../define.ts';
import { exportRequestCodec } from '../../wire/export-request.ts';
import { intentIdCodec, paging } from '../../wire/lists.ts';

const runId = z.int().positive();

export const scheduleCalls = {
  'schedules.list': readCall({
    role: 'viewer',
    doc: 'Exports that are made by themselves, by name, each with when it is due next, what it waits for and what came of it last.',
    output: z.object({
      schedules: z.array(
        EXPORT_SCHEDULE.extend({
          /** Null while it is switched off. */
          next: instant.nullable(),
          /** It is due, and the lists that it rests on are not complete for its days yet. */
          waiting: z.object({ dueAt: instant, lacks: z.string() }).nullable(),
          latest: EXPORT_RUN.nullable(),
        }),
      ),
      most: count,
    }),
  }),
  'schedules.save': writeCall({
    role: 'host-admin',
    doc: `Makes an export that is made by itself, or changes the one of that \`scheduleId\`; at most ${MAX_SCHEDULES}. \`request\` is that of \`exports.start\`; with \`rolls\` its period, or the days of its filter, are those before each time. \`folder\` is an absolute path of this computer that may be written; a file is called \`fileName\` and its days, \`fees-2026-10.csv\`, and no other file is ever written over. \`seen\`: \`since\` of the one that is changed; what somebody else has changed since is not overwritten (\`changed-since\`).`,
    input: z
      .strictObject({
        scheduleId: intentIdCodec,
        name: SCHEDULE_NAME,
        request: exportRequestCodec,
        rolls: z.enum(ROLLS).nullable(),
        rule: DUE_RULE,
        folder: z.string().min(1).max(MAX_FOLDER),
        fileName: FILE_NAME,
        isOn: z.boolean().default(true),
        seen: instant.optional(),
      })
      .refine(({ request }) => SCHEDULED_KINDS.includes(request.kind), {
        path: ['request'],
        error: 'is not one that can be made by itself',
      })
      .refine(({ request, rolls }) => (rolls === null ? !mustRoll(request.kind) : mayRoll(request.kind)), {
        path: ['rolls'],
        error: 'this export has no days that roll, or is of nothing else',
      }),
    output: EXPORT_SCHEDULE,
    recording: whereItEnds('save-schedule'),
  }),
  'schedules.remove': writeCall({
    role: 'finance',
    doc: 'Removes one. Its files stay where they are, and what came of each time stays in the books. `seen`: as of `schedules.save`.',
    input: z.strictObject({ scheduleId: intentIdCodec, seen: instant.optional() }),
    recording: whereItEnds('remove-schedule'),
  }),
  'schedules.run': writeCall({
    role: 'finance',
    doc: 'Makes one now, of the days that it would be of today; with `runId` a time that has failed once more.',
    input: z.strictObject({ scheduleId: intentIdCodec, runId: runId.optional() }),
    output: EXPORT_RUN,
    recording: whereItEnds('export'),
  }),
  'schedules.runs': readCall({
    role: 'viewer',
    doc: `What came of each time, the latest first: the file with its rows and SHA-256, or why there is none. Times that were missed are made up at the next start, the last ${MOST_MADE_UP} of them, and without days of their own the last alone; older ones are \`missed\`. What was not complete then is in \`lacks\`, and in the manifest beside the file.`,
    input: z.strictObject({ scheduleId: intentIdCodec.optional(), ...paging }),
    output: z.object({ rows: z.array(EXPORT_RUN), total: count }),
  }),
} as const;
