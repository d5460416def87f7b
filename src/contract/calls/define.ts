// How a call is declared: once, with its effect, its scope and both schemas.
import type { z } from 'zod';

export type CallEffect = 'read' | 'write';

export interface CallDeclaration<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Effect extends CallEffect = CallEffect,
> {
  /**
   * A `write` changes something at the API or in the books; at the API it is refused on a changed or read-only profile. What the
   * activity log says of it stands in a table that is total over the writes (handlers/recording.ts).
   */
  readonly effect: Effect;
  /** `business` calls are about one profile; `app` calls are not. */
  readonly scope: 'app' | 'business';
  readonly input: Input;
  readonly output: Output;
}

/** Declares one call. */
export function declare<Effect extends CallEffect, Input extends z.ZodType, Output extends z.ZodType>(
  effect: Effect,
  scope: 'app' | 'business',
  input: Input,
  output: Output,
): CallDeclaration<Input, Output, Effect> {
  return { effect, scope, input, output };
}
