/** A port of 127.0.0.1 for what has to know it before it listens, or comes back to it. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems give to whoever asks for any: what is free there nobody is given in between. */
const [LOWEST, HIGHEST] = [20_000, 32_000];
const TRIES = 100;

/** The one that is asked for, or with 0 a free one. */
export async function freePort(wanted: number): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = wanted === 0 ? randomInt(LOWEST, HIGHEST) : wanted;
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      if (wanted !== 0 || tries === TRIES) throw error;
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
