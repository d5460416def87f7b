/**
 * The redaction knew a secret by few spellings: of percent-encoding only that with all digits in capitals, or the whole key in lower case
 * (which then was no longer the key), and neither hexadecimal, nor HTML's character references, nor UTF-16. A key that a server echoed in one
 * of them went into the log and onto the screen. Here random secrets go into random texts in every spelling, written as a program writes
 * it, and partly or mixed as a person or an attacker would; none may be left.
 */
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskOf } from '../../../src/backend/api/transport/secret.ts';
import { Redactor } from '../../../src/backend/log.ts';
import { scaled } from '../../support/scale.ts';
import { seeded } from '../../support/seeded.ts';

/** Draws numbers below 1 that say how each character is written. */
type Draw = () => number;

const percent = (text: string) => [...Buffer.from(text)].map((byte) => `%${hex(byte, 2)}`).join('');
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
const units = (text: string, write: (unit: number) => string) =>
  text
    .split('')
    .map((unit) => write(unit.charCodeAt(0)))
    .join('');
const each = (text: string, write: (character: string) => string) => Array.from(text, write).join('');
/** The digits of escapes in a case of their own each. */
const anyCase = (text: string, draw: Draw) =>
  text.replaceAll(/%[\da-f]{2}|\\u[\da-f]{4}|&#x[\da-f]+/gi, (code) =>
    code.replaceAll(/[a-f]/gi, (digit) => (draw() < 0.5 ? digit.toLowerCase() : digit.toUpperCase())),
  );
const quoted = (text: string) => JSON.stringify(text).slice(1, -1);
const big = (text: string) => Buffer.from(text, 'utf16le').swap16();
const little = (text: string) => Buffer.from(text, 'utf16le');
const NAMES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
  '/': 'sol',
  '+': 'plus',
  '=': 'equals',
};
const html = (text: string) => text.replaceAll(/[&<>"'/+=]/g, (sign) => `&${NAMES[sign]};`);
const decimal = (text: string) => each(text, (character) => `&#${character.codePointAt(0)};`);
const escaped = (text: string) => units(text, (unit) => `\\u${hex(unit, 4)}`);
/** What stands between the brackets. */
const inside = (list: string) => list.slice(list.indexOf('[') + 1, list.lastIndexOf(']'));

const SPELLINGS: Readonly<Record<string, (secret: string, draw: Draw) => string>> = {
  'as it is': (secret) => secret,
  JSON: quoted,
  'JSON in JSON in JSON': (secret) => quoted(quoted(quoted(secret))),
  'a URL': encodeURIComponent,
  'a URL whose digits are in mixed case': (secret, draw) => anyCase(encodeURIComponent(secret), draw),
  'percent-encoded whole, in mixed case': (secret, draw) => anyCase(percent(secret), draw),
  'percent-encoded in part': (secret, draw) =>
    each(secret, (one) => (one === '%' || draw() < 0.4 ? anyCase(percent(one), draw) : one)),
  'percent-encoded twice': (secret, draw) => anyCase(encodeURIComponent(percent(secret)), draw),
  'percent-encoded four times': (secret) => [1, 2, 3, 4].reduce(encodeURIComponent, secret),
  'a form': (secret) => new URLSearchParams({ '': secret }).toString().slice(1),
  'escapes of JSON': (secret, draw) => anyCase(escaped(secret), draw),
  'escapes of JSON in part': (secret, draw) =>
    each(secret, (one) => (draw() < 0.4 ? anyCase(escaped(one), draw) : quoted(one))),
  'escapes of JSON in JSON': (secret) => quoted(escaped(secret)),
  'escapes of JSON in a URL': (secret) => encodeURIComponent(escaped(secret)),
  'escapes with x': (secret) => units(secret, (unit) => (unit < 256 ? `\\x${hex(unit, 2)}` : `\\u${hex(unit, 4)}`)),
  'names of HTML': html,
  'names of HTML, twice': (secret) => html(html(secret)).replaceAll('&semi;', ';'),
  'decimal references of HTML': decimal,
  'decimal references of HTML, padded': (secret) => each(secret, (one) => `&#00${one.codePointAt(0)};`),
  'hexadecimal references of HTML': (secret, draw) =>
    anyCase(
      each(secret, (one) => `&#x${hex(one.codePointAt(0) ?? 0, 2)};`),
      draw,
    ),
  'references of HTML in a URL': (secret) => encodeURIComponent(decimal(secret)),
  'references of HTML in JSON': (secret) => decimal(secret).replaceAll('&', '\\u0026'),
  hexadecimal: (secret) => Buffer.from(secret).toString('hex'),
  'hexadecimal in capitals': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  'hexadecimal in mixed case': (secret, draw) =>
    each(Buffer.from(secret).toString('hex'), (one) => (draw() < 0.5 ? one.toUpperCase() : one)),
  'hexadecimal with colons': (secret) => Array.from(Buffer.from(secret), (byte) => hex(byte, 2)).join(':'),
  'a list of 0x': (secret) => Array.from(Buffer.from(secret), (byte) => `0x${hex(byte, 2)}`).join(', '),
  'a buffer as it is printed': (secret) =>
    inspect(Buffer.from(secret)).replace(/^<Buffer |(?: \.\.\. \d+ more bytes?)?>$/g, ''),
  'a buffer as JSON': (secret) => inside(JSON.stringify(Buffer.from(secret))),
  'a buffer as indented JSON, in JSON': (secret) => quoted(inside(JSON.stringify(Buffer.from(secret), null, 2)).trim()),
  'bytes as they are printed': (secret) =>
    inside(inspect(new Uint8Array(Buffer.from(secret))))
      .replace(/,\s+\.\.\. .*/, '')
      .trim(),
  'bytes of UTF-8 taken for Latin-1': (secret) => Buffer.from(secret).toString('latin1'),
  'UTF-16 taken for bytes': (secret) => little(secret).toString('latin1'),
  'UTF-16 of the other order taken for bytes': (secret) => big(secret).toString('latin1'),
  'UTF-16 taken for bytes, in JSON': (secret) => quoted(little(secret).toString('latin1')),
  'UTF-16 taken for bytes, in a URL': (secret) =>
    each(little(secret).toString('latin1'), (one) => `%${hex(one.charCodeAt(0), 2)}`),
  'UTF-16 in the wrong order': (secret) => big(secret).toString('utf16le'),
  'UTF-16 in hexadecimal': (secret) => little(secret).toString('hex'),
  'UTF-16 of the other order in hexadecimal': (secret) => big(secret).toString('hex'),
  'UTF-16 as a buffer in JSON': (secret) => inside(JSON.stringify(little(secret))),
  'UTF-16 in base64': (secret) => little(secret).toString('base64'),
  'UTF-16 of the other order in base64': (secret) => big(`x${secret}`).toString('base64'),
  ...Object.fromEntries(
    ['', 'x', 'xy'].flatMap((lead) => [
      [`base64 after ${lead.length} bytes`, (secret: string) => Buffer.from(lead + secret).toString('base64')],
      [
        `base64 for URLs after ${lead.length} bytes`,
        (secret: string) => Buffer.from(lead + secret).toString('base64url'),
      ],
      [
        `base64 in a URL after ${lead.length} bytes`,
        (secret: string) => encodeURIComponent(Buffer.from(lead + secret).toString('base64')),
      ],
    ]),
  ),
};

// What the format gate of keys lets in, and what a webhook secret may hold beyond it.
const SECRETS = fc.oneof(
  fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 12,
    maxLength: 64,
  }),
  fc.string({ unit: 'grapheme', minLength: 12, maxLength: 40 }),
);

