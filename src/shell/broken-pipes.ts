/** The program's own output when nobody reads it any more: a terminal that was closed is no reason to end. Not here: what is said (the shells). */

/** To be called before anything is said. */
export function ignoreBrokenPipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
