/** What npm run package says when electron-builder fails: its own words, and which server's answer was missing. Not here: running it (package/command.test.ts). */
import { expect, test } from 'vitest';
import { packingTrouble } from '../../scripts/lib/packing-trouble.mjs';

test.each([
  [
    'Apple’s service is not called a tool',
    '  • signing file=x.app\n  ⨯ Failed to notarize via notarytool: ETIMEDOUT appstoreconnect.example  failedTask=build stackTrace=Error',
    'A server that making dmg needs did not do its part (ETIMEDOUT): Failed to notarize via notarytool: ETIMEDOUT appstoreconnect.example. Nothing was packaged.',
  ],
  [
    'a download that is refused',
    '  ⨯ cannot resolve https://tools.example/fpm.7z: status code: 403',
    'A server that making dmg needs did not do its part (403): cannot resolve https://tools.example/fpm.7z: status code: 403. Nothing was packaged.',
  ],
  ['anything else', 'one\n  ⨯ The icon is missing.\nmore', 'The icon is missing. Nothing was packaged.'],
  ['the last line where none is marked', 'one\ntwo\n\n', 'two. Nothing was packaged.'],
])('%s', (_what, output, sentence) => {
  expect(packingTrouble(output, 'dmg')).toBe(sentence);
});
