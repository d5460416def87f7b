// Calls of the checklist of a month: what is left of its end, what people have ticked, and the steps of a team's own.
import { z } from 'zod';
import { CHECKLIST, MAX_STEP_TEXT, MAX_STEPS, MAX_TICK_NOTE, OWN_STEP } from '../../../domain/period/checklist.ts';
import { nothing, readCall, whereItEnds, writeCall } from '../../define.ts';
import { intentIdCodec } from '../../wire/lists.ts';
import { periodCodec } from '../statement.ts';

const line = z
  .string()
  .trim()
  .regex(/^\P{Cc}*$/u);

export const checklistCalls = {
  'checklist.read': readCall({
    role: 'viewer',
    doc: 'The steps of a month end. What the engine knows is ticked by what is true, and nobody can tick it; `statement`, `fees` and the steps of a team’s own are ticked by people.',
    input: z.strictObject({ period: periodCodec }),
    output: CHECKLIST,
  }),
  'checklist.tick': writeCall({
    role: 'finance',
    doc: 'What a person says of a step: the last word holds, all are kept. `print` is what stood in a statement then. Answers the checklist after it.',
    input: z.strictObject({
      period: periodCodec,
      step: intentIdCodec.or(z.enum(['statement', 'fees'])),
      done: z.boolean(),
      note: line.min(1).max(MAX_TICK_NOTE).optional(),
      print: z.string().min(1).max(64).optional(),
    }),
    output: CHECKLIST,
    recording: whereItEnds('tick-step'),
  }),
  'checklist.addStep': writeCall({
    role: 'finance',
    doc: `A step of the team’s own, of every month from this one on; at most ${MAX_STEPS}. The same \`stepId\` again adds nothing.`,
    input: z.strictObject({ stepId: intentIdCodec, period: periodCodec, text: line.min(1).max(MAX_STEP_TEXT) }),
    output: OWN_STEP,
    recording: whereItEnds('add-step'),
  }),
  'checklist.removeStep': writeCall({
    role: 'finance',
    doc: 'Takes it off this month and later ones; earlier ones keep it, with what was said of it.',
    input: z.strictObject({ stepId: intentIdCodec, period: periodCodec }),
    recording: whereItEnds('remove-step'),
  }),
  'checklist.order': writeCall({
    role: 'finance',
    doc: 'The order of the team’s own steps, in all months.',
    input: z.strictObject({ stepIds: z.array(intentIdCodec).max(MAX_STEPS) }),
    recording: nothing('an order of lines'),
  }),
} as const;
