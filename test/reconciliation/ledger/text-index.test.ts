/** The index of texts against a Map, also of texts that were made to have one hash; the traces of uuids against a Set. */
import { describe, expect, it } from 'vitest';
import { TextIndex, UuidTraces } from '../../../src/reconciliation/ledger/text-index.ts';
import { seeded } from '../../support/seeded.ts';

/** FNV-1a of 32 bits, as anybody could compute it. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}

/** Texts that are elsewhere than in a Map. */
function misplaced(texts: readonly string[]): readonly string[] {
  const [index, map] = [new TextIndex(), new Map<string, number>()];
  const wrong = texts.filter((text) => {
    const known = map.get(text) ?? -1;
    if (known < 0) map.set(text, map.size);
    return index.add(text) !== known;
  });
  wrong.push(...texts.filter((text) => index.find(text) !== map.get(text)));
  if (index.find('never there') !== -1) wrong.push('never there');
  return index.texts.join() === [...map.keys()].join() ? wrong : [...wrong, 'the order'];
}

describe('the index of texts', () => {
  it('is a Map, also when it grows', () => {
    const chance = seeded(1);
    const texts = Array.from({ length: 30_000 }, () => `order-${Math.floor(chance() * 20_000)}`);
    expect(misplaced(texts)).toEqual([]);
  });

  it('finds texts in their order, from its end, in any, and in the midst of others', () => {
    const chance = seeded(2);
    const texts = Array.from({ length: 3_000 }, (_, number) => `order-${number}`);
    const index = new TextIndex();
    for (const text of texts) index.add(text);
    const any = texts.toSorted(() => chance() - 0.5);
    const between = texts.toReversed().flatMap((text) => (chance() < 0.2 ? ['never there', text] : [text]));
    const looked = [...texts, ...texts.toReversed(), ...any, ...between];
    const places = new Map(texts.map((text, place) => [text, place]));
    expect(looked.filter((text) => index.find(text) !== (places.get(text) ?? -1))).toEqual([]);
  });

  it('is one of texts that all begin in one slot', () => {
    const texts: string[] = [];
    for (let number = 0; texts.length < 400; number += 1) {
      const text = `x${number}`;
      const hash = hashOf(text);
      if (((hash ^ (hash >>> 15)) & 0xfff) === 7) texts.push(text);
    }
    const others = Array.from({ length: 5_000 }, (_, number) => `y${number}`);
    expect(misplaced([...texts, ...texts, ...others, ...texts])).toEqual([]);
  });
});

describe('the traces of uuids', () => {
  it('know every one of theirs in either case, and of others nearly all', () => {
    const chance = seeded(3);
    const uuid = (): string => Array.from({ length: 36 }, () => Math.floor(chance() * 16).toString(16)).join('');
    const [own, others] = [Array.from({ length: 5_000 }, uuid), Array.from({ length: 5_000 }, uuid)];
    const traces = new UuidTraces();
    for (const one of own) traces.add(one);
    expect(own.filter((one) => !traces.has(one) || !traces.has(one.toUpperCase()))).toEqual([]);
    expect(others.filter((one) => traces.has(one)).length).toBeLessThan(100);
    expect(['', 'x', 'ünïcödé'].filter((odd) => traces.has(odd))).toEqual([]);
  });
});
