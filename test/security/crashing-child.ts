/**
 * A process that holds a secret and is then made to crash: `node crashing-child.ts guarded|open`. It reads the secret from stdin, keeps it as
 * text and as bytes, says `holding`, and waits: for a signal, or for a second line, `throw` or `exhaust` (its heap). Not a test by itself.
 */
import { keepMemoryPrivate } from '../../src/shell/process-memory.ts';

if (process.argv[2] === 'guarded') keepMemoryPrivate();
const held: (string | Buffer)[] = [];
process.stdin.once('data', (secret: Buffer) => {
  // As undici and SQLite would have it: as text, in an object, and as bytes outside of the heap.
  held.push(JSON.parse(JSON.stringify({ secret: secret.toString('latin1') })).secret, Buffer.from(secret));
  process.stdin.once('data', end);
  process.stdout.write('holding\n');
});

function end(way: Buffer): void {
  if (way.toString() === 'throw') throw new Error('nobody catches this');
  const heap: number[][] = [];
  for (;;) heap.push(Array.from({ length: 100_000 }, () => 0));
}
setInterval(() => held.length, 60_000);
