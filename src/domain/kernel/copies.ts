// What is told of the copies of the books: what each holds, whether it is sound, and how the last look into the newest one ended.
import { z } from 'zod';
import { tableOf } from './fields.ts';
import { FOLDER_PROBLEMS } from './folder.ts';
import { count, instant, textOrNull, type ToldOf } from './shape.ts';

/** What is told of the books, by its word. */
export const BOOKS_KINDS = [
  'profiles',
  'activity',
  'resends',
  'creates',
  'runs',
  'notes',
  'labels',
  'answers',
  'exceptions',
  'closes',
  'entries',
] as const;
export const BOOKS_COUNTS = z.object(tableOf(BOOKS_KINDS, () => count));
export type BooksCounts = ToldOf<typeof BOOKS_COUNTS>;

export const COPY_STATES = ['intact', 'damaged', 'unknown'] as const;

export const BOOKS_COPY = z.object({
  name: z.string(),
  madeAt: instant,
  bytes: count,
  /** Held against the checksum beside it; `unknown`: there is none. */
  state: z.enum(COPY_STATES),
  /** Null where it cannot be read. */
  holds: BOOKS_COUNTS.nullable(),
});
export type BooksCopy = ToldOf<typeof BOOKS_COPY>;

/** Why a copy cannot be put back. */
export const RESTORE_PROBLEMS = [
  /** No checksum lies beside the copy, so nobody can say that it is the one that was made. */
  'no-checksum',
  'wrong-checksum',
  /** The checksum is right and the database in it is not. */
  'damaged',
  'newer-version',
  'older-version',
  'no-books',
] as const;
export type RestoreProblem = (typeof RESTORE_PROBLEMS)[number];

/** What stands still in a copy that was put back, until a person decides. */
export const RESTORED_KINDS = ['run', 'order-run', 'resend', 'create'] as const;

/** Why a file of books is not brought in. */
export const BOOKS_FILE_PROBLEMS = [
  /** No file of books under a passphrase, as this console writes them. */
  'foreign-file',
  'wrong-passphrase',
  /** It ends early, or was changed on its way. */
  'cut-file',
  'disk-full',
] as const;

/** `incomplete`: it can be put back, and lacks what the books had when it was made. */
export const COPY_DRILL = z.object({
  at: instant,
  copy: z.string(),
  problem: z.enum([...RESTORE_PROBLEMS, 'incomplete']).nullable(),
});
export type CopyDrill = ToldOf<typeof COPY_DRILL>;

/** A copy in a folder that a person has chosen, for the day on which the data folder is lost. */
export const OUTSIDE_COPY = z.object({
  folder: z.string(),
  /** The latest that this run of the console has made; null before the first. */
  name: textOrNull,
  /** Nothing that was written before is missing in it. */
  madeAt: instant.nullable(),
  /** Why the last try made none. */
  problem: z.enum(FOLDER_PROBLEMS).nullable(),
});
export type OutsideCopy = ToldOf<typeof OUTSIDE_COPY>;

/** What came of bringing a file of books in: the name of the copy that it became, or why there is none. */
export const BROUGHT_IN = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('copied'), copy: z.string() }),
  z.object({ outcome: z.literal('refused'), problem: z.enum([...BOOKS_FILE_PROBLEMS, ...RESTORE_PROBLEMS]) }),
]);
export type BroughtIn = ToldOf<typeof BROUGHT_IN>;

type AnyProblem = NonNullable<CopyDrill['problem']> | (typeof BOOKS_FILE_PROBLEMS)[number];

/** What each problem is, after "the copy was not put back:" or "the file was not brought in:". */
export const RESTORE_PROBLEM_WORDS: Readonly<Record<AnyProblem, string>> = {
  'no-checksum':
    'its checksum (the .sha256 file beside it) is missing, so nobody can say that it is the copy that was made',
  'wrong-checksum': 'its checksum is wrong: it is not the copy that was made',
  damaged: 'the database in it is damaged',
  'newer-version': 'a newer version of the console wrote it; restore it with that version',
  'older-version': 'a version of the console from before the first release wrote it',
  'no-books': 'it holds no books',
  'foreign-file': 'it is no file of books under a passphrase, as this console writes them',
  'wrong-passphrase': 'the passphrase is another one',
  'cut-file': 'it ends early or was changed on its way; write it again where it came from, or copy it again',
  'disk-full': 'the disk of the console is full; make room, then bring it in again',
  incomplete: 'it lacks entries that the books had when it was made',
};
