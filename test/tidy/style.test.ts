/** Every file is short, says what it holds, and holds nothing banned. The judges are themselves tried on planted violations. */
import { describe, expect, test } from 'vitest';
import { checkBanned, checkComments } from './banned.ts';
import { checkHost } from './host.ts';
import { checkShape, MAX_FILE_LINES, MAX_FUNCTION_LINES } from './shape.ts';
import { formatFindings, parseSource, readSources } from './source.ts';
import { checkWaits } from './waits.ts';
import { checkWriting } from './writing.ts';

const HEADER = '/** What this planted file is for, in more than forty characters. */\n';

function banned(text: string, path = 'src/backend/a.tsx'): string[] {
  return formatFindings(checkBanned(parseSource(path, text)));
}

function shape(text: string): string[] {
  return formatFindings(checkShape(parseSource('src/backend/a.ts', text)));
}

describe('the judge of what is banned', () => {
  test.each([
    ['const a: any = 1;', 'any'],
    ['const a = b as string;', 'assertion'],
    ['const a = b as unknown;', 'assertion'],
    ['const a = b as unknown as string;', 'assertion'],
    ['const a = b!;', 'non-null'],
    ['let a!: string;', 'definite'],
    ['class A { a!: string; }', 'definite'],
    ['enum A { B }', 'enum'],
    ['namespace A { export const b = 1; }', 'namespace'],
    ['export default 1;', 'default export'],
    ['console.log(1);', 'console.log'],
    ['const a = <p dangerouslySetInnerHTML={{}} />;', 'dangerouslySetInnerHTML'],
    ['a.innerHTML = b;', 'innerHTML'],
    ['eval(a);', 'eval'],
    ['new Function(a);', 'Function'],
    ['parseFloat(a);', 'parseFloat'],
    ['Number.parseFloat(a);', 'parseFloat'],
    ['Number(row.settledUsdt);', 'Number on money'],
    ["Number(row['expected_amount']);", 'Number on money'],
    ['Number(a.amount.toString());', 'Number on money'],
    ['Number.parseInt(price, 10);', 'parseInt on money'],
    ['+invoice.networkCommission;', 'unary + on money'],
    ['const a = { rejectUnauthorized: false };', 'certificates'],
    [`env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';`, 'certificates'],
    ['// TODO: later', 'issue'],
    ['// @ts-ignore', 'switched off'],
    ['// oxlint-disable-next-line no-empty', 'switched off'],
  ])('%s', (text, what) => {
    const found = banned(`\n${text}`);
    expect(found.length).toBeGreaterThan(0);
    expect(found.join('\n')).toContain(what);
    expect(found[0]).toMatch(/^src\/backend\/a\.tsx:2 /);
  });

  test.each([
    'Date.now();',
    'new Date();',
    'Date();',
    'Math.random();',
    'fetch(a);',
    'process.env;',
    'setTimeout(a, 1);',
  ])('in pure folders: %s', (text) => {
    expect(banned(text, 'src/domain/a.ts').join('\n')).toContain('pure folders');
    expect(banned(text)).toEqual([]);
  });

  test.each([
    'const a = [1] as const;',
    'const a = b satisfies C;',
    'declare global { interface Window { a: string } }',
    "Number(headers['x-ratelimit-limit']);",
    'Number(rateLimit);',
    'new Date(milliseconds).toISOString();',
    "declare module 'keytar' { export function a(): void; }",
    '// oxlint-disable-next-line no-empty -- the reason',
    '// The reason.\n// oxlint-disable-next-line no-empty',
  ])('lets through: %s', (text) => {
    expect(banned(text)).toEqual([]);
  });

  test('lets the programs for a terminal print', () => {
    expect(banned('console.log(1);', 'src/sandbox/main.ts')).toEqual([]);
  });
});

