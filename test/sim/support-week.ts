/** What people do in a week of support: notes, labels, cases, orders from a file, scheduled exports, copies that are put back, the lock. Each deed is its calls. Not here: what the world is judged by (judges). */
import { fieldOf } from '../../src/domain/kernel/fields.ts';
import {
  broughtIn,
  type Call,
  chosen,
  type Desk,
  handed,
  type Memory,
  MOVING,
  PAGE,
  PASSPHRASE,
  REPORTS,
} from './at-hand.ts';
import { PLAIN_CSV } from '../../src/domain/ledger/import.ts';

export const WRONG = 'not the passphrase';
const COLOURS = ['red', 'green', 'blue'] as const;
const READING = {
  format: PLAIN_CSV,
  columns: { external_id: 'order', customer_id: 'customer', amount: 'amount', currency: 'currency' },
  currency: null,
} as const;

async function note(call: Call, noteId: string, input: object, { unheard }: Memory): Promise<void> {
  unheard.set(noteId, input);
  if ((await call('notes.add', { ...input, noteId })) !== null) unheard.delete(noteId);
}

/** Opens the windows, at times after a wrong try, at times with the key of the business. */
export async function unlock({ call, choice, memory, key }: Desk): Promise<void> {
  if (choice < 0.2) await call('lock.open', { passphrase: WRONG });
  const opened = await call('lock.open', { passphrase: choice > 0.9 ? key : PASSPHRASE });
  if (fieldOf(opened, 'ok') === true) memory.isLocked = false;
}

async function begin({ call, memory }: Desk, runId: string, text: string): Promise<void> {
  const fileId = await handed(call, text);
  if (fileId === null) return;
  const file = { fileId, reading: READING };
  if ((await call('orders.check', file)) === null) return;
  memory.unheardRuns.set(runId, text);
  if ((await call('orders.start', { runId, ...file })) !== null) memory.unheardRuns.delete(runId);
}

const SCHEDULED = [
  { request: { kind: 'invoices', filter: {} }, rolls: 'yesterday' },
  { request: { kind: 'fees', period: { from: '2026-10-01', to: '2026-10-02', timeZone: 'UTC' } }, rolls: 'last-week' },
  { request: { kind: 'notes', filter: {} }, rolls: null },
] as const;

/** Exports that are made by themselves. They are drawn apart, so that worlds without them are what they were. */
export const SCHEDULE_DEEDS = {
  'schedule an export': async ({ call, choice, ids, memory }) => {
    memory.written += 1;
    const known = chosen(memory.schedules, (choice * 7) % 1);
    const scheduleId = typeof known === 'string' && choice < 0.4 ? known : ids.uuid();
    const name = `schedule ${memory.written}`;
    const saved = await call('schedules.save', {
      ...SCHEDULED[Math.floor(choice * 31) % SCHEDULED.length],
      scheduleId,
      name,
      rule: {
        every: 'day',
        hour: Math.floor(choice * 241) % 24,
        timeZone: chosen(['UTC', 'Europe/Berlin', 'America/New_York'], (choice * 13) % 1),
      },
      folder: REPORTS,
      fileName: name,
      isOn: choice > 0.05,
    });
    if (saved !== null && scheduleId !== known) memory.schedules.push(scheduleId);
  },
  'make a scheduled export': async ({ call, choice, memory }) => {
    const scheduleId = chosen(memory.schedules, choice);
    if (scheduleId !== undefined) await call('schedules.run', { scheduleId });
    await call('schedules.list', {});
    await call('schedules.runs', { offset: 0, limit: 50 });
  },
  'the folder comes or goes': ({ moveReports }) => Promise.resolve(moveReports()),
} as const satisfies Readonly<Record<string, (desk: Desk) => Promise<unknown>>>;

