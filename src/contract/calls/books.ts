// Calls about the books themselves: whether a copy was put back, what stands still since then, and copies that hold more than the books do.
import { z } from 'zod';
import { count, instant, type ToldOf } from '../../domain/kernel/shape.ts';
import { identCodec, intentIdCodec } from '../wire/lists.ts';
import { readCall, writeCall, nothing, whereItEnds } from '../define.ts';

export const RESTORED_KINDS = ['run', 'order-run', 'resend', 'create'] as const;

const restore = z.object({
  /** Counts the restores of these books. */
  position: count,
  noticedAt: instant,
  /** Nothing that was sent later is in the books. */
  asOf: instant,
  /** Until when the console had been writing, where that is known. */
  usedUntil: instant.optional(),
});
export type BooksRestore = ToldOf<typeof restore>;

const standingStill = z.object({
  kind: z.enum(RESTORED_KINDS),
  id: z.string(),
  /** The run's label, the invoice's uuid, the order's external_id. */
  name: z.string(),
  since: instant,
  /** Of a run: items whose turn had not come in the copy. */
  waiting: z.number().int().optional(),
});
export type StandingStill = ToldOf<typeof standingStill>;

export const booksCalls = {
  'books.state': readCall({
    scope: 'app',
    doc: 'What somebody has to know about the books and has not put away yet. `restore`: a copy of the books was put back, and nothing later than `asOf` is in them; `largerCopies`: copies that hold what the books do not.',
    output: z.object({
      restore: restore.optional(),
      /** Names of copies that hold what the books do not, oldest first; none of them is deleted. */
      largerCopies: z.array(z.string()),
    }),
  }),
  'books.seen': writeCall({
    scope: 'app',
    doc: 'Puts away what `books.state` says; another restore, or another such copy, is said anew.',
    input: z.strictObject({
      restore: z.number().int().optional(),
      largerCopies: z.array(identCodec).max(1_000).optional(),
    }),
    recording: nothing('puts a notice away'),
  }),
  'restored.list': readCall({
    doc: 'What stands still in a business since a copy of the books was put back; absent `restore`: none ever was.',
    output: z.object({ restore: restore.optional(), items: z.array(standingStill).max(1_000) }),
  }),
  'restored.decide': writeCall({
    doc: '`continue`: a run goes on with what waits in it, but for webhooks that were resent since the copy (an order that was created since is found, not made again); of a resend or a create is found out by reading what became of it. `end`: the run is cancelled, the other two end without being known. Only a run that goes on sends anything.',
    input: z.strictObject({ kind: z.enum(RESTORED_KINDS), id: intentIdCodec, decision: z.enum(['continue', 'end']) }),
    recording: whereItEnds('resend-many', 'create-many', 'resend-webhook', 'create-invoice'),
  }),
} as const;
