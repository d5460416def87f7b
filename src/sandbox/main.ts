// The sandbox alone, for anyone who builds against the API: `npm run sandbox [-- --port N --size N --seed S
// --data-dir DIR --speed X --no-life]`. It prints its key, which it mints anew at each start.
import { parseArgs } from 'node:util';
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';

const USAGE = `Usage: npm run sandbox [-- options]
  --port N        port on 127.0.0.1 (default: any free one)
  --size N        invoices of the past in a new world (default 12500)
  --seed S        what a new world is drawn from (default merchant-console)
  --data-dir DIR  keep the world there and continue it at the next start (default: memory only)
  --speed X       let time run X times as fast (default 1)
  --no-life       no orders arrive, nobody pays; open invoices still expire`;

function readNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new Error(`--${name} must be a number, not "${text}"`);
  return value;
}

/** Reads the arguments. Returns undefined when help was asked for; throws with a sentence when they make no sense. */
function readOptions(args: readonly string[]): SandboxOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      size: { type: 'string' },
      seed: { type: 'string' },
      'data-dir': { type: 'string' },
      speed: { type: 'string' },
      'no-life': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) return undefined;
  const port = readNumber('port', values.port);
  const size = readNumber('size', values.size);
  const speed = readNumber('speed', values.speed);
  return {
    lively: values['no-life'] !== true,
    folder: values['data-dir'],
    ...(values.seed === undefined ? {} : { seed: values.seed }),
    ...(port === undefined ? {} : { port }),
    ...(size === undefined ? {} : { size }),
    ...(speed === undefined ? {} : { speed }),
  };
}

function banner(sandbox: Sandbox): string {
  const { baseUrl, apiKey, webhookSecret, controlToken, world } = sandbox;
  return `
Merchant Payment API sandbox: ${world.invoiceCount} invoices, ${world.withdrawals.length} withdrawals. No real money, no real merchant.

  Base URL         ${baseUrl}        (API root: ${baseUrl}/api/v1)
  API key          ${apiKey}
  Webhook secret   ${webhookSecret}
  Control token    ${controlToken}

  curl -s -H 'X-Api-Key: ${apiKey}' '${baseUrl}/api/v1/external/invoices?per_page=2&status=success'

  curl -s -X POST -H 'X-Api-Key: ${apiKey}' -H 'Content-Type: application/json' \\
    -d '{"external_id":"TEST-1","customer_id":"cust-1","amount":"49.90","currency":"EUR","callback_url":"http://127.0.0.1:9000/hook"}' \\
    '${baseUrl}/api/v1/external/invoices'

Webhooks are really sent to 127.0.0.1, [::1] and localhost only. Ctrl-C ends it.
`;
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const sandbox = await createSandbox(options);
  // Whoever reads the output may have gone; the sandbox goes on.
  process.stdout.on('error', () => undefined);
  process.stdout.write(banner(sandbox));
  let closing = false;
  const stop = (): void => {
    if (closing) return;
    closing = true;
    void sandbox.close().then(() => process.stdout.write('\nClosed.\n'));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'the sandbox could not be started'}\n${USAGE}\n`);
  process.exitCode = 1;
}
