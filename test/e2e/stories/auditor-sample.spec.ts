/**
 * An auditor's sample of 25: the ids of orders as they stand in the auditor's sheet are pasted, each is found, and their whole rows leave as one file whose every amount
 * is that of the server. Each click and key counted. Not here: the pack of a period, which holds all rows (story month-close).
 */
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { readTable } from '../../support/files/read-csv.ts';
import { test } from '../support/business.ts';
import { Hand } from '../support/hand.ts';
import { skipWhereMissing } from '../support/target.ts';

skipWhereMissing();

/** What the API itself says of an order, as the file has it. */
const TOLD = z.object({ uuid: z.string(), external_id: z.string(), amount: z.string(), status: z.string() });
test.use({ past: { size: 80 } });

test('25 orders by the ids of a sheet, and their rows as a file', async ({ own: { sandbox, desk, profile } }) => {
  const { page, script } = desk;
  const hand = new Hand(page);
  await expect(page.getByRole('button', { name: /Orchard.*Switch profile/ })).toBeVisible();
  await script.untilSynced(({ invoices }) => invoices.certificate === 'certified', profile);
  const { rows } = await script.call('invoices.page', { offset: 0, limit: 80 }, profile);
  const sample = rows.filter((_, at) => at % 3 === 0).slice(0, 25);
  expect(sample).toHaveLength(25);

  const ids = sample.map((row) => row.external_id);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), ids.join('\n'));
  await hand.press('Control+k');
  await hand.press('Control+v');
  await expect(page.getByText('All 25', { exact: true })).toBeVisible();
  await expect(page.getByText('Matched 25', { exact: true })).toBeVisible();
  await hand.click(page.getByRole('button', { name: 'Export 25 invoices' }));
  const file = await desk.save(() => hand.click(page.getByRole('menuitem', { name: 'CSV of this list' })));

  const { rows: found } = readTable(readFileSync(file.path, 'utf8'));
  expect(new Set(found.map((row) => row['external_id']))).toEqual(new Set(ids));
  expect(found).toHaveLength(ids.length);
  for (const row of found) {
    const answer = await fetch(`${sandbox.baseUrl}/api/v1/external/invoices/${row['uuid'] ?? ''}`, {
      headers: { 'x-api-key': sandbox.apiKey },
    });
    const { data } = z.object({ data: TOLD }).parse(await answer.json());
    expect(row).toMatchObject(data);
  }
  // One of them in full: what the API said, word for word.
  await hand.click(page.getByRole('link', { name: ids[0] ?? '' }).first());
  await expect(page.getByRole('heading', { level: 1, name: ids[0] ?? '' })).toBeVisible();
  expect([hand.clicks, hand.keys]).toEqual([3, 2]);
  console.log(
    `an auditor's sample of 25: ${hand.clicks} clicks and ${hand.keys} keys from the pasted ids to their file and one of them in full`,
  );
});
