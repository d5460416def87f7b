/** What the books keep for the list of deliveries: acknowledged failures and saved views, each of one profile. */
import { describe, expect, it } from 'vitest';
import type { Acknowledgement } from '../../../../src/backend/books/webhooks/acknowledgements.ts';
import type { ActivityInput } from '../../../../src/backend/books/kernel/activity.ts';
import type { Books } from '../../../../src/backend/books/books.ts';
import { openedForEach } from '../../workers/opened.ts';

let books: Books;

openedForEach((opened) => {
  ({ books } = opened);
});

const AT = '2026-11-21T10:00:00Z';

describe('acknowledgements', () => {
  const known = (change: Partial<Acknowledgement> = {}): Acknowledgement => ({
    host: 'shop.example',
    cause: 'timeout',
    at: AT,
    newestFailureAt: '2026-11-21T09:59:00.000000000Z',
    osUser: 'support',
    note: null,
    ...change,
  });
  const list = (profileId: string): Promise<readonly Acknowledgement[]> =>
    books.read('acknowledgements.list', { profileId });
  const entryOf = (outcome: string, evidence: unknown = null): ActivityInput => ({
    at: AT,
    osUser: 'support',
    profileId: null,
    action: 'acknowledge-failures',
    summary: 'Acknowledge the failures',
    outcome,
    evidence,
  });
  const entry = entryOf('acknowledged');
  const logged = async (): Promise<readonly string[]> => {
    const { rows } = await books.read('activity.page', { profileId: null, offset: 0, limit: 10 });
    return rows.map(({ outcome }) => outcome);
  };

  it('are one a host and cause, the newest first, a target without a host among them', async () => {
    await books.write('acknowledgements.save', { profileId: 'a', entry, ...known() });
    await books.write('acknowledgements.save', {
      profileId: 'a',
      entry,
      ...known({ host: null, at: '2026-11-21T10:01:00Z' }),
    });
    await books.write('acknowledgements.save', { profileId: 'b', entry, ...known({ cause: 'dns' }) });
    const again = known({ at: '2026-11-21T10:02:00Z', note: 'the shop knows', osUser: 'finance' });
    await books.write('acknowledgements.save', { profileId: 'a', entry, ...again });
    expect(await list('a')).toEqual([again, known({ host: null, at: '2026-11-21T10:01:00Z' })]);
    expect(await list('b')).toEqual([known({ cause: 'dns' })]);
  });

  it('are removed once', async () => {
    await books.write('acknowledgements.save', { profileId: 'a', entry, ...known({ host: null }) });
    const group = { profileId: 'a', host: null, cause: 'timeout', entry: entryOf('taken-back') } as const;
    expect(await books.write('acknowledgements.remove', { ...group, profileId: 'b' })).toBe(false);
    expect(await books.write('acknowledgements.remove', group)).toBe(true);
    expect(await books.write('acknowledgements.remove', group)).toBe(false);
    expect(await list('a')).toEqual([]);
    // What was not there to be taken back is not said to have been.
    expect(await logged()).toEqual(['taken-back', 'acknowledged']);
  });

  it('are there with their entry of the activity log or not at all', async () => {
    // No entry can hold this: it is refused after the acknowledgement was written.
    const unwritable = entryOf('acknowledged', { count: 1n });
    await expect(
      books.write('acknowledgements.save', { profileId: 'a', ...known(), entry: unwritable }),
    ).rejects.toThrow('BigInt');
    expect([await list('a'), await logged()]).toEqual([[], []]);
    await books.write('acknowledgements.save', { profileId: 'a', ...known(), entry });
    const group = { profileId: 'a', host: 'shop.example', cause: 'timeout', entry: unwritable } as const;
    await expect(books.write('acknowledgements.remove', group)).rejects.toThrow('BigInt');
    expect([await list('a'), await logged()]).toEqual([[known()], ['acknowledged']]);
  });
});

describe('saved views', () => {
  const save = (id: string, name: string, query: string, list = 'deliveries', profileId = 'a') =>
    books.write('views.save', { id, name, query, list, profileId, at: AT });

  it('are a name a list: the same name keeps its id and gets the new query', async () => {
    await save('1', 'failed today', 'state=failed');
    await save('2', 'At risk', 'risk=1');
    await save('3', 'failed today', 'status=fail', 'invoices');
    await save('4', 'failed today', 'state=none', 'deliveries', 'b');
    expect(await save('5', 'failed today', 'state=failed&host=x')).toEqual({
      id: '1',
      list: 'deliveries',
      name: 'failed today',
      query: 'state=failed&host=x',
    });
    const views = await books.read('views.list', { profileId: 'a', list: 'deliveries' });
    expect(views.map(({ id, name }) => [id, name])).toEqual([
      ['2', 'At risk'],
      ['1', 'failed today'],
    ]);
    expect((await books.read('views.list', { profileId: 'b', list: 'deliveries' })).map(({ query }) => query)).toEqual([
      'state=none',
    ]);
  });

  it('are told of all lists where none is named', async () => {
    await save('1', 'b', 'x');
    await save('2', 'a', 'y', 'invoices');
    const views = await books.read('views.list', { profileId: 'a', list: null });
    expect(views.map(({ id, list }) => [id, list])).toEqual([
      ['2', 'invoices'],
      ['1', 'deliveries'],
    ]);
  });

  it('are at most a hundred a list, of which each may still change', async () => {
    for (let number = 0; number < 100; number += 1) await save(`v${number}`, `view ${number}`, 'x');
    await expect(save('more', 'one more', 'x')).rejects.toMatchObject({
      failure: { kind: 'invalid-input', issues: [{ path: 'name' }] },
    });
    expect(await save('again', 'view 7', 'y')).toMatchObject({ id: 'v7', query: 'y' });
    expect(await save('else', 'one more', 'x', 'invoices')).toMatchObject({ id: 'else' });
    expect(await books.write('views.remove', { profileId: 'b', id: 'v1' })).toBe(false);
    expect(await books.write('views.remove', { profileId: 'a', id: 'v1' })).toBe(true);
    expect(await save('more', 'one more', 'x')).toMatchObject({ id: 'more' });
  });
});
