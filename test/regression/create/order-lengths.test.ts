/**
 * The specification bounds texts in characters. The console counted UTF-16 units, so an id or a purpose with emoji or with letters outside of
 * the first plane was refused long before the API would have: 65 emoji were "130 characters" of 128.
 */
import { describe, expect, it } from 'vitest';
import { createCalls } from '../../../src/contract/calls/creates.ts';
import {
  charactersIn,
  isWithinLength,
  nextExternalId,
  ORDER_LENGTHS,
  orderProblems,
} from '../../../src/domain/create/order.ts';

const ORDER = { external_id: 'order-1', customer_id: 'c-1', amount: '1.00', currency: 'EUR' };
const INPUT = { ...ORDER, intentId: 'intent-0001' };
const FACE = '😀';

describe.each(['external_id', 'customer_id', 'purpose'] as const)('%s', (field) => {
  const { max } = ORDER_LENGTHS[field];

  it('may have as many characters as specified, whatever they are', () => {
    const text = FACE.repeat(max);
    expect(orderProblems({ ...ORDER, [field]: text }, false)).toEqual([]);
    expect(createCalls['invoices.create'].input.safeParse({ ...INPUT, [field]: text }).success).toBe(true);
  });

  it('may not have one more', () => {
    const text = FACE.repeat(max + 1);
    expect(orderProblems({ ...ORDER, [field]: text }, false)).toEqual([{ field, kind: 'too-long' }]);
    expect(createCalls['invoices.create'].input.safeParse({ ...INPUT, [field]: text }).success).toBe(false);
  });
});

it('one character of two units is no currency', () => {
  expect(orderProblems({ ...ORDER, currency: FACE }, false)).toEqual([{ field: 'currency', kind: 'too-short' }]);
});

it('the next name of a full id keeps as many characters as there is room for', () => {
  const next = nextExternalId(FACE.repeat(128));
  expect(next).toBe(`${FACE.repeat(125)}-r2`);
  expect(isWithinLength('external_id', next)).toBe(true);
});

it.each(['', 'abc', 'ä€', FACE, `a${FACE}b`, '\ud83d', '\ude00\ud83d', `${FACE}\ude00`])(
  'counts %j as text does',
  (text) => {
    expect(charactersIn(text)).toBe(Array.from(text).length);
  },
);
