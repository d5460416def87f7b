/** The figures of last time as the shell writes them and as the screens draw them: the same elements, so that nothing moves when one takes over. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { htmlOf, type Markup } from '../../../src/domain/markup.ts';
import { startAge, startFigures } from '../../../src/domain/start-figures.ts';
import type { LastKnown } from '../../../src/domain/last-known.ts';
import { Described } from '../../../src/renderer/ui/described.tsx';
import { NOW, SANDBOX, TOTALS } from '../support/scripts.ts';

const KNOWN: LastKnown = {
  readAt: NOW,
  profile: { ...SANDBOX, name: `<b>"O'Neil" & Söhne</b>` },
  timeZone: 'Europe/Warsaw',
  colourScheme: 'dark',
  period: { from: `${NOW.slice(0, 8)}01`, to: NOW.slice(0, 10) },
  list: { certificate: 'incomplete', seen: 3, total: null },
  totals: { ...TOTALS, currencies: TOTALS.currencies.map((row) => ({ ...row, byStatus: { success: 1, '<i>': 2 } })) },
};
const AT = Date.parse(NOW);

/** HTML knows one spelling of an attribute; React writes another. */
const drawn = (of: Markup | readonly Markup[]): string =>
  renderToStaticMarkup(<Described of={of} />).replaceAll(' dateTime=', ' datetime=');

test('React draws what is written', () => {
  const written = startFigures(KNOWN, AT).map(htmlOf).join('');
  expect(drawn(startFigures(KNOWN, AT))).toBe(written);
  expect(written).toContain('These figures are about 3 invoices');
  const age = startAge(KNOWN, AT);
  expect(drawn(age)).toBe(htmlOf(age));
});
