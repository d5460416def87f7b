// Calls about the program as the system sees it: its windows, its start with the system, its newer versions.
import { z } from 'zod';
import { isScreenPath, MOST_SCREEN_PATH } from '../../domain/console/screen-path.ts';
import { textOrNull } from '../../domain/kernel/shape.ts';
import { UPDATE_STATES } from '../../domain/console/update.ts';
import { readCall, writeCall, nothing } from '../define.ts';

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

export const desktopCalls = {
  'windows.open': writeCall({
    scope: 'app',
    doc: 'Opens a screen in a window of its own, or brings the window to the front that shows it.',
    input: z.strictObject({ path: screenPath }),
    recording: nothing('opens a window of the console'),
  }),
  'windows.printPdf': writeCall({
    scope: 'app',
    doc: 'The present screen of the window that asks, as a PDF that the person names.',
    input: z.strictObject({ suggestedName: z.string().min(1).max(120) }),
    output: z.object({ kind: z.enum(['saved', 'declined']) }),
    recording: nothing('prints what is on screen'),
  }),
  'login.get': readCall({
    scope: 'app',
    doc: 'Whether the console starts with the session.',
    output: z.object({ on: z.boolean() }),
  }),
  'login.set': writeCall({
    scope: 'app',
    doc: 'Makes the console start with the session, or not.',
    input: z.strictObject({ on: z.boolean() }),
    output: z.object({ on: z.boolean() }),
    recording: nothing('how the console is started'),
  }),
  'updates.status': readCall({
    scope: 'app',
    doc: 'What is known of newer versions.',
    output: updateCodec,
  }),
  'updates.check': writeCall({
    scope: 'app',
    doc: 'Asks now whether there is a newer version; at most one question at a time.',
    output: updateCodec,
    recording: nothing('asks whether there is a newer version'),
  }),
  'updates.install': writeCall({
    scope: 'app',
    doc: 'Ends the console and installs what was downloaded and verified. Refused while a job runs.',
    output: updateCodec,
    recording: nothing('changes the program, not the business'),
  }),
} as const;