describe('the judge of what the engine has of its machine', () => {
  const host = (text: string, path = 'src/backend/jobs/a.ts'): string[] =>
    formatFindings(checkHost(parseSource(path, text)));

  test.each([
    ['Date.now();', 'Date.now'],
    ['new Date();', 'present time'],
    ['const at = Date();', 'present time'],
    ['performance.now();', 'performance.now'],
    ['const random = Math.random;', 'Math.random'],
    ['setTimeout(a, 1);', 'setTimeout'],
    ['setInterval(a, 1);', 'setInterval'],
    ["import { setTimeout as sleep } from 'node:timers/promises';", 'setTimeout'],
    ["import { rm } from 'node:fs/promises';", 'rm of'],
    ["import { userInfo } from 'node:os';", 'userInfo'],
    ["a.all('SELECT a FROM b ORDER BY random()');", 'of SQLite'],
    ['const sql = `UPDATE a SET at = CURRENT_TIMESTAMP WHERE ${b}`;', 'of SQLite'],
    ['a.run("INSERT INTO a VALUES (datetime(\'now\'))");', 'of SQLite'],
    ["import { randomUUID } from 'node:crypto';", 'randomUUID'],
    ["import { createHash, randomBytes } from 'node:crypto';", 'randomBytes'],
    ["new Intl.DateTimeFormat('en');", 'Intl'],
    ["Intl.DateTimeFormat('en', { hour12: false });", 'Intl'],
  ])('%s', (text, what) => {
    expect(host(text).join('\n')).toContain(what);
    expect(host(text, 'src/backend/system.ts')).toEqual([]);
    expect(host(text, 'src/sandbox/a.ts')).toEqual([]);
  });

  test.each([
    'new Date(clock.now());',
    "import { setImmediate as nextTurn } from 'node:timers/promises';",
    "import { createHash } from 'node:crypto';",
    "new Intl.DateTimeFormat('en', { timeZone: 'UTC' });",
  ])('lets through: %s', (text) => {
    expect(host(text)).toEqual([]);
  });
});

describe('the judge of waits', () => {
  const waits = (text: string, path: string): string[] => formatFindings(checkWaits(parseSource(path, text)));

  test.each([
    ['await page.waitForTimeout(500);', 'a fixed wait'],
    ['await new Promise((resolve) => setTimeout(resolve, 400));', 'a fixed wait'],
    ["expect(stage.inputsOf('a').at(-1)).toEqual(1);", 'the last one seen'],
    ['await expect.poll(() => engine.seen.at(-1)).toEqual(1);', 'the last one seen'],
    ['expect(calls[calls.length - 1]).toEqual(1);', 'the last one seen'],
    ['expect(told.findLast(isMine)).toEqual(1);', 'the last one seen'],
    ["expect(stage.inputsOf('a')).toEqual([{ id: 1 }]);", 'asked so far'],
    ['expect(engine.seen.some(isMine)).toBe(true);', 'asked so far'],
  ])('%s', (text, what) => {
    expect(waits(`\n${text}`, 'test/e2e/a.spec.ts')).toContainEqual(expect.stringContaining(what));
  });

  test.each([
    "await expect.poll(() => stage.inputsOf('a')).toEqual([{ id: 1 }]);",
    "expect(stage.inputsOf('a')).toEqual([]);",
    'expect(engine.seen.some(isMine)).toBe(false);',
    'const [first] = calls.slice(-1);',
    'await expect(rows.last()).toBeVisible();',
  ])('lets through: %s', (text) => {
    expect(waits(text, 'test/e2e/a.spec.ts')).toEqual([]);
  });

  test('knows no time that is long enough for a page, in any test', () => {
    const text = 'await page.waitForTimeout(500);\nexpect(sorted.at(-1)).toBe(3);';
    expect(waits(text, 'test/security/a.test.ts')).toEqual([
      'test/security/a.test.ts:1 a fixed wait (what is waited for is named)',
    ]);
  });
});

