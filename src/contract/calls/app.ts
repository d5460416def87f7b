// Calls about the console itself: what it can do, its settings, its key store, its windows, its start and its newer versions. No paths, no platform names
// to branch on.
import { z } from 'zod';
import { CONSOLE_SETTINGS } from '../../domain/console/console-settings.ts';
import { VAULT_PROBLEMS } from '../../domain/console/lock.ts';
import { isScreenPath, MOST_SCREEN_PATH } from '../../domain/console/screen-path.ts';
import { UPDATE_STATES } from '../../domain/console/update.ts';
import { MAX_FOLDER } from '../../domain/kernel/folder.ts';
import { textOrNull } from '../../domain/kernel/shape.ts';
import { NOTIFICATION_SETTINGS } from '../../domain/news/notification-settings.ts';
import { readCall, writeCall, nothing } from '../define.ts';

/** Only what is to be changed: what is absent stays as another window may have set it meanwhile. */
const settingsChangeCodec = CONSOLE_SETTINGS.partial().extend({
  notifications: NOTIFICATION_SETTINGS.partial().optional(),
});

/** The address of a screen, as it stands behind the `#`. */
export const screenPath = z
  .string()
  .max(MOST_SCREEN_PATH, { error: 'longer than the address of a window may be; a shorter filter fits', abort: true })
  .refine(isScreenPath, 'not the address of a screen');

const updateCodec = z.object({
  state: z.enum(UPDATE_STATES),
  /** The newer version, once one is known. */
  version: z.string().max(64).optional(),
  /** Why it is not installed, in words for people. */
  reason: z.string().max(400).optional(),
  /** Where a person can get it; opened like every link to the outside. */
  page: z.string().max(2_048).optional(),
  checkedAt: textOrNull,
});

const MAX_LOCALE = 64;

export const appCalls = {
  'app.info': readCall({
    role: 'anyone',
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
        /** `windows.chooseFolder` asks the person; where it is false a path is typed. */
        chooseFolder: z.boolean(),
        launchAtLogin: z.boolean(),
        background: z.boolean(),
      }),
      /** The locales in which the system writes numbers and days, where the shell knows them; absent, that of the browser counts. */
      formats: z
        .object({ numbers: z.string().max(MAX_LOCALE).optional(), days: z.string().max(MAX_LOCALE).optional() })
        .optional(),
    }),
  }),
  'settings.get': readCall({
    role: 'anyone',
    scope: 'app',
    doc: 'How the console looks and behaves for this person.',
    output: CONSOLE_SETTINGS,
  }),
  'settings.set': writeCall({
    role: 'anyone',
    scope: 'app',
    doc: 'Changes what is named; answers with all of them. A person of a team changes what is theirs (how it looks and is written); the rest is the host’s, for whoever looks after that.',
    input: settingsChangeCodec,
    output: CONSOLE_SETTINGS,
    recording: nothing('how the console looks'),
  }),
  'vault.status': readCall({
    role: 'anyone',
    scope: 'app',
    doc: 'Where keys can be kept on this machine.',
    output: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('working'), store: z.string() }),
      z.object({
        kind: z.literal('unavailable'),
        reason: z.enum(VAULT_PROBLEMS),
      }),
    ]),
  }),
  'links.open': writeCall({
    role: 'host-admin',
    scope: 'app',
    doc: "Only where the capability `openExternal` is true, only https, only on a person's click.",
    input: z.strictObject({ url: z.url({ protocol: /^https$/ }).max(2048) }),
    recording: nothing('opens an address in the browser'),
  }),
  'windows.open': writeCall({
    role: 'host-admin',
    scope: 'app',
    doc: 'Opens a screen in a window of its own, or brings the window to the front that shows it.',
    input: z.strictObject({ path: screenPath }),
    recording: nothing('opens a window of the console'),
  }),
  'windows.printPdf': writeCall({
    role: 'host-admin',
    scope: 'app',
    doc: 'The present screen of the window that asks, as a PDF that the person names.',
    input: z.strictObject({ suggestedName: z.string().min(1).max(120) }),
    output: z.object({ kind: z.enum(['saved', 'declined']) }),
    recording: nothing('prints what is on screen'),
  }),
  'windows.chooseFolder': writeCall({
    role: 'host-admin',
    scope: 'app',
    doc: 'Has the person choose a folder of this computer, beginning at `from`; null when they choose none, or the shell has no such dialog.',
    input: z.strictObject({ from: z.string().max(MAX_FOLDER).default('') }),
    output: z.object({ folder: textOrNull }),
    recording: nothing('a person names a folder'),
  }),
  'login.get': readCall({
    role: 'host-admin',
    scope: 'app',
    doc: 'Whether the console starts with the session.',
    output: z.object({ on: z.boolean() }),
  }),
  'login.set': writeCall({
    role: 'host-admin',
    scope: 'app',
    doc: 'Makes the console start with the session, or not.',
    input: z.strictObject({ on: z.boolean() }),
    output: z.object({ on: z.boolean() }),
    recording: nothing('how the console is started'),
  }),
  'updates.status': readCall({
    role: 'anyone',
    scope: 'app',
    doc: 'What is known of newer versions.',
    output: updateCodec,
  }),
  'updates.check': writeCall({
    role: 'host-admin',
    scope: 'app',
    doc: 'Asks now whether there is a newer version; at most one question at a time.',
    output: updateCodec,
    recording: nothing('asks whether there is a newer version'),
  }),
  'updates.install': writeCall({
    role: 'host-admin',
    scope: 'app',
    doc: 'Ends the console and installs what was downloaded and verified. Refused while a job runs.',
    output: updateCodec,
    recording: nothing('changes the program, not the business'),
  }),
} as const;
