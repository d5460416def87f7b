/** What the runtime says of systems, and what is chosen instead. */
import { expect, test } from 'vitest';
import { dialectOf, FIRST_CHOICES, writingOf } from '../../../../src/domain/console/writing-choices.ts';
import { PLAIN_WRITING, writeDay, writeDecimal } from '../../../../src/domain/kernel/text/writing.ts';
import { systemWriting } from '../../../../src/renderer/ui/text/system-writing.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

test.each([
  ['en-CA', '1,234,567.5', '1,234', '2026-11-21', 'Sunday'],
  ['en-US', '1,234,567.5', '1,234', '11/21/2026', 'Sunday'],
  ['en-GB', '1,234,567.5', '1,234', '21/11/2026', 'Monday'],
  ['de-DE', '1.234.567,5', '1.234', '21.11.2026', 'Monday'],
  ['fr-FR', '1 234 567,5', '1 234', '21/11/2026', 'Monday'],
  ['de-CH', '1’234’567.5', '1’234', '21.11.2026', 'Monday'],
  ['pl-PL', '1 234 567,5', '1234', '21.11.2026', 'Monday'],
  ['en-IN', '12,34,567.5', '1,234', '21/11/2026', 'Sunday'],
  ['ar-EG', '1,234,567.5', '1,234', '21/11/2026', 'Saturday'],
  ['hu-HU', '1 234 567,5', '1234', '2026.11.21', 'Monday'],
  ['no locale', '1,234,567.5', '1,234', '2026-11-21', 'Monday'],
])('%s', (locale, millions, thousand, day, first) => {
  const { numbers, days, weekStart } = systemWriting({}, locale);
  const words = (text: string): string =>
    writeDecimal(text, numbers)
      .replaceAll(/[\u00a0\u202f]/g, ' ')
      .replaceAll("'", '’');
  expect([words('1234567.5'), words('1234')]).toEqual([millions, thousand]);
  expect([writeDay('2026-11-21', days), WEEKDAYS[weekStart]]).toEqual([day, first]);
});

test('the formats that the shell names go before the language of the window, each for itself', () => {
  const named = systemWriting({ numbers: 'de-DE', days: 'en-GB' }, 'en-US');
  expect([named.numbers.decimal, named.days]).toEqual([',', { order: 'dmy', mark: '/' }]);
  expect(systemWriting({ numbers: 'xx!', days: '' }, 'de-DE')).toEqual(systemWriting({}, 'de-DE'));
});

test('what is chosen holds, and the rest is the system’s', () => {
  const german = systemWriting({}, 'de-DE');
  expect(writingOf(FIRST_CHOICES, german)).toEqual(german);
  const mixed = writingOf({ ...FIRST_CHOICES, numbers: 'comma-point', weekStart: 'sunday' }, german);
  expect(mixed).toEqual({ ...german, numbers: PLAIN_WRITING.numbers, weekStart: 0 });
  expect(dialectOf('numbers', german.numbers)).toEqual({ separator: ';', decimal: ',' });
  expect(dialectOf('numbers', mixed.numbers)).toEqual({ separator: ',', decimal: '.' });
  expect(dialectOf('tab-comma', mixed.numbers)).toEqual({ separator: '\t', decimal: ',' });
});
