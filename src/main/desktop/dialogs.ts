// Dialogs of the shell: each belongs to the window in front, where there is one that can be seen.
import { join } from 'node:path';
import { app, BrowserWindow, dialog, type MessageBoxOptions, type OpenDialogOptions } from 'electron';
import type { RunningEngine, StartError } from '../../shell/engine.ts';

/** Where the person wants a file; null when they do not. `name` stands in the folder of downloads at first. */
export async function askWhereTo(name: string): Promise<string | null> {
  const defaultPath = join(app.getPath('downloads'), name);
  const window = frontWindow();
  const { canceled, filePath } = await (window === undefined
    ? dialog.showSaveDialog({ defaultPath })
    : dialog.showSaveDialog(window, { defaultPath }));
  return canceled || filePath === '' ? null : filePath;
}

/** Which folder the person means, one that is made there included; null when they mean none. An empty `from` begins where the system does. */
export async function askWhichFolder(from: string): Promise<string | null> {
  const options: OpenDialogOptions = {
    properties: ['openDirectory', 'createDirectory'],
    ...(from === '' ? {} : { defaultPath: from }),
  };
  const window = frontWindow();
  const { canceled, filePaths } = await (window === undefined
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return canceled ? null : (filePaths[0] ?? null);
}

/** A question with two answers; true for the first, which does what is asked. */
export async function askWhether(
  question: Pick<MessageBoxOptions, 'message' | 'detail' | 'type'>,
  [yes, no]: readonly [string, string],
  standard: 'yes' | 'no',
): Promise<boolean> {
  const defaultId = standard === 'yes' ? 0 : 1;
  return (await show({ ...question, buttons: [yes, no], defaultId, cancelId: 1 })) === 0;
}

/** A question with several answers, the last of which does nothing; the place of the one that was given. */
export async function askWhich(
  question: Pick<MessageBoxOptions, 'message' | 'detail' | 'type'>,
  answers: readonly string[],
): Promise<number> {
  const nothing = answers.length - 1;
  return show({ ...question, buttons: [...answers], defaultId: nothing, cancelId: nothing });
}

/** Something a person should know, and cannot answer. */
export async function tell(message: string, detail: string): Promise<void> {
  await show({ type: 'info', message, detail, buttons: ['OK'] });
}

/** The place of the answer that was given. */
async function show(question: MessageBoxOptions): Promise<number> {
  const window = frontWindow();
  const options = { ...question, noLink: true };
  const { response } = await (window === undefined
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return response;
}

function frontWindow(): BrowserWindow | undefined {
  // A question on a window that is minimised, or not shown yet, would be seen by nobody; without one it stands alone.
  const isSeen = (window: BrowserWindow): boolean => window.isVisible() && !window.isMinimized();
  return BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows().find(isSeen);
}

/** More would not be told apart; the rest lie in the folder. */
const MOST_OFFERED = 3;

/** Rejects as `start` does where nothing is offered, or the person wants none of it. `isOffer` knows the failures that have one. */
export async function startOrPutBack(
  start: () => Promise<RunningEngine>,
  isOffer: (error: unknown) => error is StartError,
): Promise<RunningEngine> {
  let before = '';
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (!isOffer(error) || error.offer === null || error.offer.copies.length === 0) throw error;
      const { copies, putBack } = error.offer;
      const offered = copies.slice(0, MOST_OFFERED);
      const chosen = await askWhich(
        {
          type: 'error',
          message: `${before}${error.message}`,
          detail:
            'A copy can be put back now. What lies in the place of the books is kept beside it. What happened after the copy was made is not in it, and runs, resends and orders that were open in it stand still until you decide.',
        },
        [...offered.map((name) => `Put back ${name}`), 'End'],
      );
      const name = offered[chosen];
      if (name === undefined) throw error;
      const problem = putBack(name, new Date());
      before = problem === null ? '' : `${problem} `;
    }
  }
}
