/** Pasted ids: what separates them, what is taken off, what is counted. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_LOOKUP_IDS, parseIds } from '../../../src/domain/records/lookup.ts';
import { workTime } from '../../support/work-time.ts';

const UUIDS = ['0f0e0d0c-0000-4000-8000-000000000001', '0F0E0D0C-0000-4000-8000-000000000002'] as const;

describe('pasted ids', () => {
  it.each<[string, string, readonly string[]]>([
    ['one id', 'order-1', ['order-1']],
    ['spaces around it', '  order-1\t\n', ['order-1']],
    ['spaces inside', 'order 1', ['order 1']],
    ['a column', 'a-1\r\na-2\n\na-3\r', ['a-1', 'a-2', 'a-3']],
    ['a line of a sheet', 'a-1\ta-2,a-3; a-4', ['a-1', 'a-2', 'a-3', 'a-4']],
    ['commas that belong to the ids of a column', 'a,1\nb,2', ['a,1', 'b,2']],
    ['a comma behind each line', '"a-1",\n\'a-2\',\n“a-3”', ['a-1', 'a-2', 'a-3']],
    ['uuids between spaces', UUIDS.join(' '), [...UUIDS]],
    ['a mark before the text', '\ufefforder-1', ['order-1']],
    ['a quote that belongs to it', '"half', ['"half']],
    ['nothing', ' \n ;; ', []],
  ])('%s', (_name, text, ids) => expect(parseIds(text).ids).toEqual(ids));

  it('keeps the case, and counts what is named twice', () => {
    expect(parseIds('A-1\na-1\nA-1\n"A-1"')).toEqual({ ids: ['A-1', 'a-1'], repeated: 2, tooLong: 0, left: 0 });
  });

  it('is bounded and says by how much', () => {
    const many = Array.from({ length: MAX_LOOKUP_IDS + 7 }, (_, index) => `id-${index}`).join('\n');
    expect(parseIds(many)).toMatchObject({ left: 7, tooLong: 0, repeated: 0 });
    expect(parseIds(many).ids).toHaveLength(MAX_LOOKUP_IDS);
    expect(parseIds(`${'x'.repeat(257)}\nb`)).toMatchObject({ ids: ['b'], tooLong: 1 });
  });

  it('takes no time, whatever the text', () => {
    const spent = workTime();
    for (const piece of [' ', '\n', ',', ';', '\t', '"', '"a', ' a', '“', 'a,', '\ufeff', '\u2028', `${UUIDS[0]} `]) {
      const long = piece.repeat(65_536).slice(0, 65_536);
      expect(parseIds(`a${long}b`).ids.length).toBeLessThanOrEqual(500);
    }
    expect(spent()).toBeLessThan(4_000);
  });

  it('loses no id of a column whatever the ids are', () => {
    const id = fc.stringMatching(/^[A-Za-z0-9./:_#-]{1,60}$/);
    fc.assert(
      fc.property(fc.uniqueArray(id, { minLength: 2, maxLength: 50 }), (ids) => {
        expect(parseIds(ids.join('\n'))).toEqual({ ids, repeated: 0, tooLong: 0, left: 0 });
      }),
    );
  });
});
