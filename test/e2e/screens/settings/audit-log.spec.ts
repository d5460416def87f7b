/** The activity log on screen: empty, full, filtered, an entry with its evidence, the way through its pages, and its export. */
import type { CallInput, CallOutput } from '../../../../src/contract/calls.ts';
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { SANDBOX } from '../../../renderer/support/scripts.ts';
import type { ScriptedEngine } from '../../../renderer/support/scripted-engine.ts';
import { expectAsked } from '../../../renderer/support/asked.ts';
import { goTo } from '../../support/chord.ts';
import { expect, expectSound, test } from '../../support/scripted-page.ts';

test.use({ sharesPage: true });

type Row = CallOutput<'activity.page'>['rows'][number];

const KINDS: readonly (readonly [string, string, string])[] = [
  ['resend-webhook', 'Resend the webhook of invoice 0000002a-1111-4222-8333-00000000002a (intent 5f0e)', 'confirmed'],
  ['resend-many', 'Resend 200 webhooks: outage of Saturday night (run 7b1c)', 'begun'],
  ['create-invoice', 'Create the invoice order-0000107 over 49.90 EUR', 'created'],
  ['set-webhook-secret', 'Set the webhook secret', 'done'],
  [
    'resend-webhook',
    'Resend the webhook of invoice 0000003b-1111-4222-8333-00000000003b (intent 9a2d)',
    'not-observed',
  ],
  ['export', 'Export of deliveries', 'offered'],
  ['set-key', 'Set another API key for “Northern Lights Coffee”', 'refused'],
];

function rowAt(index: number): Row {
  const [action, summary, outcome] = KINDS[index % KINDS.length] ?? ['export', 'Export', 'saved'];
  return {
    id: 120 - index,
    at: new Date(Date.UTC(2026, 10, 21, 13, 59) - index * 417_000).toISOString(),
    osUser: index % 3 === 0 ? 'ole' : 'eva',
    profileId: SANDBOX.id,
    action,
    summary,
    outcome,
    evidence: JSON.stringify({ facts: ['resend_count grew by one.', '<b>not markup</b>'], reads: 2 }),
    place: 120 - index,
    hash: (120 - index).toString(16).padStart(64, '0'),
  };
}

function scriptLog(engine: ScriptedEngine, total = 120): CallInput<'activity.page'>[] {
  const asked: CallInput<'activity.page'>[] = [];
  const rows = Array.from({ length: total }, (_, index) => rowAt(index));
  engine.on('activity.facets', () =>
    success({
      actions: [
        { value: 'resend-webhook', count: 34 },
        { value: 'export', count: 17 },
      ],
      outcomes: [{ value: 'confirmed', count: 17 }],
      users: [
        { value: 'eva', count: 80 },
        { value: 'ole', count: 40 },
      ],
    }),
  );
  engine.on('activity.page', (input) => {
    asked.push(input);
    const wanted = rows.filter(({ action }) => input.filter?.action?.includes(action) ?? true);
    return success({ rows: wanted.slice(input.offset, input.offset + input.limit), total: wanted.length });
  });
  return asked;
}

test('an empty log says what would be in it', async ({ open }) => {
  const page = await open('/settings/audit-log');
  await expect(page.getByText('Nothing has been done yet')).toBeVisible();
  await expectSound(page);
});

test('entries open to their evidence, as text; filters stand in the address', async ({ engine, open }) => {
  const asked = scriptLog(engine);
  const page = await open('/settings/audit-log');
  const list = page.getByRole('table', { name: 'Audit log' });
  await expect(list.locator('[data-entry]')).toHaveCount(50);
  await expect(page.getByText('120 entries', { exact: true })).toBeVisible();
  // One line a row, as many as a screen is asked to show.
  const whole = async (): Promise<number> => {
    const foot = await page.getByText('1–50 of 120 entries').boundingBox();
    return list
      .locator('[data-entry]')
      .evaluateAll((rows, end) => rows.filter((row) => row.getBoundingClientRect().bottom <= end).length, foot?.y ?? 0);
  };
  await expect.poll(whole).toBeGreaterThanOrEqual(20);
  expect(asked[0]).toMatchObject({ profile: SANDBOX.id, offset: 0 });
  await expectSound(page);

  const first = list.getByRole('button').first();
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(first).toHaveAttribute('aria-expanded', 'true');
  await expect(list.getByText('<b>not markup</b>')).toBeVisible();
  await expectSound(page);

  await page.getByRole('button', { name: 'Older' }).click();
  await expect(page.getByText('51–100 of 120 entries')).toBeVisible();

  await page.getByRole('button', { name: /^What/ }).click();
  await page.getByRole('checkbox', { name: /Export|export/ }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/action=export/);
  await expect(page.getByText('17 entries', { exact: true })).toBeVisible();
  await expectAsked(engine, 'activity.page', { offset: 0, filter: { action: ['export'] } });

  await page.getByRole('checkbox', { name: 'All businesses' }).check();
  await expect.poll(() => asked.some(({ profile }) => profile === undefined)).toBe(true);
});

test('what is shown is what is exported', async ({ engine, open }) => {
  scriptLog(engine);
  const exported: unknown[] = [];
  engine.on('exports.start', (request) => {
    exported.push(request);
    return success({ jobId: 'job-1' });
  });
  const page = await open('/settings/audit-log?action=export&all=true');
  await page
    .locator('button[aria-haspopup="menu"]')
    .filter({ hasText: /^Export$/ })
    .click();
  await page.getByRole('menuitem', { name: 'CSV of this list' }).click();
  await expect
    .poll(() => exported)
    .toMatchObject([{ kind: 'activity', filter: { action: ['export'] }, all: true, format: 'csv' }]);
});

test('g y leads there from anywhere', async ({ open }) => {
  const page = await open('/');
  await goTo(page, 'y');
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
});

test('the log says first whether it is what was written, and where it is not', async ({ engine, open }) => {
  scriptLog(engine);
  const head = { entries: 120, sha256: 'ab'.repeat(32) };
  const proof = { head, older: 7, anchors: 2, faults: [], checkedAt: '2026-11-21T14:00:00Z' };
  let faults: CallOutput<'activity.verify'>['faults'] = [];
  engine.on('activity.verify', () => success({ ...proof, faults }));
  const page = await open('/settings/audit-log');
  await expect(page.getByText('Nothing was changed in 120 entries')).toBeVisible();
  await expect(page.getByText('7 entries are older than the chain, which says nothing of them.')).toBeVisible();
  await expectSound(page);
  faults = [
    { fault: 'missing', from: 12, to: 30, entryId: 31 },
    { fault: 'changed', from: 40, to: 40, entryId: 41 },
  ];
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('NOT as it was written: entries 12 to 30 are gone, and 1 more')).toBeVisible();
  await expectSound(page);
});
