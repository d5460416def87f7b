// Calls about the program as the system sees it: its windows, its start with the system, its newer versions. What a
// shell cannot do is a capability that is false (app.ts), and the call then does nothing.
import { z } from 'zod';
import { isScreenPath, MOST_SCREEN_PATH } from '../../domain/screen-path.ts';
import { UPDATE_STATES } from '../../domain/update.ts';
import { declare } from './define.ts';

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
  checkedAt: z.string().nullable(),
});

export const desktopCalls = {
  /** Opens a screen in a window of its own, or brings the window to the front that shows it. */
  'windows.open': declare('write', 'app', z.strictObject({ path: screenPath }), z.object({})),
  /** The present screen of the window that asks, as a PDF that the person names. */
  'windows.printPdf': declare(
    'write',
    'app',
    z.strictObject({ suggestedName: z.string().min(1).max(120) }),
    z.object({ kind: z.enum(['saved', 'declined']) }),
  ),
  'login.get': declare('read', 'app', z.strictObject({}), z.object({ on: z.boolean() })),
  'login.set': declare('write', 'app', z.strictObject({ on: z.boolean() }), z.object({ on: z.boolean() })),
  'updates.status': declare('read', 'app', z.strictObject({}), updateCodec),
  /** Asks now whether there is a newer version; at most one question at a time. */
  'updates.check': declare('write', 'app', z.strictObject({}), updateCodec),
  /** Ends the console and installs what was downloaded and verified. Refused while a job runs. */
  'updates.install': declare('write', 'app', z.strictObject({}), updateCodec),
} as const;
