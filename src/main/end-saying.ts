// An end in a sentence, for what the person could not have asked for.
import { app, dialog } from 'electron';
import { endInOrder } from './desktop/end-in-order.ts';

/** Closes, within the limit of every end; then the sentence is shown until it is read, and the program ends with the code. */
export async function endSaying(sentence: string, code: number, close: () => Promise<number>): Promise<void> {
  // Whoever starts the console while it closes, or while the sentence stands there, would be sent to this one.
  app.releaseSingleInstanceLock();
  const exit = (): void => {
    dialog.showErrorBox('Merchant Console', sentence);
    app.exit(code);
  };
  await endInOrder({ close, successor: () => null, exit });
}
