/** The canonical form of a close: nothing of it is lost, two closes never have one text, and the script of its document checks it. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CLOSE_REQUIREMENTS,
  type CloseDocument,
  type CloseFact,
  type WithdrawalFactSplit,
} from '../../../src/domain/period/close.ts';
import { readDocument } from '../../../src/backend/books/period/close-document.ts';
import { FACT_LISTS } from '../../../src/domain/kernel/finding.ts';
import { STATEMENT_LINES } from '../../../src/domain/period/statement.ts';
import {
  closeHead,
  compareFacts,
  factLine,
  factsOf,
  readFactLine,
} from '../../../src/reconciliation/period/close-form.ts';
import { changesOf, stateOf } from '../../../src/reconciliation/period/prior-period.ts';
import { SAMPLE_DOCUMENT, SAMPLE_FACTS, sampleFact } from './close-sample.ts';

const textOf = (document: CloseDocument, facts: readonly CloseFact[]): string =>
  [...closeHead(document), ...facts.map(factLine)].map((line) => `${line}\n`).join('');

/** Texts that could be taken for the end of a field, a line, an escape or nothing at all; and halves of characters. */
const awkward = fc.string({
  unit: fc.constantFrom(
    '\\',
    'N',
    'n',
    't',
    'u',
    '0',
    '\t',
    '\n',
    '\r',
    '\u0000',
    '\u0085',
    '\u2028',
    '\ud83d',
    '\udca9',
    'é',
    '9',
  ),
  maxLength: 6,
});
const awkwardOrNone = fc.option(awkward);
const bareFact: fc.Arbitrary<Omit<CloseFact, 'split'>> = fc.record({
  list: fc.constantFrom(...FACT_LISTS),
  uuid: awkward,
  line: fc.constantFrom(...STATEMENT_LINES),
  label: awkwardOrNone,
  status: awkward,
  token: awkwardOrNone,
  currency: awkwardOrNone,
  amount: awkwardOrNone,
  createdAt: awkwardOrNone,
  endedAt: awkwardOrNone,
  asOf: awkward,
});
const anySplit: fc.Arbitrary<WithdrawalFactSplit> = fc.record({
  balanceType: awkwardOrNone,
  actor: awkwardOrNone,
  networkCommission: awkwardOrNone,
  amountToSend: awkwardOrNone,
});
const anyFact: fc.Arbitrary<CloseFact> = fc
  .tuple(bareFact, anySplit)
  .map(([fact, split]) => ({ ...fact, split: fact.list === 'withdrawals' ? split : null }));

/** The paths of all leaves, and of all lists that have something in them. */
function* pathsIn(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null) yield path;
  else {
    if (Array.isArray(value) && value.length > 0) yield path;
    for (const [name, inner] of Object.entries(value)) yield* pathsIn(inner, [...path, name]);
  }
}

/** The sample with one leaf that is another one, in every way that is tried; a list lacks its first item. */
function* neighbours(path: readonly string[]): Generator<CloseDocument> {
  const name = path.at(-1) ?? '';
  const holderIn = (document: CloseDocument): object =>
    path.slice(0, -1).reduce<object>((holder, step) => Object(Reflect.get(holder, step)), document);
  const old: unknown = Reflect.get(holderIn(SAMPLE_DOCUMENT), name);
  for (const other of othersFor(old)) {
    const document = structuredClone(SAMPLE_DOCUMENT);
    Reflect.set(holderIn(document), name, other);
    yield document;
  }
}

function othersFor(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return [value.slice(1)];
  if (typeof value === 'number') return [value + 1];
  if (typeof value === 'boolean') return [!value];
  return [`${String(value)}x`, value === null ? '' : null];
}

