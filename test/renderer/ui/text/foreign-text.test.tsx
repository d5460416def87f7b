/** The block that shows text of others, over a hundred texts that pages have taken for markup. Not here: whole screens (test/security/canary.test.ts). */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ForeignText } from '../../../../src/renderer/ui/text/foreign-text.tsx';
import { hostileTexts } from '../../../security/hostile-texts.ts';

test('a hundred hostile texts make no element and no attribute', () => {
  const texts = hostileTexts('https://foreign.example');
  expect(texts).toHaveLength(100);
  expect(new Set(texts).size).toBe(100);
  for (const text of texts)
    for (const block of [false, true]) {
      const markup = renderToStaticMarkup(<ForeignText text={text} block={block} />);
      // One element of ours around text in which nothing begins another.
      expect(markup).toMatch(/^<span class="[\w -]+" dir="auto">[^<>]*<\/span>$/);
    }
});
