// The table of pushes from engine to screen. Snapshots, never deltas: losing one costs nothing but a re-read.
import { z } from 'zod';
import { LOCK_STATUS } from '../domain/console/lock.ts';
import { BOOKS_CHANGES, MIRROR_CHANGES, TROUBLES } from '../domain/news/changes.ts';
import { NEWS_SUBJECTS } from '../domain/news/notice.ts';
import type { Role } from '../domain/kernel/roles.ts';
import type { ToldOf } from '../domain/kernel/shape.ts';
import { screenPath } from './calls/app.ts';
import { HERE } from './calls/people/people.ts';
import { JOB } from '../domain/exports/report-job.ts';
import { syncStatusCodec } from './calls/sync.ts';
import { resendReportCodec } from './wire/records.ts';

export const events = {
  /** First event of a stream and every 15 s: the connection lives. */
  heartbeat: z.object({}),
  /** Locked, or opened. While it is locked this and heartbeats are all that windows are told. */
  'lock.changed': LOCK_STATUS,
  'sync.status': syncStatusCodec,
  /** Rows of the named kinds changed in the mirror; whoever shows them reads again. */
  'mirror.changed': z.object({ kinds: z.array(z.enum(MIRROR_CHANGES)) }),
  /** Rows of the named kinds changed in the books; whoever shows them reads again. */
  'books.changed': z.object({ kinds: z.array(z.enum(BOOKS_CHANGES)) }),
  'profiles.changed': z.object({}),
  /** Somebody has other roles, or is gone or new; whoever shows people or what they may reads again. */
  'people.changed': z.object({}),
  /** Somebody else has opened or left what this person has open; to nobody else. */
  'people.here': HERE,
  'settings.changed': z.object({}),
  /** Another team's host is known, or it stands otherwise with one. */
  'teams.changed': z.object({}),
  /** The state of the search for a newer version is another one. */
  'updates.changed': z.object({}),
  /** To one window: what its menu, its tray or a link from outside asks of it. */
  'window.command': z.discriminatedUnion('do', [
    z.object({ do: z.literal('show'), path: screenPath }),
    z.object({ do: z.enum(['shortcuts', 'print', 'find', 'lock']) }),
  ]),
  'resend.changed': resendReportCodec,
  'jobs.changed': z.object({ jobs: z.array(JOB) }),
  /** What happened to a person's money while they looked elsewhere; the same id told again to a window that connects anew is the same news. */
  news: z.object({ id: z.string(), about: z.enum(NEWS_SUBJECTS), title: z.string(), body: z.string() }),
  /** A store in trouble, in words for people (disk full, mirror quarantined and rebuilt), and its end. */
  trouble: z.object({
    kind: z.enum(TROUBLES),
    message: z.string(),
    /** When it was told, ISO UTC: told again to a window that connects anew, it is the same one. */
    at: z.string(),
    over: z.boolean().optional(),
  }),
} as const;

export type Events = typeof events;
export type EventName = keyof Events;
export type EventData<Name extends EventName> = ToldOf<Events[Name]>;

/** Whom each is for (ADR 13): of a business whoever has the role there, of the whole host everybody. */
export const EVENT_ROLES: Readonly<Record<EventName, 'anyone' | Role>> = {
  heartbeat: 'anyone',
  'lock.changed': 'anyone',
  'sync.status': 'viewer',
  'mirror.changed': 'viewer',
  'books.changed': 'viewer',
  'profiles.changed': 'anyone',
  'people.changed': 'anyone',
  'people.here': 'viewer',
  'settings.changed': 'anyone',
  'teams.changed': 'anyone',
  'updates.changed': 'anyone',
  'window.command': 'anyone',
  'resend.changed': 'viewer',
  'jobs.changed': 'viewer',
  news: 'viewer',
  trouble: 'viewer',
};
