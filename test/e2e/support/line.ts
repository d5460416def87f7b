/**
 * The line between the console and an API on this computer, which a test can cut and mend: a port that passes bytes on, or that nobody
 * listens on. Not here: the API.
 */
import { createConnection, createServer, type Server, type Socket } from 'node:net';

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
    await new Promise<void>((resolve) => listening.listen(at, '127.0.0.1', () => resolve()));
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
