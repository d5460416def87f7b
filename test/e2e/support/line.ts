/**
 * The line between the console and an API on this computer, which a test can cut and mend: a port that passes bytes on, or that nobody
 * listens on. Not here: the API.
 */
import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Line {
  /** Where the console finds the API, as long as the line holds. */
  readonly baseUrl: string;
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** A line to the server behind `target`, open. */
export async function openLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  let at = 0;
  const mend = async (): Promise<void> => {
    server = createServer((near) => {
      const far = createConnection({ host: hostname, port: Number(port) });
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    });
    const listening = server;
    // While the line was cut its port was anybody's: a program beside it may have it for a connection of its own.
    for (let isThere = false; !isThere; ) isThere = await listens(listening, at);
    const address = listening.address();
    if (address === null || typeof address === 'string') throw new Error('no address');
    at = address.port;
  };
  await mend();
  return {
    baseUrl: `http://127.0.0.1:${at}`,
    mend,
    cut: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server?.close(() => resolve());
      }),
  };
}

const AGAIN_MS = 100;

/** False where the port is taken, after a while. */
async function listens(server: Server, port: number): Promise<boolean> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    await sleep(AGAIN_MS);
    return false;
  }
}
