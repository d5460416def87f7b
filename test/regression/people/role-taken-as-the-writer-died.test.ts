/**
 * A role was taken from somebody, and the writer died in the moment in which that was in the books: whoever had asked for it was told that it had failed, and the
 * other went on as before until the next start, against what the books said. A person is who the books say, also after a write that nobody heard of.
 * Found by the simulator's seeds 900130 and 900178.
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { withDyingWriter } from '../../integration/dying-writer.ts';
import { joined } from '../../integration/people/joined.ts';

test('whoever lost a role, or was removed, in a write that nobody heard of may not go on', () =>
  withDyingWriter(async ({ bench, shop, writer }) => {
    const ada = await joined(bench, 'Ada', { [shop]: ['support', 'finance'] });
    const views = () => bench.ask('views.list', {}, shop);
    const grantsOf = async () => (await bench.app.people.find(ada.id))?.grants;

    writer.next = 'people.setRoles';
    expect(await bench.ask('people.setRoles', { id: ada.id, profile: shop, roles: ['viewer'] })).toMatchObject({
      ok: false,
    });
    expect(writer.next).toBeNull();
    expect(await grantsOf()).toEqual([{ profile: shop, roles: ['viewer'] }]);
    bench.actAs(ada);
    expect(await views()).toMatchObject({ ok: true });
    expect(await bench.refused('notes.add', NOTE, shop)).toMatchObject({ kind: 'not-allowed' });

    bench.actAs(null);
    writer.next = 'people.remove';
    expect(await bench.ask('people.remove', { id: ada.id })).toMatchObject({ ok: false });
    expect(await bench.app.people.find(ada.id)).toBeNull();
    bench.actAs(ada);
    expect(await views()).toMatchObject({ ok: false, failure: { kind: 'not-allowed' } });
  }));

const NOTE = { noteId: randomUUID(), list: 'invoices', recordId: randomUUID(), text: 'a note' } as const;