describe('a secret', () => {
  test(`in ${scaled(300)} random texts and in every spelling is masked, and the rest is left`, () => {
    fc.assert(
      fc.property(
        SECRETS,
        fc.string({ maxLength: 40 }),
        fc.string({ maxLength: 40 }),
        fc.nat(),
        (secret, before, after, seed) => {
          const draw = seeded(seed);
          const redactor = new Redactor();
          redactor.add(secret);
          for (const [name, spell] of Object.entries(SPELLINGS)) {
            const spelled = spell(secret, draw);
            const cleaned = redactor.clean(`${before}\u2502${spelled}\u2502${after}`);
            expect([name, cleaned.includes(spelled)]).toEqual([name, false]);
            expect([name, cleaned]).toEqual([name, expect.stringContaining('[redacted]')]);
            // At most what stands at its edges and belongs to its neighbours: letters of base64, a zero byte.
            const left = cleaned.length - before.length - after.length - 2 - '[redacted]'.length;
            expect([name, spelled, cleaned, left]).toEqual([
              name,
              spelled,
              cleaned,
              expect.toSatisfy((it) => it <= 10),
            ]);
          }
        },
      ),
      { numRuns: scaled(300), seed: 4_711, endOnFailure: true },
    );
  });

  test('of which a server repeats a spelling is masked for the screen by the same rule', () => {
    const key = 'Key/of+a=Shop"<0a1b2c3d>';
    const mask = maskOf(key);
    for (const [name, spell] of Object.entries(SPELLINGS))
      expect([name, mask(spell(key, seeded(7)))]).toEqual([name, expect.stringContaining('[api key]')]);
  });

  test('is not looked for where only its letters stand', () => {
    const redactor = new Redactor();
    redactor.add('0123456789abcdef');
    for (const text of ['0123456789ABCDEF', '0123456789abcde', '0 1 2 3 4 5 6 7 8 9 a b c d e f', '123456789abcdef0'])
      expect(redactor.clean(text)).toBe(text);
  });

  test('costs a text of a mebibyte less than the patience of a person, whatever it is made of', () => {
    const redactor = new Redactor();
    redactor.add('mk_live_0a1b2c3d4e5f60718293a4b5c6d7e8f9');
    for (const unit of [
      '\\',
      '%25',
      '&amp;',
      '\\"',
      '109, ',
      '6d ',
      'm',
      'mk_live_0a1b2c3d4e5f60718293a4b5c6d7e8f',
      'm\u0000k\u0000',
    ]) {
      const text = unit.repeat(Math.ceil(1_048_576 / unit.length));
      const start = process.cpuUsage();
      expect(redactor.clean(text)).toBe(text);
      // Tenths of a second on an idle machine; a pattern that steps back again and again would take hours.
      expect([unit, process.cpuUsage(start).user / 1e6]).toEqual([unit, expect.toSatisfy((seconds) => seconds < 5)]);
    }
  });
});
