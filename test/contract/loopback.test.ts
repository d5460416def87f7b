/** The contract suite over the browser shell: the built program in a process of its own, spoken to over HTTP. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { MAX_FRAME_BYTES } from '../../src/contract/channel.ts';
import { BUILD_MS, buildOnce } from '../support/electron-stand-in/built.ts';
import { startProgram } from '../loopback/program.ts';
import { contractSuite } from './suite.ts';

beforeAll(buildOnce, BUILD_MS);

contractSuite('the browser shell', [MAX_FRAME_BYTES], async () => {
  const path = mkdtempSync(join(tmpdir(), 'contract-'));
  const program = await startProgram(['--data-dir', join(path, 'data'), '--no-open']);
  const { origin, headers } = await program.session();
  return {
    async send(frame) {
      const response = await fetch(`${origin}/call`, { method: 'POST', headers, body: JSON.stringify(frame) });
      if (response.status === 204) return { kind: 'answer', frame: null };
      const body: unknown = await response.json();
      return response.ok
        ? { kind: 'answer', frame: body }
        : { kind: 'refused', word: String(Reflect.get(Object(body), 'error')) };
    },
    async listen(listener) {
      const stop = new AbortController();
      const response = await fetch(`${origin}/events`, { headers, signal: stop.signal });
      const reading = readEvents(response, listener).catch(() => undefined);
      return async () => {
        stop.abort();
        await reading;
      };
    },
    async close() {
      await program.stop();
      rmSync(path, { recursive: true, force: true });
    },
  };
});

async function readEvents(response: Response, listener: (frame: unknown) => void): Promise<void> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) if (block.startsWith('data: ')) listener(JSON.parse(block.slice(6)));
  }
}
