/** The locales of the system's formats as the desktop knows them. */
import { expect, test } from 'vitest';
import { systemFormats } from '../../src/main/formats.ts';

test('Linux names numbers and days apart; its C is of no country', () => {
  const of = (env: NodeJS.ProcessEnv) => systemFormats(env, 'linux', 'en-US');
  expect(of({ LANG: 'en_US.UTF-8', LC_NUMERIC: 'de_DE.UTF-8', LC_TIME: 'en_GB' })).toEqual({
    numbers: 'de-DE',
    days: 'en-GB',
  });
  expect(of({ LC_ALL: 'pl_PL@euro', LC_NUMERIC: 'de_DE' })).toEqual({ numbers: 'pl-PL', days: 'pl-PL' });
  expect(of({ LC_ALL: '', LANG: 'fr_CH.UTF-8' })).toEqual({ numbers: 'fr-CH', days: 'fr-CH' });
  expect(of({ LANG: 'C.UTF-8' })).toEqual({ numbers: 'en-US', days: 'en-US' });
  expect(of({})).toEqual({ numbers: 'en-US', days: 'en-US' });
});

test('elsewhere the region counts, and where nothing is known nothing is said', () => {
  expect(systemFormats({ LANG: 'de_DE.UTF-8' }, 'darwin', 'en-GB')).toEqual({ numbers: 'en-GB', days: 'en-GB' });
  expect(systemFormats({}, 'win32', '')).toEqual({});
});
