/**
 * Who had pasted too much was told that the console could not be reached: the refusal was sent, and the connection closed, while the body still came, and a
 * connection that is closed then loses what was on its way back. The refusal comes once the rest was read away.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_FRAME_BYTES } from '../../../src/contract/channel.ts';
import { startShell, type Shell } from '../../loopback/harness.ts';

let shell: Shell;
beforeAll(async () => {
  shell = await startShell();
});
afterAll(() => shell.server.close());

it('a frame that is too large is refused once all of it has come', async () => {
  const { headers } = await shell.session();
  const head = Object.entries({ host: `127.0.0.1:${shell.port}`, ...headers, 'content-length': MAX_FRAME_BYTES + 2 });
  const socket = connect(shell.port, '127.0.0.1');
  let heard = '';
  socket.on('data', (piece) => (heard += piece.toString()));
  socket.write(`POST /call HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  socket.write('x'.repeat(MAX_FRAME_BYTES));
  // What is asked after it over another connection is answered after it was heard.
  for (let turn = 0; turn < 3; turn += 1) await shell.session();
  expect(heard).toBe('');
  socket.write('xx');
  await once(socket, 'close');
  expect(heard).toMatch(/^HTTP\/1\.1 413 [\s\S]+\{"error":"too-large"\}$/);
});
