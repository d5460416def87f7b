/** The settings of the console: what is named changes and the rest stays, whoever else changes something at the same moment. Real books. */
import { expect, it, vi } from 'vitest';
import type { Books } from '../../../src/backend/books/books.ts';
import { Settings } from '../../../src/backend/engine/settings.ts';
import { appCalls } from '../../../src/contract/calls/app.ts';
import { CONSOLE_SETTINGS } from '../../../src/domain/console/console-settings.ts';
import { openedForEach } from '../workers/opened.ts';

let books: Books;
let settings: Settings;
const changed = vi.fn<() => void>();
openedForEach((opened) => {
  ({ books } = opened);
  changed.mockClear();
  settings = new Settings(books, changed);
});

const change = appCalls['settings.set'].input;

it('keeps every one of several changes that come at once, each of which says only what it changes', async () => {
  const changes = [
    { notifications: { failedDeliveries: false } },
    { notifications: { lateChanges: false } },
    { timeZone: 'Europe/Warsaw' },
    { keepWatching: true, notifications: {} },
    { plainKeys: false },
    { allDigits: true },
    { rowHeight: 40 },
    { columns: { invoices: 'amount.status', ledger: 'at' } },
    { columns: { withdrawals: 'status', ledger: '' } },
    { homeFor: 'support' },
    { failuresInRow: 9 },
    { numbers: 'point-comma', days: 'day-point' },
    { weekStart: 'saturday', csv: 'tab-comma' },
    { failureShare: 55, silentMinutes: 45, lockMinutes: 60 },
  ];
  const answers = await Promise.all(changes.map((one) => settings.set(change.parse(one))));
  expect(await settings.get()).toEqual({
    timeZone: 'Europe/Warsaw',
    colourScheme: 'auto',
    notifications: {
      failedDeliveries: false,
      rejectedWithdrawals: true,
      lateChanges: false,
      health: true,
      closingLinks: false,
      feesMoved: true,
      newAddresses: true,
      approvedWithdrawals: false,
      scheduledExports: true,
    },
    keepWatching: true,
    plainKeys: false,
    allDigits: true,
    rowHeight: 40,
    // Those of one screen take nothing from another's; an empty text forgets them.
    columns: { invoices: 'amount.status', withdrawals: 'status' },
    homeFor: 'support',
    failuresInRow: 9,
    failureShare: 55,
    silentMinutes: 45,
    newAddressFrom: 0,
    lockMinutes: 60,
    numbers: 'point-comma',
    days: 'day-point',
    weekStart: 'saturday',
    csv: 'tab-comma',
  });
  // Each answer holds what came before it.
  expect(answers[1]?.notifications).toMatchObject({ failedDeliveries: false, lateChanges: false });
  expect(changed).toHaveBeenCalledTimes(changes.length);
});

it('goes on after a change that could not be kept', async () => {
  const write = vi.spyOn(books, 'write').mockRejectedValueOnce(new Error('full'));
  const first = settings.set({ keepWatching: true });
  const second = settings.set({ notifications: { lateChanges: false } });
  await expect(first).rejects.toThrow('full');
  expect(await second).toMatchObject({ keepWatching: false, notifications: { lateChanges: false } });
  write.mockRestore();
});

it('changes all that is named or nothing, and says so only then', async () => {
  const first = await settings.get();
  const change = { timeZone: 'Europe/Warsaw', keepWatching: true, notifications: { lateChanges: false } };
  // The disk is full after the first of what is written.
  const { write: real } = books;
  const write = vi.spyOn(books, 'write').mockImplementationOnce(real).mockRejectedValue(new Error('full'));
  const isDone = await settings.set(change).then(
    () => true,
    () => false,
  );
  write.mockRestore();
  const all = { ...first, ...change, notifications: { ...first.notifications, lateChanges: false } };
  expect(await settings.get()).toEqual(isDone ? all : first);
  expect(changed).toHaveBeenCalledTimes(isDone ? 1 : 0);
});

it.each(['{"broken', '7', '[]', '{"lateChanges":1}', ''])(
  'takes %j, where it is kept, for nothing that is set',
  async (value) => {
    const before = await settings.get();
    for (const key of ['time-zone', 'colour-scheme', 'notifications', 'keep-watching', 'plain-keys'])
      await books.write('settings.set', { key, value });
    expect(await settings.get()).toEqual(before);
    expect(CONSOLE_SETTINGS.safeParse(before).success).toBe(true);
  },
);

it('takes what an earlier version kept, with hours of quiet in it', async () => {
  const kept = {
    failedDeliveries: true,
    rejectedWithdrawals: false,
    lateChanges: true,
    quiet: { on: true, from: '20:00', to: '08:00' },
  };
  await books.write('settings.set', { key: 'notifications', value: JSON.stringify(kept) });
  const { notifications } = await settings.get();
  expect(notifications).toEqual({
    failedDeliveries: true,
    rejectedWithdrawals: false,
    lateChanges: true,
    health: true,
    closingLinks: false,
    feesMoved: true,
    newAddresses: true,
    approvedWithdrawals: false,
    scheduledExports: true,
  });
});