describe('the canonical form', () => {
  it('CLOSE-4: has every leaf of the document in it', () => {
    const text = closeHead(SAMPLE_DOCUMENT).join('\n');
    const seen = new Set([text]);
    let leaves = 0;
    for (const path of pathsIn(SAMPLE_DOCUMENT)) {
      // No document has an opening or a split that is a text, or an opening of an unknown source.
      if (path.at(-1) === 'opening' || path.at(-1) === 'split' || path.join('.').endsWith('opening.source')) continue;
      for (const other of neighbours(path)) {
        const changed = closeHead(other).join('\n');
        expect(seen.has(changed), path.join('.')).toBe(false);
        seen.add(changed);
        leaves += 1;
      }
    }
    expect(leaves).toBeGreaterThan(200);
    expect(closeHead(structuredClone(SAMPLE_DOCUMENT)).join('\n')).toBe(text);
  });

  it('CLOSE-4: is another one for another document, however awkward its texts', () => {
    const variant = fc.record({
      reason: awkwardOrNone,
      closedBy: awkward,
      profile: awkward,
      tokens: fc.array(fc.tuple(awkwardOrNone, fc.array(awkward, { maxLength: 2 })), { maxLength: 2 }),
      requirements: fc.array(fc.constantFrom(...CLOSE_REQUIREMENTS), { maxLength: 2 }),
    });
    const documentOf = ({
      reason,
      closedBy,
      profile,
      tokens,
      requirements,
    }: typeof variant extends fc.Arbitrary<infer V> ? V : never) => ({
      ...SAMPLE_DOCUMENT,
      overrideReason: reason,
      closedBy,
      business: { ...SAMPLE_DOCUMENT.business, profile },
      requirements: requirements.map((requirement) => ({ requirement, met: true, count: 0, at: null })),
      statement: {
        ...SAMPLE_DOCUMENT.statement,
        tokens: tokens.flatMap(([token, currencies]) =>
          SAMPLE_DOCUMENT.statement.tokens.slice(1).map((sample) => ({
            ...sample,
            token,
            creditsByCurrency: currencies.map((currency) => ({ currency, count: 1, settledUsdt: '1' })),
          })),
        ),
      },
    });
    fc.assert(
      fc.property(variant, variant, (left, right) => {
        const same = JSON.stringify(left) === JSON.stringify(right);
        const [one, other] = [closeHead(documentOf(left)).join('\n'), closeHead(documentOf(right)).join('\n')];
        expect(one === other).toBe(same);
        for (const broken of ['\r', '\u0000', '\u0085', '\u2028']) expect(one).not.toContain(broken);
        expect(Buffer.from(one, 'utf8').toString('utf8')).toBe(one);
      }),
      { seed: 5, numRuns: 1000 },
    );
  });

  it('CLOSE-2 CLOSE-5: is lines of the names that docs/close-format.md has, in its order', () => {
    const page = readFileSync(new URL('../../../docs/close-format.md', import.meta.url), 'utf8');
    const named = Array.from(
      page.slice(page.indexOf('CLOSE-5'), page.indexOf('CLOSE-6')).matchAll(/^ +\| `([a-z-]+)`/gm),
      ([, name]) => name,
    );
    const text = textOf(SAMPLE_DOCUMENT, SAMPLE_FACTS);
    expect(text.endsWith('\n')).toBe(true);
    expect(text).not.toMatch(/[\r\ufeff]|\n\n/);
    const lines = text.trimEnd().split('\n');
    // Of the second token there is nothing that the first one has not.
    expect([...new Set(lines.map((line) => line.split('\t')[0]))]).toEqual(named);
    const count = (name: string): number => lines.filter((line) => line.startsWith(`${name}\t`)).length;
    expect([count('certificate'), count('requirement'), count('fact')]).toEqual([2, 11, SAMPLE_FACTS.length]);
  });

  it('CLOSE-4: writes what would end a field or a line in its own spelling, and all else as it is', () => {
    const label = (text: string | null) =>
      factLine(sampleFact({ uuid: '0a', line: 'credits', amount: '1.10', label: text })).split('\t')[11];
    expect(['a\\N', 'a\tb\nc\rd', '\u0000\u007f\u0085\u2028', '\ud83d!', 'é “\ud83d\udca9”', null].map(label)).toEqual([
      String.raw`a\\N`,
      String.raw`a\tb\nc\rd`,
      String.raw`\u0000\u007f\u0085\u2028`,
      String.raw`\ud83d!`,
      'é “\ud83d\udca9”',
      String.raw`\N`,
    ]);
  });

  it('CLOSE-3 CLOSE-4: gives every fact back', () => {
    fc.assert(
      fc.property(anyFact, (fact) => {
        const line = factLine(fact);
        expect(line).not.toMatch(/[\n\r]/);
        expect(readFactLine(line)).toEqual(fact);
        expect(readFactLine(Buffer.from(line, 'utf8').toString('utf8'))).toEqual(fact);
      }),
      { seed: 5, numRuns: 2000 },
    );
  });

  it('reads no line of the head as a fact, and no broken line at all', () => {
    for (const line of closeHead(SAMPLE_DOCUMENT)) expect(readFactLine(line)).toBeNull();
    const whole = factLine(sampleFact({ uuid: '0a', line: 'credits', amount: '1' }));
    expect(() => readFactLine(whole.slice(0, whole.lastIndexOf('\t')))).toThrow(RangeError);
    expect(() => readFactLine(whole.replace('invoices', 'invoice'))).toThrow(RangeError);
    expect(() => readFactLine(whole.replace('0a', String.raw`\q`))).toThrow(RangeError);
    expect(() => readFactLine(whole.replace('0a', String.raw`\N`))).toThrow(RangeError);
  });

  it('CLOSE-6: has invoices before withdrawals, each by uuid', () => {
    const shuffled = SAMPLE_FACTS.toReversed();
    expect(shuffled.sort(compareFacts)).toEqual(SAMPLE_FACTS);
    expect(factsOf(SAMPLE_DOCUMENT.statement)).toBe(SAMPLE_FACTS.length);
  });

  it('CLOSE-8: of a later version is read as far as it is known: more fields are left out, and a line that is not known is said to be', () => {
    const [fact = sampleFact({ uuid: '0a', line: 'credits', amount: '1' })] = SAMPLE_FACTS;
    expect(readFactLine(`${factLine(fact)}\tmore\t\\N`)).toEqual(fact);
    const { list, uuid } = fact;
    expect(readFactLine(factLine(fact).replace('credits', 'refunds'))).toEqual({ list, uuid, line: null });
  });
});

