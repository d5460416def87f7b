// What passes between the engine's thread and the store's worker threads: requests, answers, errors as data.
import { type Failure, FailureError } from '../../../domain/kernel/failure/failure.ts';
import type { RowsInto } from '../../books/found-rows.ts';
import { StoreError, type StoreErrorCode, type StoreFile } from '../../sqlite/errors.ts';
import type { Port } from './spawn.ts';

/** The name of a database: `books`, or the id of the profile whose mirror it is. */
export type DatabaseName = string;
export const BOOKS = 'books';

export type StoreRequest =
  /** Creates or migrates the file. For the writer; the reader opens by itself when it is first asked. */
  | { readonly kind: 'open'; readonly database: DatabaseName }
  | {
      readonly kind: 'run';
      readonly database: DatabaseName;
      readonly effect: 'read' | 'write';
      readonly command: string;
      readonly input: unknown;
    }
  /** Closes the connection; the next command opens it again. */
  | { readonly kind: 'release'; readonly database: DatabaseName }
  /** Moves a damaged mirror aside and makes a new one; answers the names of the moved files. */
  | { readonly kind: 'quarantine'; readonly database: DatabaseName }
  /** Deletes a mirror's files. */
  | { readonly kind: 'remove'; readonly database: DatabaseName }
  /** Fills the room that is kept for the books on the disk. */
  | { readonly kind: 'reserve' }
  /** Stores the rows of a job as they come over its port, to their end; for the writer. Answers how many count. */
  | { readonly kind: 'take-rows'; readonly into: RowsInto; readonly port: Port; readonly flags: Int32Array }
  | { readonly kind: 'close' };

export interface NumberedRequest {
  readonly id: number;
  readonly request: StoreRequest;
}

export type ErrorData =
  | { readonly kind: 'store'; readonly code: StoreErrorCode; readonly file: StoreFile; readonly message: string }
  | { readonly kind: 'failure'; readonly failure: Failure }
  | { readonly kind: 'bug'; readonly name: string; readonly message: string; readonly stack: string };

export type WorkerAnswer =
  | { readonly ok: true; readonly output: unknown }
  | { readonly ok: false; readonly error: ErrorData };

export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: WorkerAnswer };

/** An error on its way to another thread. */
export function errorToData(error: unknown): ErrorData {
  if (error instanceof StoreError) {
    return { kind: 'store', code: error.code, file: error.file, message: error.message };
  }
  if (error instanceof FailureError) return { kind: 'failure', failure: error.failure };
  if (error instanceof Error) {
    return { kind: 'bug', name: error.name, message: error.message, stack: error.stack ?? '' };
  }
  return { kind: 'bug', name: 'Error', message: String(error), stack: '' };
}

/** The error as it was thrown there; a bug keeps the stack of its own thread. */
export function dataToError(data: ErrorData): Error {
  switch (data.kind) {
    case 'store':
      return new StoreError(data.code, data.file, data.message);
    case 'failure':
      return new FailureError(data.failure);
    case 'bug': {
      const error = new Error(data.message);
      error.name = data.name;
      error.stack = data.stack;
      return error;
    }
  }
}

/** Cloning many rows blocks the engine's thread; whoever needs more asks in pages or computes in a worker. */
export const MAX_MESSAGE_ROWS = 1000;

/** Throws when the lists of a message have more than MAX_MESSAGE_ROWS together. A mistake of ours, not of a user. */
export function assertSmall(message: unknown, what: string): void {
  const rows = rowsIn(message, LIST_DEPTH);
  if (rows > MAX_MESSAGE_ROWS) throw new Error(`${what} carries ${rows} rows; the limit is ${MAX_MESSAGE_ROWS}`);
}

/** A message is a list, has lists as fields, or has fields that have them; what lies within a row is not looked at. */
const LIST_DEPTH = 2;

function rowsIn(value: unknown, depth: number): number {
  if (Array.isArray(value)) return value.length;
  if (depth === 0 || typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, inner: unknown) => sum + rowsIn(inner, depth - 1), 0);
}
