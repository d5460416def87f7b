/**
 * "HTTPS; at most 512 characters" (specification, create): the form checked the addresses of a new invoice, the engine did not, so that a program over the
 * automation interface could send plain http, an address with a password in it, or no address at all, and be told by the API or by nobody.
 */
import { expect, it } from 'vitest';
import { problemsOf } from '../../../src/backend/jobs/create/parts.ts';

const ORDER = { external_id: 'order-1', customer_id: 'c-1', amount: '1.00', currency: 'EUR' };

it.each([
  ['callback_url', 'http://shop.example/hook', 'must be an https address'],
  ['success_url', 'https://me:secret@shop.example/', 'has a user name or a password in it'],
  ['fail_url', 'shop.example/thanks', 'is no address; a whole one begins with https://'],
  ['fail_url', `https://shop.example/${'x'.repeat(500)}`, 'is too long'],
  ['callback_url', 'http://127.0.0.1:8080/hook', 'must be an https address'],
])('%s %s is refused before anything is sent', (path, address, message) => {
  expect(problemsOf({ ...ORDER, [path]: address }, false)).toEqual([{ path, message }]);
});

it('the embedded sandbox alone takes http to this machine', () => {
  expect(problemsOf({ ...ORDER, callback_url: 'http://127.0.0.1:8080/hook' }, true)).toEqual([]);
});
