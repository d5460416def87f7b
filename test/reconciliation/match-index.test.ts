/** The index of texts against a Map, also of texts that were made to have one hash. */
import { describe, expect, it } from 'vitest';
import { TextIndex } from '../../src/reconciliation/match-index.ts';
import { seeded } from '../support/seeded.ts';

/** FNV-1a of 32 bits, as anybody could compute it. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}

function compare(texts: readonly string[]): void {
  const [index, map] = [new TextIndex(), new Map<string, number>()];
  for (const text of texts) {
    expect(index.add(text)).toBe(map.get(text) ?? -1);
    if (!map.has(text)) map.set(text, map.size);
  }
  expect(index.texts).toEqual([...map.keys()]);
  for (const [text, place] of map) if (index.find(text) !== place) throw new Error(`${text} is not at ${place}`);
  expect(index.find('never there')).toBe(-1);
}

describe('the index of texts', () => {
  it('is a Map, also when it grows', () => {
    const chance = seeded(1);
    compare(Array.from({ length: 30_000 }, () => `order-${Math.floor(chance() * 20_000)}`));
  });

  it('is one of texts that all begin in one slot', () => {
    const texts: string[] = [];
    for (let number = 0; texts.length < 400; number += 1) {
      const text = `x${number}`;
      const hash = hashOf(text);
      if (((hash ^ (hash >>> 15)) & 0xfff) === 7) texts.push(text);
    }
    compare([...texts, ...texts, ...Array.from({ length: 5_000 }, (_, number) => `y${number}`), ...texts]);
  });
});