describe('the judge of writing', () => {
  const writing = (text: string, path = 'src/renderer/features/a.tsx'): string[] =>
    formatFindings(checkWriting(parseSource(path, text)));

  test.each([
    ["import { grouped } from '../../domain/kernel/text/count-words.ts';", 'grouped of the domain'],
    ["import { groupedAmount as a } from '../../domain/kernel/money/parts.ts';", 'groupedAmount of the domain'],
    ["import { toEpochMs, formatInstant } from '../../domain/kernel/time/time.ts';", 'formatInstant of the domain'],
    ["const a = () => count.toLocaleString('en-GB');", 'toLocaleString'],
    ["const a = new Intl.NumberFormat('en-GB');", 'Intl.NumberFormat'],
    ['const a = `${grouped(MOST)} rows`;', 'grouped while the file is loaded'],
    ['const a = { b: countWords(MOST, c, d) };', 'countWords while the file is loaded'],
  ])('%s', (text, what) => {
    expect(writing(`\n${text}`)).toEqual([expect.stringContaining(`:2 ${what}`)]);
  });

  test.each([
    ["import { grouped } from '../ui/index.ts'; const a = () => grouped(1);", undefined],
    ["import { shortAmount } from '../../domain/kernel/money/parts.ts';", undefined],
    ["const a = Intl.supportedValuesOf('timeZone');", undefined],
    ['const a = { get b() { return grouped(MOST); } };', undefined],
    ["import { grouped } from '../../../domain/kernel/text/count-words.ts';", 'src/renderer/ui/text/writing.ts'],
    ["import { grouped } from '../../domain/kernel/text/count-words.ts';", 'src/backend/jobs/a.ts'],
  ])('lets through: %s', (text, path) => {
    expect(writing(text, path)).toEqual([]);
  });
});

describe('the judge of shape', () => {
  const lines = (count: number): string => 'a();\n'.repeat(count);

  test('wants a comment on top', () => {
    expect(shape('export const a = 1;\n')).toHaveLength(1);
    expect(shape('/** Short. */\nexport const a = 1;\n')).toHaveLength(1);
    expect(shape(`export const a = 1;\n${HEADER}`)).toHaveLength(1);
    expect(shape(`${HEADER}export const a = 1;\n`)).toEqual([]);
    expect(shape(`#!/usr/bin/env node\n${HEADER}`)).toEqual([]);
    expect(shape('// What this planted file is for,\n// in more than forty characters.\na();\n')).toEqual([]);
  });

  test('bounds files and functions', () => {
    expect(shape(HEADER + lines(MAX_FILE_LINES - 1))).toEqual([]);
    expect(shape(HEADER + lines(MAX_FILE_LINES))).toEqual([
      expect.stringContaining(`a file of ${MAX_FILE_LINES + 1} lines`),
    ]);
    expect(shape(`${HEADER}function f() {\n${lines(MAX_FUNCTION_LINES - 2)}}\n`)).toEqual([]);
    expect(shape(`${HEADER}const f = () => {\n${lines(MAX_FUNCTION_LINES - 1)}};\n`)).toEqual([
      'src/backend/a.ts:2 a function of 101 lines (at most 100)',
    ]);
  });
});

describe('the sources', () => {
  const sources = readSources('src');

  test('hold nothing banned', () => {
    expect(formatFindings(sources.flatMap(checkBanned))).toEqual([]);
  });

  test('of a window write as its setting says', () => {
    expect(formatFindings(sources.flatMap(checkWriting))).toEqual([]);
  });

  test('of the engine take nothing of the machine but through ports', () => {
    expect(formatFindings(sources.flatMap(checkHost))).toEqual([]);
  });

  test('are short and say what they are for', () => {
    expect(formatFindings(sources.flatMap(checkShape))).toEqual([]);
  });

  const tests = readSources('test');

  test('and the tests leave no unfinished notes', () => {
    expect(formatFindings(tests.flatMap(checkComments))).toEqual([]);
  });

  test('and the tests name what they wait for', () => {
    expect(formatFindings(tests.flatMap(checkWaits))).toEqual([]);
  });
});
