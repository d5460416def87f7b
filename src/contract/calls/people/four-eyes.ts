// Calls about a second person: for what one is needed, what waits for one, and the answers.
import { z } from 'zod';
import { FOUR_EYES, FOUR_EYES_REQUEST, FOUR_EYES_RULE } from '../../../domain/people/four-eyes.ts';
import { natural } from '../../../domain/kernel/shape.ts';
import { PERSON_NAME } from '../../../domain/people/person.ts';
import { readCall, whereItEnds, writeCall } from '../../define.ts';
import { intentIdCodec, reasonCodec } from '../../wire/lists.ts';

const recorded = whereItEnds('second-person');

const answered = z.object({
  request: FOUR_EYES_REQUEST,
});

export const fourEyesCalls = {
  'fourEyes.rule': readCall({
    role: 'viewer',
    doc: 'For what a second person is needed on this business; `approvers`: who may be one, by name. With fewer than two it cannot be switched on.',
    output: z.object({ rule: FOUR_EYES_RULE, approvers: z.array(z.string()) }),
  }),
  'fourEyes.setRule': writeCall({
    role: ['approver', 'admin'],
    doc: 'For what one is needed from now on. Less than before needs a second person itself.',
    input: z.strictObject({
      on: z
        .array(z.enum(FOUR_EYES))
        .max(FOUR_EYES.length)
        .refine((all) => new Set(all).size === all.length, 'one of them twice'),
      mostItems: FOUR_EYES_RULE.shape.mostItems,
    }),
    recording: whereItEnds('set-four-eyes'),
    fourEyes: () => ({ kind: 'loosening' }),
  }),
  'fourEyes.list': readCall({
    role: 'viewer',
    doc: 'What waits for a second person, then what has been answered, the latest first, at most 50. `mayAnswer`: whoever asks may; `isOwn`: it is theirs, and they may withdraw it. `waiting`: how many wait for somebody.',
    output: z.object({
      requests: z.array(
        FOUR_EYES_REQUEST.extend({
          mayAnswer: z.boolean(),
          isOwn: z.boolean(),
          who: z.array(PERSON_NAME),
        }),
      ),
      waiting: natural,
    }),
  }),
  'fourEyes.approve': writeCall({
    role: 'approver',
    doc: 'Carries out what another person asked for, in both names, once and as it was shown (`print`); of a key it lets the asker set it within the hour. Where it would do something else by now it lapses, and `shownThen` says what. The state of the answer is how it ended.',
    input: z.strictObject({ id: intentIdCodec, print: z.string().regex(/^[0-9a-f]{64}$/) }),
    output: answered,
    recording: recorded,
  }),
  'fourEyes.decline': writeCall({
    role: 'approver',
    doc: 'It is not done; the asker reads why.',
    input: z.strictObject({ id: intentIdCodec, reason: reasonCodec }),
    output: answered,
    recording: recorded,
  }),
  'fourEyes.explain': writeCall({
    role: 'viewer',
    doc: 'By whoever asked, while it waits: why. It is said once, and stands beside the figures and in the audit log.',
    input: z.strictObject({ id: intentIdCodec, reason: reasonCodec }),
    output: answered,
    recording: recorded,
  }),
  'fourEyes.withdraw': writeCall({
    role: 'viewer',
    doc: 'By whoever asked: it is not wanted any more. Of what is `unknown` or `restored`, also by whoever may approve: it was looked after; `reason`: what was found.',
    input: z.strictObject({ id: intentIdCodec, reason: reasonCodec.optional() }),
    output: answered,
    recording: recorded,
  }),
} as const;
