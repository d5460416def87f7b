/** The shop's receiver of webhooks, on this computer: what it answers is the story's to say. Not here: what the shop sells. */
import { createServer, type ServerResponse } from 'node:http';

export interface Shop {
  /** As the console shows it. */
  readonly host: string;
  /** Where the webhooks go. */
  readonly hook: string;
  close(): void;
}

/** Opens on a free port. `answer` gets the body of each webhook and says with which status it is answered; null keeps it open, and it is the story's to end. */
export async function openShop(answer: (body: string, response: ServerResponse) => number | null): Promise<Shop> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => {
      body += piece.toString('utf8');
    });
    request.on('end', () => {
      const status = answer(body, response);
      if (status !== null) response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no address');
  const host = `127.0.0.1:${address.port}`;
  return {
    host,
    hook: `http://${host}/hook`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
