/** What people do twice, or in the middle of something else, for which a single deed leaves no time. Scenes alone have them (scenes.ts). */
import { fieldOf } from '../../../src/domain/kernel/fields.ts';
import { chosen, type Desk, PASSPHRASE } from '../at-hand.ts';

/** Answers that cross are told by the second. */
const CROSSING_MS = 1_500;
/** An attempt takes so long at most. */
const ATTEMPT_MS = 12_000;
/** Clicks of whoever does not wait for an answer: mostly an attempt takes less than a second, so that one of them comes while it is made. */
const CLICKS = 4;
const CLICK_MS = 230;
/** Records that a script looks up at once, and how often. */
const CROWD = 45;
const CROWDS = 3;

export const TWICE_DEEDS = {
  'look twice': async ({ call, invoice, pause }) => {
    const look = (): Promise<unknown> =>
      Promise.all([
        call('invoices.get', { ident: invoice.uuid, fresh: true }),
        call('deliveries.ofInvoice', { uuid: invoice.uuid, fresh: true }),
      ]);
    await Promise.all([look(), pause(CROSSING_MS).then(look)]);
  },
  'a crowd': async ({ call, all }) => {
    for (let crowd = 0; crowd < CROWDS; crowd += 1)
      await Promise.all(all.slice(0, CROWD).map((ident) => call('invoices.get', { ident, fresh: true })));
  },
  'resend impatiently': async ({ resend, invoice, pause, choice }) => {
    const clicks = [resend(invoice.uuid)];
    for (let click = 1; click < CLICKS; click += 1) {
      await pause(CLICK_MS);
      clicks.push(resend(invoice.uuid));
    }
    await Promise.all(clicks);
    await pause(500 + ((choice * 31) % 1) * ATTEMPT_MS);
    await resend(invoice.uuid);
  },
  'lock at work': async ({ call, invoice, memory }) => {
    const isOn = fieldOf(await call('lock.status', {}), 'isOn') === true;
    if (!isOn && (await call('lock.set', { passphrase: PASSPHRASE })) === null) return;
    const work = [
      call('invoices.get', { ident: invoice.uuid, fresh: true }),
      call('deliveries.ofInvoice', { uuid: invoice.uuid, fresh: true }),
      call('rates.latest', { fresh: true }),
    ];
    if (fieldOf(await call('lock.now', {}), 'ok') === true) memory.isLocked = true;
    await Promise.all(work);
  },
  'undo an earlier import': async ({ call, imports, choice }) => {
    const id = chosen(imports, choice);
    if (id !== undefined) await call('imports.undo', { id });
  },
  'open a case again': async ({ call, invoice }) => {
    const open = { list: 'invoices', recordId: invoice.uuid, title: 'once more', assignee: null, due: null };
    const id = fieldOf(await call('exceptions.open', open), 'id');
    if (typeof id !== 'string') return;
    await call('exceptions.act', { ids: [id], action: { kind: 'resolve', reason: 'explained', note: 'was right' } });
    await call('exceptions.open', open);
  },
  'correct twice': async ({ call, correct, pause, choice }) => {
    for (let times = 0; times < 2; times += 1) {
      const ident = correct(choice);
      if (ident === undefined) return;
      await call('invoices.get', { ident, fresh: true });
      // Which holds what was closed against what is here now.
      await call('periods.adjustments', { offset: 0, limit: 1 });
      await pause(CROSSING_MS);
    }
  },
} as const satisfies Readonly<Record<string, (desk: Desk) => Promise<unknown>>>;
