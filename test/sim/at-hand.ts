/** What is at hand for every deed of people: how they ask, which of what there is they take, what they remember. Not here: the deeds (desk.ts, support-week.ts). */
import { fieldOf } from '../../src/domain/kernel/fields.ts';
import type { Stream } from './chance.ts';

/** The output of a call; null when it failed, or the life ended before it was answered. */
export type Call = (call: string, input: unknown) => Promise<Readonly<Record<string, unknown>> | null>;

export interface Desk {
  readonly call: Call;
  /** Which of what there is, as a fraction. */
  readonly choice: number;
  readonly ids: Stream;
  /** The engine's day and so many before it, "2026-11-21". */
  readonly day: (before: number) => string;
  readonly invoice: { readonly uuid: string; readonly externalId: string };
  /** The uuids of two more. */
  readonly others: readonly string[];
  /** The key of the business. */
  readonly key: string;
  readonly memory: Memory;
  readonly profile: () => Promise<unknown>;
  /** The folder of scheduled exports is gone, or there again. */
  readonly moveReports: () => void;
  /** The uuids of all invoices. */
  readonly all: readonly string[];
  /** Ids of imports that somebody has begun, the latest last. */
  readonly imports: readonly string[];
  /** Passes time. */
  readonly pause: (ms: number) => Promise<void>;
  /** Asks for a resend, and says yes where that is a question. */
  readonly resend: (invoiceUuid: string) => Promise<void>;
  /** What was credited for a success is corrected at the service; its uuid, undefined where there is none. */
  readonly correct: (choice: number) => string | undefined;
}

/** What people remember from one deed to the next. */
export class Memory {
  /** Notes that nobody has acknowledged: written once more, under the same id. */
  readonly unheard = new Map<string, object>();
  readonly labels = new Map<string, { readonly name: string; readonly colour: string }>();
  /** Files whose orders are created, by their runs, the latest last. */
  readonly orderRuns: string[] = [];
  /** Those that nobody has acknowledged, with their text: begun once more, under the same id. */
  readonly unheardRuns = new Map<string, string>();
  /** The latest file of the books for another computer. */
  moved: Buffer | null = null;
  /** The console shows nothing but the lock. */
  isLocked = false;
  written = 0;
  /** Exports that are made by themselves. */
  readonly schedules: string[] = [];
}

/** As people name the folder of scheduled exports, wherever it really lies. */
export const REPORTS = '/reports';
/** Of the lock. */
export const PASSPHRASE = 'a passphrase of the desk';
export const PAGE = { offset: 0, limit: 20 };
/** Of a file, handed over at once. */
const PIECE_BYTES = 262_144;
/** Of the file that goes to another computer. */
export const MOVING = 'orchid-tram-vinegar-pulse';

/** A fraction as one of a list. */
export function chosen(things: unknown, choice: number): unknown {
  return Array.isArray(things) ? things[Math.floor(choice * things.length)] : undefined;
}

/** Hands a file over; its id, or null. */
export async function handed(call: Call, content: string | Buffer, name = 'orders.csv'): Promise<string | null> {
  const bytes = Buffer.from(content);
  const fileId = fieldOf(await call('files.open', { name, bytes: bytes.length }), 'fileId');
  if (typeof fileId !== 'string') return null;
  for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
    const data = bytes.subarray(offset, offset + PIECE_BYTES).toString('base64');
    if ((await call('files.append', { fileId, offset, data })) === null) return null;
  }
  return fileId;
}

/** Of the books of another computer makes a copy of the books; its name, or null. */
export async function broughtIn(call: Call, file: Buffer, passphrase: string): Promise<string | null> {
  const fileId = await handed(call, file, 'books.age');
  if (fileId === null) return null;
  const copy = fieldOf(await call('books.bringIn', { fileId, passphrase }), 'copy');
  return typeof copy === 'string' ? copy : null;
}