describe('CLOSE-9: a close of form 1', () => {
  const stored = (ending: string): string => readFileSync(new URL(`close-v1.${ending}`, import.meta.url), 'utf8');
  const lines = stored('txt').trimEnd().split('\n');
  const facts = lines.map(readFactLine).flatMap((fact) => (fact === null || fact.line === null ? [] : [fact]));

  it('stays readable: its document as far as it goes, its facts all but what it did not lock', () => {
    const document = JSON.parse(stored('json'));
    const close = readDocument(stored('json'));
    expect(close).toMatchObject({ document: { ...document, version: 1 }, unknown: [] });
    // What was locked is what is shown.
    expect(closeHead(close.document)).toEqual(lines.filter((line) => !line.startsWith('fact\t')));
    expect(facts).toEqual(SAMPLE_FACTS.map((fact) => ({ ...fact, split: null })));
    expect(lines[0]).toBe('merchant-console-close\t1');
    expect(createHash('sha256').update(stored('txt'), 'utf8').digest('hex')).toBe(
      '2da6d3bbfb3c8d9fc5eea2ddaa22c2eede4e3715801c2b554739799cf905a285',
    );
  });

  it('has not changed because today’s facts say more', () => {
    const end = '2026-10-31T23:00:00Z';
    expect([...changesOf(facts.map(stateOf), SAMPLE_FACTS.map(stateOf), end)]).toEqual([]);
  });
});

describe('CLOSE-9: a close of form 2', () => {
  const stored = (ending: string): string => readFileSync(new URL(`close-v2.${ending}`, import.meta.url), 'utf8');
  const lines = stored('txt').trimEnd().split('\n');

  it('keeps its bytes: neither causes nor the head of the audit log, and nothing that it superseded', () => {
    const { document, unknown } = readDocument(stored('json'));
    expect(unknown).toEqual([]);
    expect([document.version, document.supersedes, document.auditHead]).toEqual([2, null, null]);
    expect(document.statement.tokens.map(({ split, typedReadAt }) => [split, typedReadAt])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(closeHead(document)).toEqual(lines.filter((line) => !line.startsWith('fact\t')));
    expect(lines.map(readFactLine).filter((fact) => fact !== null)).toEqual(SAMPLE_FACTS);
    expect(createHash('sha256').update(stored('txt'), 'utf8').digest('hex')).toBe(
      '76a7ba883089ac8fe62a23b1e90fdb3d49417e579269d53dceff45c7c27fef78',
    );
  });
});

describe('CLOSE-10: the script of docs/close-format.md', () => {
  let folder: string;
  let script: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'close-form-'));
    script = join(folder, 'check-close.mjs');
    const page = readFileSync(new URL('../../../docs/close-format.md', import.meta.url), 'utf8');
    const [, code = ''] = /```js\n(.*?)```/s.exec(page) ?? [];
    expect(code.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(20);
    writeFileSync(script, code);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const check = (text: string): Promise<{ readonly code: unknown; readonly said: string }> => {
    const file = join(folder, 'close.txt');
    writeFileSync(file, text);
    return new Promise((resolve) => {
      execFile(process.execPath, [script, file], (error, said) => resolve({ code: error?.code ?? 0, said }));
    });
  };
  const text = textOf(SAMPLE_DOCUMENT, SAMPLE_FACTS);
  const sha256 = createHash('sha256').update(text, 'utf8').digest('hex');

  it('recomputes the hash and the sums', async () => {
    const { code, said } = await check(text);
    expect(code).toBe(0);
    expect(said.trim().split('\n')).toEqual([
      `sha256 ${sha256}`,
      'USDT credits 2 rows, 10.623456789012345678: the facts agree',
      'USDT withdrawals 1 rows, 2.25: the facts agree',
      'TRX withdrawals 1 rows, 7: the facts agree',
    ]);
  });

  it('notices a fact that was changed, added or left out', async () => {
    for (const [found, changed] of [
      ['10.123456789012345678\t', '10.123456789012345679\t'],
      [`${SAMPLE_FACTS.slice(1, 2).map(factLine).join('')}\n`, ''],
      ['\tTRX\t7\t', '\tUSDT\t7\t'],
      ['line\tcredits\t2', 'line\tcredits\t3'],
    ] as const) {
      expect(text).toContain(found);
      const { code, said } = await check(text.replace(found, changed));
      expect(code, found).toBe(1);
      expect(said, found).toContain('DIFFER');
    }
  });

  it('has another hash for every byte that is another one', () => {
    const bytes = Buffer.from(text, 'utf8');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(createHash('sha256').update(changed).digest('hex')).not.toBe(sha256);
    }
  });
});
