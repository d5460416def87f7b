/** Markup as HTML: texts stay texts, wherever they come from. */
import { expect, test } from 'vitest';
import { htmlOf, tag } from '../../src/domain/markup.ts';

const HOSTILE = `</td><script src=x></script><img src=x onerror='y'>"&amp;`;
const ESCAPED = '&lt;/td&gt;&lt;script src=x&gt;&lt;/script&gt;&lt;img src=x onerror=&#x27;y&#x27;&gt;&quot;&amp;amp;';

test('tags, attributes and children are written in their order; null is nothing', () => {
  const row = tag('tr', { class: 'a' }, tag('td', {}, 'one'), null, 'two');
  expect(htmlOf(row)).toBe('<tr class="a"><td>one</td>two</tr>');
});

test('a hostile text neither opens a tag nor leaves its attribute', () => {
  expect(htmlOf(HOSTILE)).toBe(ESCAPED);
  expect(htmlOf(tag('span', { title: HOSTILE }, HOSTILE))).toBe(`<span title="${ESCAPED}">${ESCAPED}</span>`);
});
