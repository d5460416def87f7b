/** Connecting a business: what is wrong with what is typed, before anything is sent, and the report of the first contact. */
import { z } from 'zod';
import { CONTACT_REPORT } from '../../domain/profiles/first-contact.ts';
import { DRIFTS } from '../../domain/support/drift.ts';
import { readCall } from '../define.ts';

export const contactCalls = {
  'profiles.check': readCall({
    scope: 'app',
    doc: 'What is wrong with an address or a key as typed. Nothing is sent to anybody, and nothing is kept.',
    input: z.strictObject({ baseUrl: z.string().max(512), apiKey: z.string().max(512).optional() }),
    output: z.object({
      /** One sentence each; absent where nothing is wrong. */
      baseUrl: z.string().optional(),
      apiKey: z.string().optional(),
      /** Where the requests would go. */
      origin: z.string().optional(),
      /** The address that is probably meant, where what is typed is none. */
      proposal: z.string().optional(),
    }),
  }),
  'contact.report': readCall({
    doc: 'What the API does where the specification is silent, in at most ten requests, reading only: names and shapes, no value of a record.',
    output: CONTACT_REPORT,
  }),
  'contact.drift': readCall({
    doc: 'Where answers strayed from the specification since this console knows the business: unknown fields and words, other shapes; since when, in how many answers. `text`: all of it to hand over, names and shapes only.',
    output: z.object({ drifts: DRIFTS, text: z.string() }),
  }),
} as const;
