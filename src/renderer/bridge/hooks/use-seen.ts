// What a form writes over, as whoever fills it in has seen it: nothing that somebody else has changed since is overwritten unseen.
import { useState } from 'react';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';

/** As it was when the form was opened; once it was said that it is another one by now, as it is now (`now`): the next press is about that. */
export function useSeen<Value>(now: Value, failure: Failure | undefined): Value {
  const [opened] = useState(now);
  return failure?.kind === 'changed-since' ? now : opened;
}
