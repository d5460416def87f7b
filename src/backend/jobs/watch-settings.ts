// What a person has set for the watch of a profile: that it is paused, and the incident that goes first.
import { isFields } from '../../domain/fields.ts';
import { ATTEMPT_TIMEOUT_MS } from '../../domain/retry-schedule.ts';
import { toEpochMs } from '../../domain/time.ts';
import type { Books } from '../books/books.ts';
import { watchKey } from '../books/profiles.ts';
import type { IncidentWindow } from '../mirror/watch-answers.ts';
import { readSetting, writeSetting } from './setting.ts';

export interface WatchSettings {
  readonly isPaused: boolean;
  /** Stays until a person ends it or names another: what was read is looked at, and resent, afterwards. */
  readonly incident: IncidentWindow | null;
  /** All of the incident was read once and its window is over: nothing of it goes first any more. */
  readonly isIncidentRead: boolean;
}

const NOTHING_SET: WatchSettings = { isPaused: false, incident: null, isIncidentRead: false };

/** The incident whose invoices go first, if any. */
export function incidentToRead({ incident, isIncidentRead }: WatchSettings): IncidentWindow | null {
  return isIncidentRead ? null : incident;
}

/** From then on nothing new comes into its window: the last one that ended in it may be read. Milliseconds. */
export function incidentOverAt({ to }: IncidentWindow): number {
  return (toEpochMs(to) ?? 0) + ATTEMPT_TIMEOUT_MS;
}

/** The setting that holds for profiles of which nothing is set: a console may begin with every watch paused. */
const OF_EVERY_PROFILE = 'watch';

/** What is set for a profile; what makes no sense counts as not set. */
export async function readWatchSettings(books: Books, profileId: string): Promise<WatchSettings> {
  const own = await readSetting(books, watchKey(profileId), parse);
  return own ?? (await readSetting(books, OF_EVERY_PROFILE, parse)) ?? NOTHING_SET;
}

/** Keeps it: on the disk when it answers. */
export async function writeWatchSettings(books: Books, profileId: string, settings: WatchSettings): Promise<void> {
  await writeSetting(books, watchKey(profileId), settings);
}

function parse(value: unknown): WatchSettings {
  if (!isFields(value)) return NOTHING_SET;
  const incident = incidentOf(value['incident']);
  const isIncidentRead = incident !== null && value['isIncidentRead'] === true;
  return { isPaused: value['isPaused'] === true, incident, isIncidentRead };
}

function incidentOf(value: unknown): IncidentWindow | null {
  if (!isFields(value)) return null;
  const { from, to, host, since } = value;
  if (!isInstant(from) || !isInstant(to)) return null;
  return { from, to, host: typeof host === 'string' ? host : null, ...(isInstant(since) ? { since } : {}) };
}

function isInstant(value: unknown): value is string {
  return typeof value === 'string' && toEpochMs(value) !== null;
}
