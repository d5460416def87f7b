/**
 * The simulator is itself proved: what keeps a promise is taken away in a copy of the tree, one thing at a time, and seeds are run until one finds it.
 * `node test/sim/removals.ts [--seeds 200] [--from 1] [--minutes 15] [--only WORD]` prints the table of docs/simulation.md. Not here: the seeds' worlds.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isFields } from '../../src/domain/kernel/fields.ts';

interface Removal {
  readonly what: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const REMOVALS: readonly Removal[] = [
  {
    what: 'a resend that was armed before is sent again',
    file: 'src/backend/jobs/resend/ledger.ts',
    from: "send.armed ||= armed.kind === 'armed';",
    to: "send.armed ||= armed.kind !== 'open-other';",
  },
  {
    what: 'a certificate by counting does not ask that the numbers are equal',
    file: 'src/backend/jobs/sync/list-walk.ts',
    from: 'if (!provesByCount(known) || seen !== total) return null;',
    to: 'if (!provesByCount(known)) return null;',
  },
  {
    what: 'the own log of a minute holds nothing back',
    file: 'src/backend/api/gate/allowance.ts',
    from: 'if (this.#window.count(now) + inFlight >= allowance) {',
    to: 'if (this.#window.count(now) + inFlight >= allowance * 9) {',
  },
  {
    what: 'a resend that was on its way at a death is called not sent',
    file: 'src/backend/jobs/resend/resend.ts',
    from: "if (intent.state === 'armed') {",
    to: "if (intent.state !== 'ended') {",
  },
  {
    what: 'the item at work at a death has its turn again',
    file: 'src/backend/jobs/resend/bulk/runner.ts',
    from: 'if (found === null) {',
    to: "if (found !== null || item.intentId !== '') {",
  },
  {
    what: 'a resend whose answer was lost is called not sent',
    file: 'src/backend/jobs/resend/resend.ts',
    from: "await this.#ledger.advance(send, 'inflight', 'resolving', null);",
    to: "await this.#ledger.end(send, 'not-sent', null);",
  },
];

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '15' },
    only: { type: 'string', default: '' },
  },
});

const root = resolve(import.meta.dirname, '..', '..');

/** The tree with one thing less, as far as the simulator needs it. */
function without({ file, from, to, what }: Removal): string {
  const tree = mkdtempSync(join(tmpdir(), 'merchant-console-removal-'));
  for (const folder of ['src', 'test']) cpSync(join(root, folder), join(tree, folder), { recursive: true });
  cpSync(join(root, 'package.json'), join(tree, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  const text = readFileSync(join(tree, file), 'utf8');
  if (!text.includes(from)) throw new Error(`nothing to take away: ${what}`);
  writeFileSync(join(tree, file), text.replace(from, to));
  return tree;
}

function violationsOf(tree: string, seed: number): readonly string[] {
  const script = ['test/sim/run.ts', '--seed', String(seed), '--minutes', values.minutes, '--json'];
  const { stdout } = spawnSync(process.execPath, script, { cwd: tree, encoding: 'utf8' });
  const told: unknown = JSON.parse(stdout.trim().split('\n').at(-1) ?? 'null');
  const violations = isFields(told) ? told['violations'] : [];
  return Array.isArray(violations) ? violations.map(String) : [];
}

process.stdout.write('| Taken away | Found by | Open hours needed |\n|---|---|---|\n');
for (const removal of REMOVALS.filter(({ what }) => what.includes(values.only))) {
  const tree = without(removal);
  let found: readonly string[] = [];
  let seeds = 0;
  while (found.length === 0 && seeds < Number(values.seeds)) {
    found = violationsOf(tree, Number(values.from) + seeds);
    seeds += 1;
  }
  rmSync(tree, { recursive: true, force: true });
  const hours = ((seeds * Number(values.minutes)) / 60).toFixed(2);
  process.stdout.write(`| ${removal.what} | ${found[0]?.slice(0, 80) ?? '– nothing –'} | ${hours} |\n`);
  if (found.length === 0) process.exitCode = 1;
}
