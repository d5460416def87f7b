/** Bodies in pieces are what JSON.parse makes of them at once, are refused where it refuses them, and never hold what a secret's mask would take out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AnswerLimits,
  CATALOGUE_LIMITS,
  DELIVERIES_LIMITS,
  PAGE_LIMITS,
  RECORD_LIMITS,
} from '../../../../src/backend/api/transport/answer-limits.ts';
import { type Body, readBody } from '../../../../src/backend/api/transport/body.ts';
import { LargeRecord } from '../../../../src/domain/records/json.ts';
import { fieldOf } from '../../../../src/domain/kernel/fields.ts';
import { maskOf } from '../../../../src/backend/api/transport/secret.ts';

/** Larger than what is parsed at once, and otherwise nothing. */
const WIDE = ' '.repeat(70_000);
const LIMITS: AnswerLimits = { ...CATALOGUE_LIMITS, recordBytes: 4_000_000, recordValues: 100_000 };
const UUID = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11';

function read(text: string, limits = LIMITS): Promise<Body> {
  return readBody(Buffer.from(text), limits, undefined);
}

/** The same value with white space in every place where it may stand. */
function spread(value: unknown): string {
  return JSON.stringify(value, null, '\t ').replaceAll('\n', '\r\n ') + WIDE;
}

const json = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });

it('are the same values, whatever is in them and however they are written', async () => {
  await fc.assert(
    fc.asyncProperty(
      json,
      fc.constantFrom('data', 'error', 'x'),
      fc.constantFrom('page', 'list', 'one'),
      async (value, name, records) => {
        const whole = {
          first: [1, 'a"\\', null],
          [name]: records === 'page' ? { items: [value], page: 1 } : value,
          last: true,
        };
        for (const text of [spread(whole), WIDE + JSON.stringify(whole)]) {
          const body = await read(text, { ...LIMITS, records });
          expect(body).toEqual({ kind: 'json', value: JSON.parse(text) });
        }
      },
    ),
    { seed: 7, numRuns: 300 },
  );
});

it('that are broken anywhere are refused', async () => {
  const text = JSON.stringify({ success: true, data: [{ uuid: UUID, list: [1, 2], text: 'a\\"b' }], last: {} });
  for (let at = 0; at < text.length; at += 1) {
    for (const broken of [
      text.slice(0, at) + text.slice(at + 1),
      `${text.slice(0, at)}]${text.slice(at)}`,
      text.slice(0, at),
    ]) {
      const isJson = isParsed(broken);
      expect([broken, (await read(broken + WIDE)).kind]).toEqual([broken, isJson ? 'json' : 'not-json']);
    }
  }
});

function isParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

it.each(['', '1', '"x"', 'null', '[]', '{}'])('that are only %j and much white space', async (text) => {
  expect(await read(WIDE + text)).toEqual(
    text === '' ? { kind: 'not-json' } : { kind: 'json', value: JSON.parse(text) },
  );
});

it('that are no UTF-8 are refused', async () => {
  const bytes = Buffer.concat([Buffer.from('{"data":"'), Buffer.from([0xff]), Buffer.from('"}')]);
  expect(await readBody(bytes, LIMITS, undefined)).toEqual({ kind: 'not-json' });
});

it('FAULT-25 FAULT-26: what an answer and a record of it may have at most', () => {
  const MIB = 1024 * 1024;
  const most = [PAGE_LIMITS, RECORD_LIMITS, CATALOGUE_LIMITS, DELIVERIES_LIMITS].map(({ bytes }) => bytes / MIB);
  expect(most.map((size) => size.toPrecision(2))).toEqual(['6.3', '0.13', '4.0', '8.0']);
  expect(RECORD_LIMITS.bytes).toBe(128 * 1024);
  expect(PAGE_LIMITS).toMatchObject({ recordBytes: 64 * 1024, recordValues: 2_000 });
});

describe('FAULT-26: a record that is larger than any', () => {
  const filler = 'x'.repeat(PAGE_LIMITS.recordBytes);

  it.each([
    ['in its bytes', `{"filler":"${filler}","uuid":"${UUID}"}`, UUID],
    ['in its values', `{"uuid":"${UUID}","list":[${'0,'.repeat(PAGE_LIMITS.recordValues)}0]}`, UUID],
    ['and has no id', `{"filler":"${filler}"}`, null],
    ['and is none', `"${filler}"`, null],
  ])('%s costs itself alone', async (_name, record, uuid) => {
    const body = await read(`{"data":{"items":[{"uuid":"1"},${record},{"uuid":"2"}],"page":1}}${WIDE}`, PAGE_LIMITS);
    expect(body).toMatchObject({
      kind: 'json',
      value: { data: { items: [{ uuid: '1' }, { uuid }, { uuid: '2' }], page: 1 } },
    });
    const value = body.kind === 'json' ? JSON.stringify(body.value) : '';
    expect(value.length).toBeLessThan(300);
    expect(new LargeRecord(1, uuid)).toMatchObject({ uuid });
  });
});

it('what nests deeper than any answer does is left out where it is large', async () => {
  const nested = (depth: number): string => `${'['.repeat(depth)}"${'x'.repeat(70_000)}"${']'.repeat(depth)}`;
  const kept = async (depth: number): Promise<string> =>
    JSON.stringify(await read(`{"data":[{"uuid":"1","deep":${nested(depth)}}]}`));
  expect((await kept(3)).length).toBeGreaterThan(70_000);
  expect((await kept(12)).length).toBeLessThan(1_000);
});

it('more records than there may be are named', async () => {
  const items = `[${'{},'.repeat(PAGE_LIMITS.most)}{}]`;
  expect(await read(`{"data":{"items":${items}}}${WIDE}`, PAGE_LIMITS)).toEqual({
    kind: 'too-large',
    detail: `more than ${PAGE_LIMITS.most} records`,
  });
});

/** The text of the one record. */
function keptOf(body: Body): string {
  const data: unknown = body.kind === 'json' ? fieldOf(body.value, 'data') : null;
  const text = Array.isArray(data) ? fieldOf(data[0], 'text') : null;
  return typeof text === 'string' ? text : '';
}

describe('FAULT-26: a text that is longer than any that is kept', () => {
  const KEY = 'key-of-business-A-0123456789';
  const units = ['x', '\\n', '\\u00e4', 'ä', '€', '😀', '\\ud83d\\ude00', '\\\\', '\\"'];

  it.each(units)('is cut between characters: %s', async (unit) => {
    for (const lead of ['', 'a', 'ab', 'abc', 'abcd', 'abcde']) {
      const literal = `"${lead}${unit.repeat(500_000 / unit.length + 1)}"`;
      const body = await read(`{"data":[{"text":${literal}}]}`, LIMITS);
      const whole = String(JSON.parse(literal));
      expect(keptOf(body).length).toBeGreaterThan(65_536);
      expect(keptOf(body).length).toBeLessThan(whole.length);
      expect(whole.startsWith(keptOf(body).slice(0, 65_536))).toBe(true);
    }
  });

  it('holds no part of a secret within what is kept', async () => {
    const mask = maskOf(KEY);
    const filler = 'x'.repeat(65_530);
    const text = `{"data":[{"text":"${filler}${KEY}${'y'.repeat(500_000)}","${KEY}":1}]}`;
    const body = await readBody(Buffer.from(text), LIMITS, mask);
    expect(JSON.stringify(body)).not.toContain(KEY.slice(0, 8));
  });
});
