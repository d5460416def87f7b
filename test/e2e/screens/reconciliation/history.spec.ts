/**
 * What was seen to change: exact values and words on the invoice and the withdrawal, long histories page by page, hostile text as
 * text, changes of final records on a screen of their own. Not here: how changes are found.
 */
import type { CallOutput } from '../../../../src/contract/calls.ts';
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { HOSTILE, invoice } from '../../../renderer/features/records.ts';

import { ago, HOUR, invoiceAnswer, livingScene, MINUTE, uuidAt } from '../../../renderer/features/scenes.ts';

import { expect, test } from '../../../renderer/features/stage.ts';

test.use({ sharesPage: true });

type Change = CallOutput<'history.page'>['changes'][number];

const UUID = uuidAt(5);

/** Of what is seen together; a clock that is asked for each might go on between two of them. */
const SEEN_AT = ago(HOUR);

function change(field: string, before: string | null, after: string | null, more: Partial<Change> = {}): Change {
  const seen = { list: 'invoices', recordUuid: UUID, seenAt: SEEN_AT, source: 'invoices' } as const;
  return { ...seen, field, before, after, ...more };
}

const DISPUTE: readonly Change[] = [
  change('settled_amount_usdt', '93.10', '81.370000000000000001', { late: 'settled-changed' }),
  change('is_adjusted', 'false', 'true', { late: 'adjusted-later' }),
  change('adjustment.actual_amount_fiat', null, '75.00', { late: 'adjusted-later' }),
  change('adjustment.expected_amount_fiat', null, '100.00', { late: 'adjusted-later' }),
];
const WEBHOOK = { list: 'deliveries', recordUuid: uuidAt(77), source: 'deliveries', seenAt: ago(2 * HOUR) } as const;
const EARLIEST = ago(3 * HOUR);
const EARLIER: readonly Change[] = [
  change('status', 'pending', 'delivered', WEBHOOK),
  change('attempts', '2', '3', WEBHOOK),
  change('status', 'pending', 'success', { seenAt: EARLIEST, source: 'invoices?status=pending' }),
  change('finished_at', null, '2026-11-21T09:14:03Z', { seenAt: EARLIEST, source: 'invoices?status=pending' }),
];

function history(changes: readonly Change[], total = changes.length): CallOutput<'history.page'> {
  return { changes: [...changes], total, since: '2026-11-01T08:00:00Z' };
}

test.describe('the history of a record', () => {
  test.beforeEach(({ stage }) => {
    stage.engine.on('invoices.get', () => success(invoiceAnswer(invoice({ uuid: UUID }))));
  });

  test('reads as words with exact values, by which reading, and since when', async ({ stage, page }) => {
    stage.engine.on('history.page', () => success(history([...DISPUTE, ...EARLIER])));
    await stage.open(`/invoices/${UUID}`);
    const panel = page.getByRole('region', { name: 'Changes seen' });
    await expect(panel).toContainText('Settled amount93.1081.370000000000000001 USDTAdjustednoyesAdjustment: expected');
    await expect(panel).toContainText('Settled amount changed · Adjusted later');
    await expect(panel).toContainText('First seen in a page of the invoice list');
    await expect(panel).toContainText('Webhook statuspendingdelivered');
    await expect(panel).toContainText('the list of pending invoices');
    await expect(panel).toContainText('since 2026-11-01 08:00:00; what changed before cannot be proved');
    await panel.scrollIntoViewIfNeeded();
    await stage.expectSound();
  });

  test('says where it begins when nothing has changed', async ({ stage, page }) => {
    stage.engine.on('history.page', () => success({ changes: [], total: 0, since: null }));
    await stage.open(`/invoices/${UUID}`);
    const panel = page.getByRole('region', { name: 'Changes seen' });
    await expect(panel).toContainText('it can prove nothing about earlier changes');
  });

  test('goes through a long history page by page', async ({ stage, page }) => {
    const all = Array.from({ length: 70 }, (_, index) =>
      change('purpose', `purpose ${70 - index}`, `purpose ${71 - index}`, { seenAt: ago(index * MINUTE) }),
    );
    stage.engine.on('history.page', ({ offset, limit }) => success(history(all.slice(offset, offset + limit), 70)));
    await stage.open(`/invoices/${UUID}`);
    const panel = page.getByRole('region', { name: 'Changes seen' });
    await expect(panel).toContainText('1–30 of 70 changes');
    await panel.getByRole('button', { name: 'Older' }).click();
    await panel.getByRole('button', { name: 'Older' }).click();
    await expect(panel).toContainText('61–70 of 70 changes');
    await expect(panel.getByRole('button', { name: 'Older' })).toBeDisabled();
    await expect(panel).toContainText('purpose 1purpose 2');
  });

  test('keeps hostile values as text', async ({ stage, page }) => {
    const foreign = change(`extra.${HOSTILE.script}`, HOSTILE.script, HOSTILE.script.repeat(60), {
      source: HOSTILE.script,
    });
    const odd = change('settled_amount_usdt', '1e9', '99999999999999999999.1');
    stage.engine.on('history.page', () => success(history([foreign, odd])));
    await stage.open(`/invoices/${UUID}`);
    await expect(page.getByRole('region', { name: 'Changes seen' })).toContainText('99,999,999,999,999,999,999.1');
    await stage.expectSound('one');
  });

  test('stands on a withdrawal too', async ({ stage, page }) => {
    const seen = { list: 'withdrawals', recordUuid: uuidAt(902), source: 'withdrawals' } as const;
    stage.engine.on('history.page', () =>
      success(history([change('status', 'approved', 'rejected', { ...seen, late: 'status-changed' })])),
    );
    await stage.open(`/withdrawals/${uuidAt(902)}`, livingScene());
    await expect(page.getByRole('region', { name: 'Changes seen' })).toContainText('Final status changed');
    await expect
      .poll(() => stage.inputsOf('history.page'))
      .toContainEqual({
        of: 'withdrawal',
        uuid: uuidAt(902),
        offset: 0,
        limit: 30,
      });
  });
});

test('changes of final records are counted on the overview and open their list', async ({ stage, page }) => {
  const rows = ['order-1055', null].map((label, index) => ({
    list: 'invoices' as const,
    recordUuid: uuidAt(5 + index),
    label,
    currency: label === null ? null : 'EUR',
    seenAt: ago((index + 1) * HOUR),
    source: 'invoices',
    changes: DISPUTE.map(({ field, before, after, late }) => ({
      field,
      before,
      after,
      late: late ?? 'status-changed',
    })),
  }));
  stage.engine
    .on('overview.attention', () => success({ items: [{ kind: 'late-change', count: 2, oldest: ago(2 * HOUR) }] }))
    .on('history.late', () => success({ rows, total: 2 }));
  await stage.open('/');
  await page.getByRole('link', { name: /2 records changed after they were final/ }).click();
  await expect(page.getByRole('heading', { name: 'Late changes' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Invoice order-1055' })).toHaveAttribute('href', `#/invoices/${UUID}`);
  await expect(page.getByText('81.37').first()).toBeVisible();
  await stage.expectSound();
});
