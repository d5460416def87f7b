// Calls about the console itself: what it can do, its settings, its key store. No paths, no platform names to branch on.
import { z } from 'zod';
import {
  HOMES,
  MOST_COLUMNS,
  ROW_HEIGHTS,
  THRESHOLDS,
  type ThresholdName,
} from '../../domain/console/console-settings.ts';
import { LOCK_MINUTES, LOCK_STATUS, PASSPHRASE } from '../../domain/console/lock.ts';
import { isTimeZone } from '../../domain/kernel/time/time.ts';
import { readCall, writeCall, nothing, whereItEnds } from '../define.ts';

const notificationsCodec = z.object({
  failedDeliveries: z.boolean(),
  rejectedWithdrawals: z.boolean(),
  lateChanges: z.boolean(),
  /** Receivers that are down, payments that have stopped, and their end. */
  health: z.boolean(),
  /** Payment links that close within minutes; off before anybody has chosen. */
  closingLinks: z.boolean(),
});

function threshold(name: ThresholdName) {
  const { min, max } = THRESHOLDS[name];
  return z.int().min(min).max(max);
}

export const settingsCodec = z.object({
  timeZone: z.string().max(64).refine(isTimeZone, 'not a time zone this system knows'),
  colourScheme: z.enum(['light', 'dark', 'auto']),
  notifications: notificationsCodec,
  /** The console stays with its tray icon when its last window is closed; only where the capability `background` is true. */
  keepWatching: z.boolean(),
  /** Characters by themselves are commands. */
  plainKeys: z.boolean(),
  /** Lists show every digit of every amount. */
  allDigits: z.boolean(),
  /** Pixels of a row of a list. */
  rowHeight: z.literal(ROW_HEIGHTS),
  /** The columns of lists by the id of their screen; an empty text forgets them. */
  columns: z.record(z.string().max(MOST_COLUMNS.id), z.string().max(MOST_COLUMNS.text)),
  /** For whom Home opens. */
  homeFor: z.enum(HOMES),
  /** Webhooks of new orders in a row that fail, and the share of those of 15 minutes (in hundredths), from which on their host is told to be down. */
  failuresInRow: threshold('failuresInRow'),
  failureShare: threshold('failureShare'),
  /** Minutes without a success of a payment method before that is told, where there are usually many. */
  silentMinutes: threshold('silentMinutes'),
  /** Without a person at any window for so long it locks; 0: never. Only where there is a passphrase. */
  lockMinutes: z.literal(LOCK_MINUTES),
});

/** A key of a business stands for it, too: whoever forgot the passphrase has one. */
const typed = z.string().trim().min(1).max(512);
/** Whether it was right; `problem`: the key store was in the way, so that nobody knows. */
const tried = z.object({
  ok: z.boolean(),
  problem: z.enum(['not-installed', 'no-service', 'locked', 'timed-out', 'failed']).optional(),
});

/** Only what is to be changed: what is absent stays as another window may have set it meanwhile. */
const settingsChangeCodec = settingsCodec.partial().extend({
  notifications: notificationsCodec.partial().optional(),
});

export const appCalls = {
  'app.info': readCall({
    scope: 'app',
    doc: 'What this console is: version, shell, and what it can do here.',
    output: z.object({
      version: z.string(),
      capabilities: z.object({
        shell: z.enum(['electron', 'browser']),
        saveAs: z.enum(['dialog', 'download']),
        openExternal: z.boolean(),
        notify: z.boolean(),
        multiWindow: z.boolean(),
        /** `windows.open` makes a window; where it is false a link in another tab does. */
        opensWindows: z.boolean(),
        printPdf: z.boolean(),
        launchAtLogin: z.boolean(),
        background: z.boolean(),
      }),
    }),
  }),
  'settings.get': readCall({
    scope: 'app',
    doc: 'How the console looks and behaves for this person.',
    output: settingsCodec,
  }),
  'settings.set': writeCall({
    scope: 'app',
    doc: 'Changes what is named; answers with all of them.',
    input: settingsChangeCodec,
    output: settingsCodec,
    recording: nothing('how the console looks'),
  }),
  'lock.status': readCall({
    scope: 'app',
    whileLocked: true,
    doc: 'Whether the console is locked. Locked, it answers this call, `lock.open` and `lock.now`, and no other, and pushes `lock.changed` and heartbeats alone.',
    output: LOCK_STATUS,
  }),
  'lock.open': writeCall({
    scope: 'app',
    whileLocked: true,
    doc: 'Opens all windows with the passphrase; without one the system is asked who is there, where it can say (`bySystem`). After three wrong ones each costs a wait.',
    input: z.strictObject({ passphrase: typed.optional() }),
    output: tried,
    recording: whereItEnds('lock-console'),
  }),
  'lock.now': writeCall({
    scope: 'app',
    whileLocked: true,
    doc: 'Locks all windows at once; `ok` is false where there is no passphrase.',
    output: z.object({ ok: z.boolean() }),
    recording: nothing('hides what is on screen'),
  }),
  'lock.touch': writeCall({
    scope: 'app',
    doc: 'A person is at a window: the time until it locks by itself begins anew.',
    recording: nothing('somebody is there'),
  }),
  'lock.set': writeCall({
    scope: 'app',
    doc: 'Sets the passphrase; `present` is the one before. What it is compared with lies in the key store.',
    input: z.strictObject({
      passphrase: z.string().trim().min(PASSPHRASE.min).max(PASSPHRASE.max),
      present: typed.optional(),
    }),
    output: tried,
    recording: whereItEnds('lock-console'),
  }),
  'lock.remove': writeCall({
    scope: 'app',
    doc: 'Removes the passphrase: the console is locked no more.',
    input: z.strictObject({ present: typed }),
    output: tried,
    recording: whereItEnds('lock-console'),
  }),
  'vault.status': readCall({
    scope: 'app',
    doc: 'Where keys can be kept on this machine.',
    output: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('working'), store: z.string() }),
      z.object({
        kind: z.literal('unavailable'),
        reason: z.enum(['not-installed', 'no-service', 'locked', 'timed-out', 'failed']),
      }),
    ]),
  }),
  'links.open': writeCall({
    scope: 'app',
    doc: "Only where the capability `openExternal` is true, only https, only on a person's click.",
    input: z.strictObject({ url: z.url({ protocol: /^https$/ }).max(2048) }),
    recording: nothing('opens an address in the browser'),
  }),
} as const;