export const SUPPORT_DEEDS = {
  'write a note': async ({ call, ids, invoice, choice, memory }) => {
    const [again] = memory.unheard;
    if (again !== undefined && choice < 0.5) await note(call, ...again, memory);
    memory.written += 1;
    const subject =
      choice < 0.8 ? { list: 'invoices', recordId: invoice.uuid } : { list: 'customers', recordId: 'a customer' };
    await note(call, ids.uuid(), { ...subject, text: `note ${memory.written}` }, memory);
    await call('notes.page', { sort: [], filter: { text: 'note' }, ...PAGE });
  },
  label: async ({ call, ids, invoice, others, choice, memory }) => {
    const colour = COLOURS[Math.floor(choice * 31) % COLOURS.length] ?? 'red';
    const known = [...memory.labels];
    const [id, before] = known[Math.floor(choice * known.length)] ?? [ids.uuid(), undefined];
    if (before === undefined || choice < 0.2) {
      memory.written += 1;
      const look = { name: `label ${memory.written}`, colour };
      if ((await call('labels.save', { id, ...look, before })) === null) return;
      memory.labels.set(id, look);
    }
    const put = (choice * 17) % 1 < 0.7 ? { add: [id] } : { remove: [id] };
    await call('labels.put', { list: 'invoices', recordIds: [invoice.uuid, ...others], ...put });
    if (choice < 0.9) return;
    memory.labels.delete(id);
    await call('labels.remove', { id });
  },
  'open a case': async ({ call, invoice, choice, day }) => {
    const assignee = choice < 0.5 ? 'finance' : null;
    const subject = { list: 'invoices', recordId: invoice.uuid };
    const due = choice < 0.3 ? day(-3) : null;
    const opened = await call('exceptions.open', { ...subject, title: 'a customer has paid twice', assignee, due });
    const id = fieldOf(opened, 'id');
    if (typeof id !== 'string') return;
    if (assignee === null) await call('exceptions.act', { ids: [id], action: { kind: 'assign', assignee: 'anna' } });
    const closing = { kind: 'resolve', reason: 'explained', note: 'was right' };
    if ((choice * 7) % 1 < 0.4) await call('exceptions.act', { ids: [id], action: closing });
  },
  'orders from a file': async (desk) => {
    const { ids, invoice, choice, memory } = desk;
    const [again] = memory.unheardRuns;
    if (again !== undefined) return begin(desk, ...again);
    const [at, many] = [memory.orderRuns.length, 3 + Math.floor(choice * 12)];
    const rows = Array.from({ length: many }, (_, row) => `of file ${at}-${row},customer ${row % 5},${row + 1}.50,EUR`);
    // What is there already, what stands there twice, and what is no order.
    if (choice < 0.6) rows.push(`"${invoice.externalId.replaceAll('"', '""')}",customer 1,5.00,EUR`, `${rows[0]}`);
    if (choice < 0.3) rows.push('no amount,customer 1,,EUR');
    const runId = ids.uuid();
    memory.orderRuns.push(runId);
    await begin(desk, runId, ['order,customer,amount,currency', ...rows].join('\r\n'));
  },
  'stop orders': async ({ call, choice, memory }) => {
    const id = memory.orderRuns.at(-1);
    if (id === undefined) return;
    await call(choice < 0.3 ? 'jobs.cancel' : 'jobs.pause', { id });
    if (choice > 0.6) await call('jobs.resume', { id });
    await call('orders.rows', { runId: id, offset: 0, limit: 50 });
  },
  'export of the desk': async ({ call, choice, memory }) => {
    const runId = memory.orderRuns.at(-1);
    const format = choice < 0.5 ? 'csv' : 'xlsx';
    if (choice < 0.4 && runId !== undefined) await call('exports.start', { kind: 'order-report', runId, format });
    else await call('exports.start', { kind: choice < 0.7 ? 'notes' : 'exceptions', format });
  },
  'put a copy back': async ({ call, choice }) => {
    const copies = fieldOf(await call('books.copies', {}), 'copies');
    const whole = (Array.isArray(copies) ? copies : []).filter(
      (copy) => fieldOf(copy, 'state') === 'intact' && Number(fieldOf(fieldOf(copy, 'holds'), 'profiles')) > 0,
    );
    const copy = fieldOf(chosen(whole, choice), 'name');
    if (typeof copy !== 'string') return;
    await call('books.putBack', { copy });
    // Waits for the next life.
    await call('books.state', {});
  },
  'take it back': async ({ call }) => {
    const copies = fieldOf(await call('books.copies', {}), 'copies');
    const names = (Array.isArray(copies) ? copies : []).map((copy) => String(fieldOf(copy, 'name')));
    const copy = names
      .filter((name) => name.includes('-before-restore-'))
      .sort()
      .at(-1);
    if (copy === undefined) return;
    await call('books.putBack', { copy });
    await call('books.state', {});
  },
  'write everything out': ({ call }) => call('books.writeOut', { passphrase: MOVING }),
  'bring everything in': async ({ call, choice, memory }) => {
    if (memory.moved === null) return;
    const copy = await broughtIn(call, memory.moved, choice < 0.15 ? WRONG : MOVING);
    if (copy === null || choice < 0.4) return;
    await call('books.putBack', { copy });
    await call('books.state', {});
  },
  lock: async ({ call, memory }) => {
    const isOn = fieldOf(await call('lock.status', {}), 'isOn') === true;
    if (!isOn && (await call('lock.set', { passphrase: PASSPHRASE })) === null) return;
    if (fieldOf(await call('lock.now', {}), 'ok') === true) memory.isLocked = true;
  },
  unlock,
} as const satisfies Readonly<Record<string, (desk: Desk) => Promise<unknown>>>;

/** Of scenes alone: whoever draws what people do knows nothing of them, so that other worlds stay what they are. */
export const SCENE_DEEDS = {
  'type a wrong passphrase': ({ call }) => call('lock.open', { passphrase: WRONG }),
} as const satisfies Readonly<Record<string, (desk: Desk) => Promise<unknown>>>;
