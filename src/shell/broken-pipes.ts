// The program's own output when nobody reads it any more, which is no failure of the program.

/** To be called before anything is said. */
export function ignoreBrokenPipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
