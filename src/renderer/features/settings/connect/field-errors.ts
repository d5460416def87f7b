/** What is wrong with what was typed, by the field it stands in. Pure. */
import type { CallOutput } from '../../../../contract/calls.ts';

export interface FieldErrors {
  readonly baseUrl?: string;
  readonly apiKey?: string;
  /** The address that is probably meant. */
  readonly proposal?: string;
}

/** Of the check that asks nobody. */
export function fieldErrors({ baseUrl, apiKey, proposal }: CallOutput<'profiles.check'>): FieldErrors {
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(proposal === undefined ? {} : { proposal }),
  };
}
