/**
 * How a call is declared: once, with its effect, its scope and both schemas. Not here: any particular call.
 */
import type { z } from 'zod';

export interface CallDeclaration<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  /** A `write` changes something at the API or in the books and is refused on a changed or read-only profile. */
  readonly effect: 'read' | 'write';
  /** `business` calls are about one profile; `app` calls are not. */
  readonly scope: 'app' | 'business';
  readonly input: Input;
  readonly output: Output;
}

/** Declares one call. */
export function declare<Input extends z.ZodType, Output extends z.ZodType>(
  effect: 'read' | 'write',
  scope: 'app' | 'business',
  input: Input,
  output: Output,
): CallDeclaration<Input, Output> {
  return { effect, scope, input, output };
}
