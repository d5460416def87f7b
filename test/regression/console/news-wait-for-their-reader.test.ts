/** News that nobody was there for counted as told once anybody came, also somebody who may not read that business: whom it was for never heard of it. */
import { expect, it } from 'vitest';
import { Publisher } from '../../../src/backend/publisher.ts';
import type { Person } from '../../../src/domain/people/person.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';

const reader = (id: string, profile: string): Person => ({
  id,
  name: id,
  address: `${id}@team.example`,
  isHostAdmin: false,
  grants: [{ profile, roles: ['viewer'] }],
});
const PEOPLE = [reader('ada', 'p1'), reader('ben', 'p2')];

it('waits for somebody who may read it, however many others come before', async () => {
  const clock = new DiscreteClock();
  const publisher = new Publisher(
    clock,
    { info: () => undefined, warn: () => undefined, error: () => undefined, redact: () => undefined },
    () => ({ has: () => true, business: () => expect.unreachable('no status is asked for') }),
    () => ({ status: () => ({ isOn: false, isLocked: false, waitMs: 0, bySystem: false }) }),
    () => ({ find: (id) => PEOPLE.find((one) => one.id === id) ?? null }),
  );
  const told = (person: string): readonly string[] => {
    const ids: string[] = [];
    publisher.subscribe('w', ({ event, data }) => event === 'news' && ids.push(Object(data).id), person)();
    return ids;
  };
  const news = { id: 'a', about: 'closed-facts', title: 'Orchard', body: 'A fact changed.' } as const;
  publisher.announce({ kind: 'news', profileId: 'p1', news });
  expect(told('ben')).toEqual([]);
  await clock.runFor(60 * 60_000);
  expect(told('ada')).toEqual(['a']);
  publisher.close();
});
