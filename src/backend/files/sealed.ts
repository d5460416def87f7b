// A file under a passphrase, in the age format (age-encryption.org/v1), which other programs read as well: written and opened piece by piece, whole
// or not at all.
import { Decrypter, Encrypter } from 'age-encryption';
import { createReadStream } from 'node:fs';
import { copyWhole, type WholeRules, writeWhole } from '../whole-file.ts';

/** What scrypt costs, as a power of two: age's own choice, about a second and 256 MiB for each guess. A file that asks for more is not opened. */
const WORK_FACTOR = 18;
/** One passphrase and nothing else opens it. */
const HEAD = /^age-encryption\.org\/v1\n-> scrypt [A-Za-z0-9+/]{22} ([1-9]\d?)\n/;
const HEAD_BYTES = 96;
/** As age says that no passphrase was the right one; everything else is a file that is not as it was written. */
const NOT_IT = /no identity matched/;
const PIECE_BYTES = 1_048_576;
/** How a database begins that is not sealed. */
const PLAIN_HEAD = 'SQLite format 3\0';
const RULES = { folder: 'ours', mode: 0o600, isDurable: true } as const;

/** A sealed file that is not opened, and why. */
export class SealProblem extends Error {
  readonly problem: 'foreign-file' | 'wrong-passphrase' | 'cut-file';

  constructor(problem: SealProblem['problem']) {
    super(`the file was not opened: ${problem}`);
    this.name = 'SealProblem';
    this.problem = problem;
  }
}

/** Called with the bytes that are read so far; throws what is to end it. */
export type Read = (bytes: number) => void;

/** Writes what is in a file under a passphrase to another. Rejects with the system's error or what `read` throws, and then leaves nothing. */
export async function sealFile(from: string, to: string, passphrase: string, read: Read): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase.normalize('NFC'));
  encrypter.setScryptWorkFactor(WORK_FACTOR);
  await writeWhole(to, await encrypter.encrypt(streamOf(piecesOf(from, read))), RULES);
}

interface Opening {
  readonly passphrase: string;
  readonly read: Read;
  /** Looks at the file before it has its name. */
  readonly finish: NonNullable<WholeRules['finish']>;
}

/** Is it a database as it is, not sealed? Rejects where it cannot be read. */
export async function isPlain(path: string): Promise<boolean> {
  return (await headOf(path)).startsWith(PLAIN_HEAD);
}

/** Writes the books that are in a file to another, be they sealed or not. Rejects as openSealed does. */
export async function openBooksFile(from: string, to: string, options: Opening): Promise<void> {
  return (await isPlain(from))
    ? copyWhole(from, to, { ...RULES, finish: options.finish })
    : openSealed(from, to, options);
}

/**
 * Writes what is in a sealed file to another; `finish` looks at it before it has its name. Rejects with SealProblem, with the system's error, or with
 * what `read` and `finish` throw, and then leaves nothing.
 */
async function openSealed(from: string, to: string, options: Opening): Promise<void> {
  const [, factor] = HEAD.exec(await headOf(from)) ?? [];
  if (factor === undefined || Number(factor) > WORK_FACTOR) throw new SealProblem('foreign-file');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(options.passphrase.normalize('NFC'));
  const source = new Source(from, options.read);
  const plain = await decrypter.decrypt(streamOf(source.pieces())).catch((error: unknown) => {
    source.rethrow();
    const isPassphrase = error instanceof Error && NOT_IT.test(error.message);
    throw new SealProblem(isPassphrase ? 'wrong-passphrase' : 'cut-file');
  });
  await writeWhole(to, opened(plain, source), { ...RULES, finish: options.finish });
}

/** The reading of a file, whose own end is told from that of what it feeds. */
class Source {
  readonly #path: string;
  readonly #read: Read;
  #error: { readonly error: unknown } | null = null;

  constructor(path: string, read: Read) {
    this.#path = path;
    this.#read = read;
  }

  async *pieces(): AsyncIterable<Uint8Array> {
    try {
      yield* piecesOf(this.#path, this.#read);
    } catch (error) {
      this.#error = { error };
      throw error;
    }
  }

  rethrow(): void {
    if (this.#error !== null) throw this.#error.error;
  }
}

/** What is opened; whatever age has against it is a file that is not as it was written. */
async function* opened(plain: AsyncIterable<Uint8Array>, source: Source): AsyncIterable<Uint8Array> {
  try {
    yield* plain;
  } catch {
    source.rethrow();
    throw new SealProblem('cut-file');
  }
}

function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

async function* piecesOf(path: string, read: Read): AsyncIterable<Uint8Array> {
  let bytes = 0;
  const pieces: AsyncIterable<unknown> = createReadStream(path, { highWaterMark: PIECE_BYTES });
  for await (const piece of pieces) {
    if (!(piece instanceof Uint8Array)) throw new Error('a file is read in bytes');
    bytes += piece.length;
    read(bytes);
    yield piece;
  }
}

async function headOf(path: string): Promise<string> {
  let head = '';
  for await (const piece of createReadStream(path, { end: HEAD_BYTES - 1, encoding: 'latin1' })) head += String(piece);
  return head;
}
