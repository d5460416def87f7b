/**
 * A proxy over node:net or node:tls that answers CONNECT as a test says, keeps every byte it saw, and leads every name to one port of this
 * machine. Not here: the servers behind it.
 */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from './certificates.ts';

/** `tunnel` answers 200 and leads on; anything else is written as it is, or not at all. */
export type ProxyAnswer = (socket: Socket, tunnel: () => void) => void;

export interface TestProxy {
  readonly port: number;
  /** Everything that came, a connection each, as latin1. */
  readonly seen: string[];
  /** What is done with the next CONNECT. */
  answer: ProxyAnswer;
  close(): Promise<void>;
}

export const tunnelling: ProxyAnswer = (_socket, tunnel) => tunnel();

/** Listens on 127.0.0.1. `target`: the port to which every name leads. With a certificate it is spoken to over TLS. */
export async function testProxy(target: number, answer = tunnelling, certificate?: Certificate): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const take = (socket: Socket): void => {
    keep(socket);
    const at = proxy.seen.push('') - 1;
    let isAsked = false;
    socket.on('data', (chunk) => {
      proxy.seen[at] += chunk.toString('latin1');
      if (isAsked || proxy.seen[at]?.includes('\r\n\r\n') !== true) return;
      isAsked = true;
      proxy.answer(socket, () => {
        const onward = connect(target, '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 Connection established\r\nVia: test\r\n\r\n');
          socket.pipe(onward).pipe(socket);
        });
        keep(onward);
        socket.on('close', () => onward.destroy());
      });
    });
  };
  const server: Server = certificate === undefined ? createServer(take) : createTlsServer(certificate, take);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const proxy: TestProxy = {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    seen: [],
    answer,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return proxy;
}
