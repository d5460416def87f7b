/** Who has a record open: told to those of a team who have it open too and may know of it, and forgotten in time. Not here: what is on screen. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { People } from '../../../src/backend/engine/people.ts';
import { GONE_AFTER_MS, Presence } from '../../../src/backend/engine/presence.ts';
import { Publisher } from '../../../src/backend/publisher.ts';
import type { EventFrame } from '../../../src/contract/envelope.ts';
import { mayDo, type Person } from '../../../src/domain/people/person.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';

const person = (name: string, profile = 'shop'): Person => ({
  id: name.toLowerCase(),
  name,
  address: `${name}@team.example`,
  isHostAdmin: false,
  grants: [{ profile, roles: ['viewer'] }],
});
const INVOICE = { profileId: 'shop', list: 'invoices', recordId: 'i-1' } as const;
const OTHER = { ...INVOICE, recordId: 'i-2' } as const;

let people: Map<string, Person>;
let clock: DiscreteClock;
let presence: Presence;
let heard: Map<string, EventFrame[]>;

beforeEach(() => {
  people = new Map([person('Ada'), person('Ben'), person('Cleo', 'elsewhere')].map((one) => [one.id, one]));
  clock = new DiscreteClock();
  heard = new Map([...people.keys()].map((id) => [id, []]));
  const find = (id: string): Person | null => people.get(id) ?? null;
  const silent = { info: () => {}, warn: () => {}, error: () => {}, redact: () => {} };
  const publisher = new Publisher(
    clock,
    silent,
    () => ({ has: () => true, business: () => ({ ok: false, failure: { kind: 'cancelled' } }) }),
    () => ({ status: () => ({ isOn: false, isLocked: false, waitMs: 0, bySystem: false }) }),
    () => ({ find }),
  );
  for (const [id, events] of heard)
    publisher.subscribe(
      `stream of ${id}`,
      (frame) => {
        if (frame.event === 'people.here') events.push(frame);
      },
      id,
    );
  publisher.subscribe('this computer', ({ event }) => {
    if (event === 'people.here') throw new Error('told to nobody of the team');
  });
  const may: People['may'] = (id, needs, profile) => {
    const found = find(id);
    return found !== null && mayDo(found, needs, profile);
  };
  presence = new Presence(clock, { find, may }, (signal) => publisher.announce(signal));
});

const told = (id: string): unknown[] => (heard.get(id) ?? []).map(({ data }) => data);
const at = (others: readonly string[], recordId = 'i-1') => ({ list: 'invoices', recordId, others });

describe('who has a record open', () => {
  test('is told to whoever has it open, at once, and to nobody else', () => {
    expect(presence.here('a', 'ada', INVOICE)).toEqual([]);
    expect(presence.here('b', 'ben', INVOICE)).toEqual(['Ada']);
    expect(told('ada')).toEqual([at([]), at(['Ben'])]);
    expect(presence.here('b', 'ben', OTHER)).toEqual([]);
    expect(told('ada')).toEqual([at([]), at(['Ben']), at([])]);
    expect(told('ben')).toEqual([at(['Ada']), at([], 'i-2')]);
    expect(told('cleo')).toEqual([]);
  });

  test('said again it is told to nobody anew, and two windows of one person are one', () => {
    presence.here('a', 'ada', INVOICE);
    presence.here('b', 'ben', INVOICE);
    const before = told('ada').length;
    presence.here('b', 'ben', INVOICE);
    presence.here('b2', 'ben', INVOICE);
    expect(presence.here('a', 'ada', INVOICE)).toEqual(['Ben']);
    presence.left('b', INVOICE);
    expect(told('ada')).toHaveLength(before + 1);
    expect(presence.here('a', 'ada', INVOICE)).toEqual(['Ben']);
    presence.gone('b2');
    expect(presence.here('a', 'ada', INVOICE)).toEqual([]);
  });

  test('what a window has left before is not what it has open now', () => {
    presence.here('a', 'ada', INVOICE);
    presence.here('a', 'ada', OTHER);
    presence.left('a', INVOICE);
    expect(presence.here('b', 'ben', OTHER)).toEqual(['Ada']);
  });

  test('is forgotten after the last word, also of a window that never says that it goes', async () => {
    presence.here('a', 'ada', INVOICE);
    presence.here('b', 'ben', INVOICE);
    await clock.runFor(GONE_AFTER_MS / 2);
    expect(presence.here('a', 'ada', INVOICE)).toEqual(['Ben']);
    await clock.runFor(GONE_AFTER_MS / 2);
    expect(presence.here('a', 'ada', INVOICE)).toEqual([]);
    // Whoever does not ask is told by the next word of anybody.
    expect(told('ada').at(-1)).toEqual(at([]));
  });

  test('a person without a right on the business is told nothing and of nobody; who loses it, or is removed, is there no more', () => {
    presence.here('a', 'ada', INVOICE);
    // That her call is refused is the door's (roles.test.ts); even past it she would be told of by nobody.
    presence.here('c', 'cleo', INVOICE);
    expect(presence.here('a', 'ada', INVOICE)).toEqual([]);
    expect(told('cleo')).toEqual([]);
    presence.here('b', 'ben', INVOICE);
    people.delete('ben');
    expect(presence.here('a', 'ada', INVOICE)).toEqual([]);
  });
});
