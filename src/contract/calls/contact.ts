/** Connecting a business: what is wrong with what is typed, before anything is sent, and the report of the first contact. And the training bench of the sandbox. */
import { z } from 'zod';
import { CONTACT_REPORT } from '../../domain/profiles/first-contact.ts';
import { DRIFTS } from '../../domain/support/drift.ts';
import { TRAINING, TRAINING_DEED } from '../../domain/console/training.ts';
import { nothing, readCall, writeCall } from '../define.ts';

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
  'training.status': readCall({
    doc: 'What the training bench of the sandbox has made of its API (`troubles`) and of its receivers. Only of the sandbox.',
    output: TRAINING,
  }),
  'training.act': writeCall({
    doc: 'Makes something happen in the sandbox, as a customer, a receiver or the service would, and reads it. Only of the sandbox: of a business it is refused.',
    input: TRAINING_DEED,
    recording: nothing('nobody is paid: the money is made up'),
  }),
} as const;
