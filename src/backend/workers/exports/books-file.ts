// The books as one file: for another computer, under a passphrase, or as they are in a folder that a person has chosen; and such a file as a copy among the
// others, which is put back as those are. What is sealed is the database itself: `age --decrypt` and SQLite read it without this console. Keys and mirrors are in none.
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import type { BroughtIn } from '../../../domain/kernel/copies.ts';
import { nameFromFile, noteDigest } from '../../books/kernel/backup.ts';
import { readCopy } from '../../books/kernel/contents.ts';
import { presentLine } from '../../books/kernel/generation.ts';
import { lookInto } from '../../books/kernel/restore.ts';
import { openBooksFile, sealFile, SealProblem } from '../../files/sealed.ts';
import { StoreError, toStoreError } from '../../sqlite/errors.ts';
import { deleteFile, deleteFiles, fileStanding, makeFolder, namesIn, setWritten } from '../../sqlite/files.ts';
import { openBooksForReading } from '../threads/books-opening.ts';
import { backupsFolder } from '../threads/locations.ts';
import type { BOOKS } from '../threads/protocol.ts';
import type { JobControl } from './pace.ts';

/** Writes the books into a file beside `path`. */
export interface WriteOutBooksJob {
  readonly kind: 'write-out-books';
  readonly profileId: typeof BOOKS;
  /** Without its ending. */
  readonly path: string;
  readonly passphrase: string;
}

export interface WrittenOut {
  readonly bytes: number;
  readonly ending: typeof BOOKS_FILE_ENDING;
}

/** Takes the file at `from` among the copies; `day` ("2026-11-21") is in the name. */
export interface BringInBooksJob {
  readonly kind: 'bring-in-books';
  readonly profileId: typeof BOOKS;
  readonly from: string;
  readonly passphrase: string;
  readonly day: string;
}

/** Copies the books into a file beside `path`, as they are. */
export interface CopyOutBooksJob {
  readonly kind: 'copy-out-books';
  readonly profileId: typeof BOOKS;
  /** Without its ending. */
  readonly path: string;
}

export interface CopiedOut {
  /** The line that the books follow: no other books have it. */
  readonly line: string;
}

const BOOKS_FILE_ENDING = '.age';
const LEFT = /-from-file-\d+\.db\.partial$/;

type Told = Pick<JobControl, 'report' | 'isCancelled'>;

/** Throws FailureError `cancelled`, StoreError and the system's errors; nothing stays then. */
export async function writeOutBooks(
  dataFolder: string,
  { path, passphrase }: Pick<WriteOutBooksJob, 'path' | 'passphrase'>,
  told: Told,
): Promise<WrittenOut> {
  const plain = `${path}.db`;
  const sealed = `${path}${BOOKS_FILE_ENDING}`;
  try {
    const database = openBooksForReading(dataFolder);
    try {
      database.copyInto(plain);
    } finally {
      database.close();
    }
    await sealFile(plain, sealed, passphrase, pacer(fileStanding(plain).bytes, told));
    return { bytes: fileStanding(sealed).bytes, ending: BOOKS_FILE_ENDING };
  } finally {
    deleteFile(plain);
  }
}

/** Copies the books beside `path`, under the line that they follow. Throws StoreError and the system's errors. */
export function copyOutBooks(dataFolder: string, { path }: Pick<CopyOutBooksJob, 'path'>): CopiedOut {
  const database = openBooksForReading(dataFolder);
  try {
    database.copyInto(`${path}.db`);
    return { line: presentLine({ database })?.line ?? '' };
  } finally {
    database.close();
  }
}

/** Ends the taking in of a file that holds no books that could be put back. */
class Unusable extends Error {
  readonly problem: Extract<ReturnType<typeof lookInto>, string>;

  constructor(problem: Unusable['problem']) {
    super(problem);
    this.problem = problem;
  }
}

/** One at a time. What is wrong with the file, or the full disk, is the result; nothing stays then. Throws FailureError `cancelled` and the system's other errors. */
export async function bringInBooks(
  dataFolder: string,
  { from, passphrase, day }: Pick<BringInBooksJob, 'from' | 'passphrase' | 'day'>,
  told: Told,
): Promise<BroughtIn> {
  const folder = backupsFolder(dataFolder);
  try {
    makeFolder(folder);
    // Of one that a death broke off.
    deleteFiles(
      folder,
      namesIn(folder).filter((name) => LEFT.test(name)),
    );
    const copy = nameFromFile(folder, day);
    const finish = (partial: string): Promise<void> => {
      const found = lookInto(partial);
      if (typeof found === 'string') throw new Unusable(found);
      const asOfMs = readCopy(partial, (database) => presentLine({ database }))?.atMs ?? null;
      if (asOfMs !== null) setWritten(partial, asOfMs);
      // Before the copy has its name, so that one without a checksum is never there.
      noteDigest(partial, copy, folder);
      return Promise.resolve();
    };
    const to = `${folder}/${copy}`;
    await openBooksFile(from, to, { passphrase, read: pacer(fileStanding(from).bytes, told), finish });
    return { outcome: 'copied', copy };
  } catch (error) {
    if (error instanceof SealProblem || error instanceof Unusable)
      return { outcome: 'refused', problem: error.problem };
    const stored = toStoreError(error, 'books');
    if (stored instanceof StoreError && stored.code === 'disk-full')
      return { outcome: 'refused', problem: 'disk-full' };
    throw error;
  }
}

function pacer(total: number, { report, isCancelled }: Told): (bytes: number) => void {
  return (done) => {
    if (isCancelled()) throw new FailureError({ kind: 'cancelled' });
    report({ done, total });
  };
}
