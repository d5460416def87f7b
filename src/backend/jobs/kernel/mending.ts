// Bringing to an end what a failing store interrupted: more and more seldom, until it succeeds or the business closes.
import type { JobContext } from './context.ts';

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 300_000;

/** Never rejects. After a close the books say how far it came, and the next start goes on from there. */
export async function untilDone(context: JobContext, label: string, task: () => Promise<void>): Promise<void> {
  const { clock, closing, log } = context;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    try {
      await clock.sleep(waitMs, closing);
      await task();
      return;
    } catch (error) {
      if (closing.aborted) return;
      log.error(label, { profileId: context.profileId, waitMs }, error);
    }
  }
}
