/**
 * The screens promised that waiting for a scheduled attempt costs nothing and that sending now only makes it sooner. No specification says
 * so: a resend may count as one of the seven attempts, and may move the next one. Where a retry is at stake the words say what is open,
 * and nothing in the screens promises the contrary.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../../src/renderer');
const screens = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));

it('promises nothing in any screen', () => {
  const promise = /waiting costs nothing|only makes it sooner|nothing is lost by waiting/i;
  expect(screens.length).toBeGreaterThan(100);
  expect(screens.filter(({ text }) => promise.test(text)).map(({ name }) => name)).toEqual([]);
});

it('says what is open, in the plan and at the button', () => {
  const open = /leaves open whether a resend counts as one of the seven attempts and whether it moves the next one/;
  const saying = screens.filter(({ text }) => open.test(text)).map(({ name }) => name);
  expect(saying).toEqual([join('parts', 'resend-outcome.tsx')]);
  const using = screens.filter(({ text }) => text.includes('RESEND_AND_RETRIES')).map(({ name }) => name);
  expect(using).toContain(join('features', 'webhooks', 'resends', 'plan-body.tsx'));
  expect(using).toContain(join('features', 'webhooks', 'of-invoice', 'resend-words.ts'));
});
