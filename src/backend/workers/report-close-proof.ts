// Is what is kept of a close what was locked? Its text is hashed again, and held against the digest, the figures that
// are shown, and the close before it.
import { createHash, type Hash } from 'node:crypto';
import type { Close } from '../../domain/close.ts';
import type { CloseFault } from '../../domain/close-proof.ts';
import { FailureError } from '../../domain/failure.ts';
import type { CloseProofJob, ReportResults } from '../../domain/report-job.ts';
import { closeHead } from '../../reconciliation/close-form.ts';
import { closeText, digestBefore, getClose } from '../books/closes.ts';
import type { BooksContext } from '../books/context.ts';
import { StoreError } from '../sqlite/errors.ts';
import { type JobControl, Pace } from './export-pace.ts';
import type { ReportContext } from './report-context.ts';

/** One pass over the text. Throws `not-found` for a close of another profile, too, and `cancelled`. */
export function closeProofReport(
  { books }: ReportContext,
  { profileId, closeId }: CloseProofJob,
  control: JobControl,
): ReportResults['close-proof'] {
  const close = getClose(books, { profileId, id: closeId });
  if (close === null) throw new FailureError({ kind: 'not-found', what: 'close', ident: closeId });
  const found = hashed(books, close, control);
  const faults: readonly CloseFault[] = [
    ...(found?.sha256 === close.sha256 ? [] : (['text'] as const)),
    ...(found === null || found.areFiguresThere ? [] : (['figures'] as const)),
    ...(found === null || found.facts === close.facts ? [] : (['facts'] as const)),
    ...(isChained(books, profileId, close) ? [] : (['chain'] as const)),
  ];
  return { verified: faults.length === 0, faults, sha256: found?.sha256 ?? null };
}

interface Hashed {
  readonly sha256: string;
  readonly facts: number;
  readonly areFiguresThere: boolean;
}

/** Null when the text cannot be read at all. */
function hashed(books: BooksContext, close: Close, control: JobControl): Hashed | null {
  const pace = new Pace(close.facts, control);
  const hash = createHash('sha256');
  const head = new HeadCheck(close);
  let facts = 0;
  try {
    for (const text of closeText(books.database, close.id)) {
      facts += addChunk(hash, head, text);
      pace.skip(text.split('\n').length - 1);
    }
  } catch (error) {
    if (error instanceof StoreError && error.code === 'corrupt') return null;
    throw error;
  }
  return { sha256: hash.digest('hex'), facts, areFiguresThere: head.isWhole };
}

/** How many facts are in it. */
function addChunk(hash: Hash, head: HeadCheck, text: string): number {
  hash.update(text, 'utf8');
  head.add(text);
  return text.split('\nfact\t').length - 1 + (text.startsWith('fact\t') ? 1 : 0);
}

/** The first lines of the text are those that the document makes; not asked where a word of it is not known here. */
class HeadCheck {
  readonly #expected: string;
  #found = '';

  constructor({ document, unknown }: Close) {
    this.#expected = unknown.length === 0 ? `${closeHead(document).join('\n')}\n` : '';
  }

  add(text: string): void {
    if (this.#found.length < this.#expected.length) this.#found += text;
  }

  get isWhole(): boolean {
    return this.#found.startsWith(this.#expected);
  }
}

function isChained(books: BooksContext, profileId: string, { id, document }: Close): boolean {
  return document.previousSha256 === digestBefore(books.database, { profileId, id });
}
