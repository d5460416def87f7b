// The frames that cross between engine and screen, the same in both shells: calls, cancels, answers, events. JSON only.
import { z } from 'zod';
import type { Failure } from '../domain/kernel/failure/failure.ts';
import { natural, textOrNull } from '../domain/kernel/shape.ts';
import { FAILURE } from '../domain/kernel/failure/failure-shape.ts';

const frameId = z.string().min(1).max(64);
const profileId = z.string().min(1).max(64);

/** One call. `profile` names the business the screen shows; absent means the selected one. Ids are unique per window. */
export const callFrameCodec = z.strictObject({
  id: frameId,
  call: z.string().min(1).max(64),
  input: z.unknown().optional(),
  profile: profileId.optional(),
});
export type CallFrame = z.output<typeof callFrameCodec>;

/** Gives a running read up. Writes are never cancelled by it. */
export const cancelFrameCodec = z.strictObject({ cancel: frameId });

export const inboundFrameCodec = z.union([callFrameCodec, cancelFrameCodec]);

export const answerFrameCodec = z.discriminatedUnion('ok', [
  z.object({ id: z.string(), ok: z.literal(true), output: z.unknown() }),
  z.object({ id: z.string(), ok: z.literal(false), failure: FAILURE }),
]);
export type AnswerFrame =
  | { readonly id: string; readonly ok: true; readonly output: unknown }
  | { readonly id: string; readonly ok: false; readonly failure: Failure };

/** A push. `seq` grows by one per stream; a gap means: read everything again. `profile` is null for app-wide events. */
export const eventFrameCodec = z.object({
  event: z.string(),
  profile: textOrNull,
  seq: natural,
  data: z.unknown(),
});
export type EventFrame = z.output<typeof eventFrameCodec>;
