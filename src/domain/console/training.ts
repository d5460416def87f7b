// The training bench: what a person can make happen in the sandbox, and how it stands there. Pure.
import { z } from 'zod';
import type { ToldOf } from '../kernel/shape.ts';

export const INVOICE_DEEDS = ['pay', 'pay-less', 'expire', 'adjust'] as const;
/** On a receiver of the made-up merchant. */
export const RECEIVER_DEEDS = ['sell', 'answer-500', 'refuse', 'recover'] as const;
export const API_DEEDS = ['slow', 'storm', 'revoke-key', 'normal'] as const;

export const TRAINING_DEED = z.discriminatedUnion('do', [
  z.strictObject({ do: z.enum(INVOICE_DEEDS), invoice: z.string().min(1).max(255) }),
  z.strictObject({ do: z.enum(RECEIVER_DEEDS), host: z.string().min(1).max(253) }),
  z.strictObject({ do: z.enum(API_DEEDS) }),
]);
export type TrainingDeed = ToldOf<typeof TRAINING_DEED>;

export const TRAINING = z.object({
  troubles: z.array(z.enum(API_DEEDS)),
  hosts: z.array(
    z.object({
      host: z.string(),
      /** Null: as its story in the sandbox has it. */
      how: z.enum(['error', 'refuse', 'well']).nullable(),
    }),
  ),
});

/** So much less is paid, in the currency of the invoice. */
export const TRAINING_LESS = '10';
/** So many orders are sold at once. */
export const TRAINING_ORDERS = 6;
