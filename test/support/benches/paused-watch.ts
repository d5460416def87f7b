/**
 * A data folder in which every watch over the deliveries begins paused, so that a suite that counts requests counts its own. A spec that
 * wants the watch resumes it. Not here: the watch.
 */
import { openInProcess } from '../in-process-store.ts';

/** Before the console starts in the folder. What was set there for a profile stays. */
export async function pauseWatches(dataFolder: string): Promise<void> {
  const store = openInProcess(dataFolder);
  await store.books.write('settings.set', { key: 'watch', value: JSON.stringify({ isPaused: true, incident: null }) });
  await store.close();
}
