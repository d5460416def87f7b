// What nobody caught, in either shell.
import type { Log } from '../backend/ports.ts';

export interface UncaughtParts {
  /** The log, once there is one; it redacts, and a stack or message may quote anything. */
  readonly log: () => Promise<Pick<Log, 'error'>>;
  /** Tells the person, closes what there is, and ends the program as failed. Called once. */
  readonly end: (sentence: string) => void;
}

const SENTENCE = 'Something unforeseen went wrong and the console ends; its log has the details.';

/** Hears of them from now on. */
export function hearUncaught({ log, end }: UncaughtParts): void {
  let isEnding = false;
  const keep = (event: string, error: unknown): void =>
    void log().then(
      (it) => it.error(event, {}, error),
      () => undefined,
    );
  process.on('unhandledRejection', (reason) => keep('rejection', reason));
  process.on('uncaughtException', (error) => {
    keep('crash', error);
    if (isEnding) return;
    isEnding = true;
    end(SENTENCE);
  });
}

/** To be called before anything is said. */
export function ignoreBrokenPipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
