/**
 * Drives the console from a script: starts the browser shell, opens a session, waits until the mirror is certified, prints the
 * credited USDT per currency and what needs attention. Run it with `node docs/automation-example.mjs [DATA_DIR]`. No dependencies;
 * the console it starts is ended when it is done.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const dataDir = process.argv[2];
const options = ['start', '--', '--shell', 'browser', '--no-open', ...(dataDir === undefined ? [] : ['--data-dir', dataDir])];
const shell = spawn('npm', options, { stdio: ['ignore', 'pipe', 'inherit'] });

/** The launch line is the one line of JSON with a `launch` address; npm prints lines of its own before it. */
async function launchAddress() {
  for await (const line of createInterface({ input: shell.stdout })) {
    if (line.startsWith('{"launch"')) return new URL(JSON.parse(line).launch);
  }
  throw new Error('the console ended before it printed its launch line');
}

/** One POST. The origin header is required: the console refuses requests of other pages. */
async function post(origin, path, body, headers = {}) {
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}

try {
  const launch = await launchAddress();
  // The launch token works once; the session token it is exchanged for goes with every later request.
  const session = await post(launch.origin, '/session', { token: launch.hash.slice(1) });
  let lastId = 0;
  const call = async (name, input = {}) => {
    lastId += 1;
    const frame = { id: String(lastId), call: name, input };
    const answer = await post(launch.origin, '/call', frame, { 'x-console-token': session.token });
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.failure)}`);
    return answer.output;
  };

  for (;;) {
    const { invoices, budget } = await call('sync.status');
    console.log(`mirror: ${invoices.certificate}, ${invoices.seen} of ${invoices.total ?? '?'}; requests left: ${budget.remaining}`);
    if (invoices.certificate === 'certified') break;
    await new Promise((resolve) => setTimeout(resolve, 5_000));
  }
  for (const row of (await call('overview.totals')).currencies) {
    console.log(`${row.currency}: ${row.count} invoices, ${row.settledUsdt} USDT credited (${row.settledMissing} without an amount)`);
  }
  for (const item of (await call('overview.attention')).items) console.log(`attention: ${item.kind} × ${item.count}`);
} finally {
  shell.kill('SIGTERM');
}
