// A file on its way to the engine, piece by piece: a sandboxed screen has no path to give. The next piece is read while one is on its way, and never
// more than that; one whose answer is lost is sent again to the same place. Pure but for what it is given.
import { MAX_PIECE_BYTES } from '../../../contract/calls/imports.ts';
import type { CallInput, CallOutput } from '../../../contract/calls.ts';
import { type Failure, failed, type Result, success } from '../../../domain/kernel/failure/failure.ts';
import { MAX_IMPORT_BYTES } from '../../../domain/ledger/import.ts';

/** What is asked of a file: a browser's File is one. */
export interface Handable {
  readonly name: string;
  readonly size: number;
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

export interface HandCalls {
  readonly open: (input: CallInput<'files.open'>) => Promise<Result<CallOutput<'files.open'>>>;
  readonly append: (input: CallInput<'files.append'>) => Promise<Result<CallOutput<'files.append'>>>;
  readonly discard: (fileId: string) => void;
  /** Waits; a stop may end it early. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

export interface HandedOver {
  readonly fileId: string;
  readonly name: string;
  readonly bytes: number;
}

export interface HandProgress {
  readonly sent: number;
  readonly total: number;
  /** The engine does not answer; the same piece is sent again. */
  readonly isWaiting: boolean;
}

/** As long as a name may be; what it ends in says more than what it begins with. */
const MAX_NAME = 255;
/** Pauses before a piece is sent again, in milliseconds. After the last there is no further try. */
const PAUSES_MS = [250, 1_000, 3_000, 6_000] as const;
/** Sent at once: a quarter of what a frame can hold, since writing a whole one as text is a task that is felt (60 ms). */
export const PIECE_BYTES = MAX_PIECE_BYTES / 4;
/** So many bytes are written as one argument list; a multiple of three, so that base64 needs no padding within. */
const ENCODE_BYTES = 24_576;

/** Why a file of that size is not even opened; null: nothing is against it. */
export function sizeRefusal(bytes: number): Failure | null {
  if (bytes > MAX_IMPORT_BYTES) return { kind: 'file-refused', reason: 'file-too-large', detail: gibibytes(bytes) };
  return bytes === 0 ? { kind: 'file-refused', reason: 'file-empty' } : null;
}

/** "2.4 GiB", never rounded down to the limit. */
function gibibytes(bytes: number): string {
  return `${(Math.ceil((bytes / MAX_IMPORT_BYTES) * 100) / 100).toFixed(2)} GiB`;
}

export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; from += ENCODE_BYTES) {
    // Five times as fast as spreading the bytes, and a large file has many.
    const text: unknown = Reflect.apply(String.fromCharCode, null, bytes.subarray(from, from + ENCODE_BYTES));
    if (typeof text === 'string') parts.push(btoa(text));
  }
  return parts.join('');
}

/**
 * Hands the file over and tells how far it is. Fails `file-refused` (too large, empty, changed while it was read), `cancelled` after an abort, or as the
 * engine says; whatever had arrived by then is discarded.
 */
export async function handOver(
  file: Handable,
  calls: HandCalls,
  signal: AbortSignal,
  tell: (progress: HandProgress) => void,
): Promise<Result<HandedOver>> {
  const refusal = sizeRefusal(file.size);
  if (refusal !== null) return failed(refusal);
  const name = file.name.slice(-MAX_NAME);
  const opened = await calls.open({ name: name === '' ? 'file' : name, bytes: file.size });
  if (!opened.ok) return opened;
  const { fileId } = opened.value;
  const failure = await sendAll(file, fileId, calls, signal, tell);
  if (failure === null) return success({ fileId, name, bytes: file.size });
  calls.discard(fileId);
  return failed(failure);
}

const BROKEN: Failure = { kind: 'file-refused', reason: 'upload-broken' };

async function sendAll(
  file: Handable,
  fileId: string,
  calls: HandCalls,
  signal: AbortSignal,
  tell: (progress: HandProgress) => void,
): Promise<Failure | null> {
  let offset = 0;
  let tries = 0;
  let ahead = pieceAt(file, 0);
  tell({ sent: 0, total: file.size, isWaiting: false });
  while (offset < file.size) {
    const data = await ahead;
    if (signal.aborted) return { kind: 'cancelled' };
    if (data === null) return BROKEN;
    const next = Math.min(offset + PIECE_BYTES, file.size);
    const here = ahead;
    ahead = pieceAt(file, next);
    const answer = await calls.append({ fileId, offset, data });
    if (signal.aborted) return { kind: 'cancelled' };
    const received = answer.ok ? answer.value.received : null;
    if (received !== null && received > offset && received <= file.size) {
      // What the engine has is where to go on: a piece whose answer was lost may have arrived.
      if (received !== next) ahead = pieceAt(file, received);
      offset = received;
      tries = 0;
      tell({ sent: offset, total: file.size, isWaiting: false });
      continue;
    }
    if (!answer.ok && !isLost(answer.failure)) return answer.failure;
    const pause = PAUSES_MS[tries];
    if (pause === undefined) return answer.ok ? BROKEN : answer.failure;
    tries += 1;
    ahead = here;
    tell({ sent: offset, total: file.size, isWaiting: true });
    await calls.wait(pause);
  }
  return null;
}

/** The answer may have been lost on its way, so that the piece may or may not be there. */
function isLost({ kind }: Failure): boolean {
  return kind === 'unavailable-offline' || kind === 'unknown-outcome';
}

/** The piece that begins there, in base64; null where the file cannot be read any more, as when it was changed. */
async function pieceAt(file: Handable, offset: number): Promise<string | null> {
  if (offset >= file.size) return '';
  const end = Math.min(offset + PIECE_BYTES, file.size);
  try {
    const bytes = new Uint8Array(await file.slice(offset, end).arrayBuffer());
    return bytes.length === end - offset ? toBase64(bytes) : null;
  } catch {
    return null;
  }
}
