/** A balance of three decimals, typed where a comma stands before them, stood in the address with a point; there it could be two amounts, and was in no force. */
import { afterEach, expect, test } from 'vitest';
import { PLAIN_WRITING } from '../../../src/domain/kernel/text/writing.ts';
import { typedIn, withTyped, wrongIn } from '../../../src/renderer/parts/period/statement-address.ts';
import { setWriting } from '../../../src/renderer/ui/text/writing.ts';
import { readQuery } from '../../../src/renderer/ui/window/route.ts';

const OCTOBER = { from: '2026-10-01', to: '2026-11-01', timeZone: 'UTC' };

afterEach(() => setWriting(PLAIN_WRITING));

test('a balance is in force in every writing, whichever it was typed in', () => {
  const german = { ...PLAIN_WRITING, numbers: { ...PLAIN_WRITING.numbers, decimal: ',', group: '.' } };
  setWriting(german);
  const parameters = new URLSearchParams();
  const said = withTyped(readQuery(''), OCTOBER, { balance: 'closing', token: 'USDT', text: '1,234' });
  for (const [name, texts] of Object.entries(said))
    for (const text of typeof texts === 'string' ? [texts] : texts) parameters.append(name, text);
  const address = readQuery(parameters.toString());
  for (const writing of [german, PLAIN_WRITING]) {
    setWriting(writing);
    expect(typedIn(address, OCTOBER)).toEqual([{ token: 'USDT', closing: '1.2340' }]);
    expect(wrongIn(address, OCTOBER)).toEqual([]);
  }
});
