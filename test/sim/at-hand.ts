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
  /** The console shows nothing but the lock. */
  isLocked = false;
  written = 0;
}

export const PAGE = { offset: 0, limit: 20 };

/** A fraction as one of a list. */
export function chosen(things: unknown, choice: number): unknown {
  return Array.isArray(things) ? things[Math.floor(choice * things.length)] : undefined;
}

/** Hands a file over; its id, or null. */
export async function handed(call: Call, text: string): Promise<string | null> {
  const bytes = Buffer.from(text);
  const fileId = fieldOf(await call('files.open', { name: 'orders.csv', bytes: bytes.length }), 'fileId');
  if (typeof fileId !== 'string') return null;
  const appended = await call('files.append', { fileId, offset: 0, data: bytes.toString('base64') });
  return appended === null ? null : fileId;
}
