// Health and figures for whoever runs the host, on a listener of their own: counts and times, no name, no address, no record.
import { createServer, type Server } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What is counted; each a line of its own. */
export interface Figures {
  readonly isReady: boolean;
  readonly sessions: number;
  readonly streams: number;
  readonly callsOpen: number;
  readonly calls: number;
  readonly signIns: Readonly<Record<'in' | 'refused' | 'failed', number>>;
}

/** Starts it. Rejects when the port is taken. */
export async function startWatch(
  { address, port }: { readonly address: string; readonly port: number },
  figures: () => Figures,
): Promise<{ readonly port: number; close(): void }> {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const server: Server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, ({ method, url }, response) => {
    const now = figures();
    const [status, body] =
      method !== 'GET'
        ? [405, '']
        : url === '/healthz'
          ? [now.isReady ? 200 : 503, now.isReady ? 'ok\n' : 'not ready\n']
          : url === '/metrics'
            ? [200, text(now, delay.percentile(99) / 1e9)]
            : [404, ''];
    response.writeHead(status, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    });
    response.end(body);
  });
  server.maxConnections = 32;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, resolve);
  });
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : port,
    close() {
      delay.disable();
      server.closeAllConnections();
      server.close();
    },
  };
}

function text(now: Figures, delaySeconds: number): string {
  const { rss } = process.memoryUsage();
  const lines: readonly (readonly [name: string, type: 'gauge' | 'counter', value: number, label?: string])[] = [
    ['console_ready', 'gauge', now.isReady ? 1 : 0],
    ['console_sessions', 'gauge', now.sessions],
    ['console_streams', 'gauge', now.streams],
    ['console_calls_open', 'gauge', now.callsOpen],
    ['console_calls_total', 'counter', now.calls],
    ...Object.entries(now.signIns).map(
      ([outcome, value]) => ['console_sign_ins_total', 'counter', value, `{outcome="${outcome}"}`] as const,
    ),
    ['console_event_loop_delay_p99_seconds', 'gauge', delaySeconds],
    ['process_resident_memory_bytes', 'gauge', rss],
    ['process_uptime_seconds', 'gauge', process.uptime()],
  ];
  const told = new Set<string>();
  return lines
    .map(([name, type, value, label = '']) => {
      const head = told.has(name) ? '' : `# TYPE ${name} ${type}\n`;
      told.add(name);
      return `${head}${name}${label} ${Number.isFinite(value) ? value : 0}\n`;
    })
    .join('');
}
