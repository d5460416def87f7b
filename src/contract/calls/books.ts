// Calls about the books themselves: whether a copy was put back, what stands still since then, and copies that hold more than the books do.
import { z } from 'zod';
import { FILE_PASSPHRASE } from '../../domain/console/passphrase.ts';
import {
  BOOKS_COPY,
  BOOKS_COUNTS,
  BROUGHT_IN,
  COPY_DRILL,
  OUTSIDE_COPY,
  RESTORED_KINDS,
} from '../../domain/kernel/copies.ts';
import { FOLDER_PROBLEMS, MAX_FOLDER } from '../../domain/kernel/folder.ts';
import { count, instant, type ToldOf } from '../../domain/kernel/shape.ts';
import { identCodec, intentIdCodec } from '../wire/lists.ts';
import { readCall, writeCall, nothing, whereItEnds } from '../define.ts';

const restore = z.object({
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
    role: 'anyone',
    scope: 'app',
    doc: 'What somebody has to know about the books and has not put away yet. `restore`: a copy of the books was put back, and nothing later than `asOf` is in them; `largerCopies`: copies that hold what the books do not; `failedDrill`: the newest copy could not be put back.',
    output: z.object({
      restore: restore.optional(),
      /** Names of copies that hold what the books do not, oldest first; none of them is deleted. */
      largerCopies: z.array(z.string()),
      failedDrill: COPY_DRILL.optional(),
      /** Why there is no copy in the folder of `books.copyTo` any more. */
      outside: z.enum(FOLDER_PROBLEMS).optional(),
    }),
  }),
  'books.copies': readCall({
    role: 'host-admin',
    scope: 'app',
    doc: 'The copies of the books, the newest first, and what is in them, beside what the `books` hold now; how the last look into the newest ended (once a day it is held against all that putting it back asks of it, and against the books). As of the last time that a copy was due.',
    output: z.object({
      books: BOOKS_COUNTS,
      copies: z.array(BOOKS_COPY).max(1_000),
      /** Absent before the first. */
      drill: COPY_DRILL.optional(),
      /** Absent where no folder is set. */
      outside: OUTSIDE_COPY.optional(),
    }),
  }),
  'books.copyTo': writeCall({
    scope: 'app',
    role: 'host-admin',
    doc: 'Sets the folder, an absolute path of this computer, into which a copy of the books is written within five minutes of a change, one file a day and the last seven; an empty path ends it. What is there is not sealed. `books.bringIn` takes such a file on another computer, without a passphrase. Answers once a first copy is there.',
    input: z.strictObject({ folder: z.string().trim().max(MAX_FOLDER) }),
    recording: {
      kind: 'here',
      asked: ({ folder }) => ({
        action: 'copy-books',
        summary: folder === '' ? 'no copies of the books outside any more' : `copies of the books into ${folder}`,
        profileId: null,
      }),
    },
  }),
  'books.putBack': writeCall({
    role: 'host-admin',
    scope: 'app',
    doc: 'Puts a copy in the place of the books, which are copied first. The engine ends for it and begins anew by itself; calls wait meanwhile. What is open in the copy stands still then. `problem`: why it was not done; nothing has changed.',
    input: z.strictObject({ copy: identCodec }),
    output: z.object({ problem: COPY_DRILL.shape.problem }),
    recording: nothing('the books that are opened then say it themselves'),
  }),
  'books.writeOut': writeCall({
    role: 'host-admin',
    doc: 'Writes the books of all businesses into one file for another computer, under a passphrase that is kept nowhere (the age format). Keys and mirrors are not in it. A job of the business like those of `exports.start`; its `ticket` is fetched once at `GET /exports/TICKET`.',
    input: z.strictObject({ passphrase: z.string().trim().min(FILE_PASSPHRASE.min).max(FILE_PASSPHRASE.max) }),
    output: z.object({ jobId: z.string() }),
    recording: whereItEnds('export'),
  }),
  'books.bringIn': writeCall({
    role: 'host-admin',
    doc: 'Takes a file that `books.writeOut` has written, or a copy from the folder of `books.copyTo` (which has no passphrase), and that was handed over with `files.open`, among the copies of the books; `books.putBack` then puts it in their place. `refused`: why not; nothing has changed.',
    input: z.strictObject({
      fileId: identCodec,
      passphrase: z.string().trim().max(FILE_PASSPHRASE.max).default(''),
    }),
    output: BROUGHT_IN,
    recording: nothing('the books stay as they are; those that are put back say it themselves'),
  }),
  'books.seen': writeCall({
    role: 'host-admin',
    scope: 'app',
    doc: 'Puts away what `books.state` says; another restore, or another such copy, is said anew.',
    input: z.strictObject({
      restore: z.number().int().optional(),
      largerCopies: z.array(identCodec).max(1_000).optional(),
      /** `at` of the failed drill. */
      drill: identCodec.optional(),
    }),
    recording: nothing('puts a notice away'),
  }),
  'restored.list': readCall({
    role: 'viewer',
    doc: 'What stands still in a business since a copy of the books was put back; absent `restore`: none ever was.',
    output: z.object({ restore: restore.optional(), items: z.array(standingStill).max(1_000) }),
  }),
  'restored.decide': writeCall({
    role: 'approver',
    doc: '`continue`: a run goes on with what waits in it, but for webhooks that were resent since the copy (an order that was created since is found, not made again); of a resend or a create is found out by reading what became of it. `end`: the run is cancelled, the other two end without being known. Only a run that goes on sends anything.',
    input: z.strictObject({ kind: z.enum(RESTORED_KINDS), id: intentIdCodec, decision: z.enum(['continue', 'end']) }),
    recording: whereItEnds('resend-many', 'create-many', 'resend-webhook', 'create-invoice'),
  }),
} as const;
