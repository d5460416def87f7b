/**
 * Resending many: a plan from a filter and with consent; a run that begins once, is paused, resumed and cancelled, says
 * why it stopped, and shows every item with its evidence. Not here: the real engine (resends.spec.ts).
 */
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { failureWords } from '../../../../src/renderer/ui/frame/failure-words.ts';
import {
  excluded,
  LEARNED,
  plan,
  planned,
  run,
  RUN_ID,
  scriptBulk,
  listed,
} from '../../../renderer/features/bulk-scene.ts';
import { ME } from '../../../renderer/support/reconciliation-scripts.ts';
import { expect, PROFILE, test } from '../../../renderer/features/stage.ts';
import { ago, HOUR } from '../../../renderer/features/scenes.ts';
import { group, scriptDeliveries, watchStatus } from '../../../renderer/support/delivery-scripts.ts';
import { SANDBOX } from '../../../renderer/support/scripts.ts';

test.use({ sharesPage: true });

const FILTERED = '/webhooks/resends/new?of=filter&state=failed&host=shop.example';
const OTHER_RUN_ID = 'b7a1c2d3-0000-4000-8000-00000000a000';
/** Nobody of the plan retries by itself. */
const NOT_ANY = { soon: { count: 0, until: null }, later: { count: 0, until: null } };
const RUN = `/webhooks/resends/${RUN_ID}`;

test('a plan says what it takes, what it leaves out and why, and begins one run however often it is clicked', async ({
  stage,
  page,
}) => {
  scriptBulk(stage.engine, {
    plan: plan({ excluded: [...excluded('retries-by-itself', 143), ...excluded('resend-unresolved', 2, 300)] }),
  });
  await stage.open(FILTERED);
  await expect(page.getByRole('heading', { name: '57 webhooks to resend' })).toBeVisible();
  await page.getByText('2 with an earlier resend of unknown outcome').click();
  await expect(page.getByRole('link', { name: 'order-4300' })).toBeVisible();
  await stage.expectSound();
  await page.getByRole('button', { name: 'Resend 57 webhooks' }).dblclick();
  await expect(page.getByRole('progressbar', { name: 'Items that have ended' })).toBeVisible();
  const starts = stage.inputsOf('resends.start').map((input) => JSON.stringify(input));
  expect(starts).toHaveLength(1);
  expect(JSON.parse(starts[0] ?? '')).toMatchObject({ label: 'Deliveries: failed, shop.example', include: {} });
  expect(JSON.parse(starts[0] ?? '').invoices).toHaveLength(57);
});

test('what was delivered, or retries by itself, comes in only by consent', async ({ stage, page }) => {
  scriptBulk(stage.engine);
  stage.engine.on('resends.plan', ({ include }) =>
    success(
      include?.delivered === true
        ? plan({ items: [planned(1), planned(2, { state: 'delivered' })], excluded: [], estimate: LEARNED })
        : plan({ items: [planned(1)], excluded: excluded('delivered', 1), estimate: LEARNED }),
    ),
  );
  await stage.open(FILTERED);
  const consent = page.getByRole('checkbox', { name: '1 that was already delivered' });
  await expect(consent).not.toBeChecked();
  await expect(page.getByText(/same X-Webhook-Id as before/)).toBeVisible();
  await expect(
    page.getByRole('checkbox', { name: /^143 that will retry by themselves within ten minutes, the last at/ }),
  ).not.toBeChecked();
  const later = page.getByRole('checkbox', { name: /^31 that will retry by themselves later, the last at/ });
  await expect(later).toBeChecked();
  await later.click();
  await expect(later).not.toBeChecked();
  await stage.expectAsked('resends.plan', { include: { retryingLater: false } });
  await consent.click();
  await expect(page.getByRole('heading', { name: '2 webhooks to resend' })).toBeVisible();
  await page.getByRole('button', { name: 'Resend 2 webhooks' }).click();
  await expect(page.getByRole('progressbar', { name: 'Items that have ended' })).toBeVisible();
  await expect.poll(() => stage.inputsOf('resends.start')).toMatchObject([{ include: { delivered: true } }]);
  expect(JSON.stringify(stage.inputsOf('resends.start'))).not.toContain('retryingLater');
});

test('a plan says that it grows for as long as an outage is being checked, and not after', async ({ stage, page }) => {
  const incident = { from: ago(2 * HOUR), to: ago(HOUR), host: null, invoices: 412, read: 412, etaSeconds: null };
  let watch = watchStatus({ incident: { ...incident, state: 'reading' } });
  scriptBulk(stage.engine);
  stage.engine.on('watch.status', () => success(watch));
  await stage.open(FILTERED);
  // All that is known is read, but the window is not over.
  await expect(page.getByText('The outage is still being checked')).toBeVisible();
  watch = watchStatus({ incident: { ...incident, state: 'done', read: 408 } });
  stage.engine.push('mirror.changed', { kinds: ['deliveries'] }, PROFILE);
  await expect(page.getByText('The outage is still being checked')).toHaveCount(0);
});

test('a plan that may not be begun says why, and nothing is planned that was not meant', async ({ stage, page }) => {
  scriptBulk(stage.engine);
  stage.engine.on('profiles.list', () => success({ profiles: [{ ...SANDBOX, readOnly: true }], selected: SANDBOX.id }));
  await stage.open(FILTERED);
  await expect(page.getByRole('button', { name: 'Resend 57 webhooks' })).toBeDisabled();
  await expect(page.getByText(/Not possible now\..*read-only/)).toBeVisible();
  await stage.open('/webhooks/resends/new?state=nonsense');
  await expect(page.getByText('This filter is not understood')).toBeVisible();
  await stage.open('/webhooks/resends/new?selection=of-another-window');
  await expect(page.getByText('The picked rows are no longer known')).toBeVisible();
  expect(stage.inputsOf('resends.start')).toEqual([]);
});

test('a lost answer joins the run that it began, and another run in the way is named', async ({ stage, page }) => {
  scriptBulk(stage.engine);
  stage.engine.on('resends.start', ({ runId }) => failed({ kind: 'unknown-outcome', intentId: runId }));
  await stage.open(FILTERED);
  await page.getByRole('button', { name: 'Resend 57 webhooks' }).click();
  await expect(page.getByRole('progressbar', { name: 'Items that have ended' })).toBeVisible();
  await expect.poll(() => stage.inputsOf('resends.start')).toHaveLength(1);
  const details = { openRunId: RUN_ID };
  stage.engine
    .fail('resends.start', { kind: 'rejected', code: 'RUN_ALREADY_OPEN', status: 409, message: 'x', details })
    .on('resends.run', ({ runId }) =>
      runId === RUN_ID ? success(run()) : failed({ kind: 'not-found', what: 'run', ident: runId }),
    );
  await page.goBack();
  await page.getByRole('button', { name: 'Resend 57 webhooks' }).click();
  await expect(page.getByText('Another resend is still open')).toBeVisible();
  await page.getByRole('link', { name: 'Open that resend' }).click();
  await expect(page.getByText('Resending, 112 of 200')).toBeVisible();
});

test('a run is followed, paused, resumed and cancelled, and cancelling says what it means', async ({ stage, page }) => {
  let present = run();
  scriptBulk(stage.engine);
  stage.engine
    .on('resends.run', () => success(present))
    .on('jobs.pause', () => {
      present = run({ state: 'paused' });
      return success({});
    })
    .on('jobs.resume', () => {
      present = run({ state: 'waiting', waitingFor: 'resend-interval', waitingMs: 14_000, estimate: LEARNED });
      return success({});
    })
    .on('jobs.cancel', () => {
      present = run({ state: 'cancelled', estimate: undefined });
      return success({});
    });
  await stage.open(RUN);
  await expect(page.getByText('You may close the console; it goes on at the next start.')).toBeVisible();
  await expect(page.getByText('at least 2 min left')).toBeVisible();
  await stage.expectSound('one');
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused, 112 of 200')).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText(/Waiting for the API’s resend interval, \d+ s/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the run' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel the run?' });
  await expect(question).toContainText('What was sent stays sent');
  await question.getByRole('button', { name: 'Keep the run' }).click();
  await expect(question).toBeHidden();
  expect(stage.inputsOf('jobs.cancel')).toEqual([]);
  await page.getByRole('button', { name: 'Cancel the run' }).click();
  await question.getByRole('button', { name: 'Cancel the run' }).click();
  await expect(page.getByText('Cancelled, 112 of 200')).toBeVisible();
  await expect(page.getByRole('button', { name: /Pause|Resume|Cancel/ })).toHaveCount(0);
  for (const call of ['jobs.pause', 'jobs.resume', 'jobs.cancel'] as const) {
    await expect.poll(() => stage.inputsOf(call)).toEqual([{ id: RUN_ID }]);
  }
});

test('what was pressed last is what the screen speaks of', async ({ stage, page }) => {
  const limited = { kind: 'rate-limited', retryAfterMs: 60_000 } as const;
  scriptBulk(stage.engine);
  stage.engine.fail('jobs.pause', limited).fail('jobs.cancel', { kind: 'bug', incidentId: 'incident-9' });
  await stage.open(RUN);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText(failureWords(limited).title)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the run' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the run' }).click();
  await expect(page.getByText('incident-9')).toBeVisible();
  await expect(page.getByText(failureWords(limited).title)).toHaveCount(0);
});

test('a run that stopped says why and what to do, and its items show their evidence', async ({ stage, page }) => {
  const counts = { ...run().counts, unknown: 3, running: 0 };
  scriptBulk(stage.engine, { run: run({ state: 'stopped', stop: 'unknown-outcomes', counts }) });
  await stage.open(RUN);
  await expect(page.getByText('Stopped: three unclear answers in a row')).toBeVisible();
  await expect(page.getByText(/nothing that was sent is sent again/)).toBeVisible();
  await page.getByText('Skipped 11', { exact: true }).click();
  await expect(page.getByRole('gridcell', { name: 'Skipped: already delivered' }).first()).toBeVisible();
  await stage.expectAsked('resends.report', { standing: ['skipped'] });
  await page.getByText('Unknown 3', { exact: true }).click();
  await expect(page.getByRole('gridcell', { name: 'No trace of it so far' }).first()).toBeVisible();
  await page.getByRole('gridcell', { name: 'order-7', exact: true }).click();
  const item = page.getByRole('dialog', { name: 'Item 8' });
  await expect(item).toContainText('No trace of it so far');
  await expect(item).toContainText('The answer did not arrive (timeout).');
  await expect(item.getByRole('link', { name: 'Invoice order-7' })).toBeVisible();
  await stage.expectSound('one');
  await page.keyboard.press('Escape');
  stage.engine.on('resends.run', () => success(run({ state: 'done', estimate: undefined })));
  stage.engine.push(
    'jobs.changed',
    { jobs: [{ id: RUN_ID, kind: 'bulk-resend', label: 'x', state: 'done', done: 200, total: 200 }] },
    PROFILE,
  );
  await expect(
    page.getByRole('status').getByText('Done: 2 failed, 1 without an answer yet', { exact: true }),
  ).toBeVisible();
});

test('a run that is over stays in the frame until its report was opened or it was dismissed', async ({
  stage,
  page,
}) => {
  scriptBulk(stage.engine, { run: run({ state: 'done', estimate: undefined }) });
  const over = { kind: 'bulk-resend', label: 'x', state: 'done', done: 200, total: 200 } as const;
  stage.engine.on('jobs.list', () =>
    success({
      jobs: [
        { ...over, id: OTHER_RUN_ID },
        { ...over, id: RUN_ID },
      ],
    }),
  );
  await stage.open('/webhooks/resends');
  const frame = page.getByRole('region', { name: 'Resend run', exact: true });
  await expect(frame).toContainText('Resend run over, 200 of 200');
  await frame.getByRole('link', { name: 'Open its report' }).click();
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
  await expect.poll(() => page.url()).toContain(RUN_ID);
  // The other one has not been looked at.
  await expect(frame.getByRole('link', { name: 'Open its report' })).toHaveAttribute(
    'href',
    `#/webhooks/resends/${OTHER_RUN_ID}`,
  );
  await frame.getByRole('button', { name: 'Dismiss the run' }).click();
  await expect(frame).toHaveCount(0);
});

test('the list of runs leads to each, and says so when there is none', async ({ stage, page }) => {
  scriptBulk(stage.engine, { runs: [listed(run({ label: '<img src=x onerror="window.__pwned=1">' }))] });
  await stage.open('/webhooks/resends');
  await page.getByRole('link', { name: /<img/ }).click();
  await expect(page.getByRole('progressbar', { name: 'Items that have ended' })).toBeVisible();
  scriptBulk(stage.engine, { runs: [] });
  await stage.open('/webhooks/resends');
  await page.reload();
  await expect(page.getByText('No resend yet')).toBeVisible();
});

test('the list of runs says where each went, what it brought, and how that stands now, with exact totals', async ({
  stage,
  page,
}) => {
  const none = { ...run().counts, waiting: 0, running: 0, sent: 0, delivered: 0, failed: 0, noAnswerYet: 0 };
  const idle = { ...none, refused: 0, unknown: 0, skipped: 0 };
  const over = (label: string, total: number, delivered: number) => ({
    ...run({
      label,
      startedBy: ME,
      state: 'done',
      counts: { ...idle, total, sent: total, delivered, failed: total - delivered },
    }),
    runId: `b7a1c2d3-0000-4000-8000-${label.padStart(12, '0')}`,
    estimate: undefined,
  });
  scriptBulk(stage.engine, {
    runs: [
      listed(run({ startedBy: ME }), { hosts: ['eu.example', 'stall.example'] }),
      listed(over('4', 4, 3), { deliveredUsdt: '0.00000001', now: { delivered: 4, failing: 0 } }),
      listed(over('2', 2, 2), { deliveredUsdt: '617.25', now: { delivered: 2, failing: 0 } }),
      listed({ ...over('1', 1, 0), startedBy: 'sam' }, { deliveredUsdt: '0', now: { delivered: 0, failing: 1 } }),
    ],
  });
  stage.engine.on('exports.start', () => success({ jobId: 'j1' }));
  await stage.open('/webhooks/resends');
  const table = page.getByRole('table', { name: 'Resends' });
  const lines = table.getByRole('row');
  await expect(lines).toHaveCount(6);
  await expect(lines.nth(1)).toContainText('eu.example +1');
  await expect(lines.nth(1)).toContainText('88 waiting');
  await expect(lines.nth(2)).toContainText('delivered later');
  await expect(lines.nth(3)).toContainText('all delivered');
  await expect(lines.nth(4)).toContainText('1 failing');
  const foot = lines.nth(5);
  await expect(foot).toContainText('4 resends');
  await expect(foot.getByTitle('2,407.69000001')).toBeVisible();
  await expect(foot.getByRole('cell', { name: '207', exact: true })).toBeVisible();
  await stage.expectSound();
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('button', { name: 'Still failing 2' }).click();
  await expect(lines).toHaveCount(4);
  await views.getByRole('button', { name: 'By me 3' }).click();
  await expect(lines).toHaveCount(5);
  await expect(table.getByRole('row', { name: /sam/ })).toHaveCount(0);
  await expect(lines.nth(1).getByTitle(ME)).toHaveText('you');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Excel workbook (XLSX)' }).click();
  await stage.expectAsked('exports.start', { kind: 'resends', filter: { person: [ME] }, format: 'xlsx' });
  await views.getByRole('button', { name: 'All 4' }).click();
  await stage.open('/webhooks/resends?person=sam');
  await expect(foot).toHaveCount(0);
  await expect(table.getByRole('row', { name: /sam/ })).toHaveCount(1);
  await stage.open('/webhooks/resends?host=elsewhere.example');
  await expect(page.getByText('Nothing matches', { exact: false })).toBeVisible();
});

test('the list of runs finds the resend that holds an invoice, and leaves as a file as it is narrowed', async ({
  stage,
  page,
}) => {
  scriptBulk(stage.engine);
  stage.engine.on('exports.start', () => success({ jobId: 'j1' }));
  await stage.open('/webhooks/resends?person=maria');
  await page.getByRole('searchbox', { name: 'Invoice in a resend' }).fill('order-1060');
  await stage.expectAsked('resends.runs', { filter: { holds: 'order-1060' } });
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Excel workbook (XLSX)' }).click();
  await stage.expectAsked('exports.start', {
    kind: 'resends',
    filter: { holds: 'order-1060', person: ['maria'] },
    format: 'xlsx',
  });
  stage.engine.on('resends.runs', () => success({ runs: [] }));
  await page.getByRole('searchbox', { name: 'Invoice in a resend' }).fill('order-9999');
  await expect(page.getByText('Nothing matches', { exact: false })).toBeVisible();
});

test('beside what is failing: one test first for an endpoint that does not answer, then the rest, once and by a click each', async ({
  stage,
  page,
}) => {
  const desk = scriptDeliveries(stage.engine);
  scriptBulk(stage.engine, {
    plan: plan({ items: [planned(1), planned(2), planned(3)], excluded: [], retrying: NOT_ANY }),
  });
  const none = { ...run().counts, total: 1, waiting: 0, running: 0, underWay: 0, sent: 0, delivered: 0, failed: 0 };
  const idle = { ...none, noAnswerYet: 0, refused: 0, notSent: 0, unknown: 0, skipped: 0, cancelled: 0 };
  let present = run({ state: 'running', counts: { ...idle, running: 1 }, estimate: undefined });
  const begun: { readonly runId: string; readonly invoices: readonly string[] }[] = [];
  stage.engine
    .on('resends.start', ({ runId, label, invoices }) => {
      begun.push({ runId, invoices });
      present = {
        ...present,
        runId,
        label,
        state: 'running',
        counts: { ...idle, total: invoices.length, running: invoices.length },
      };
      return success(present);
    })
    .on('resends.run', () => success(present))
    .on('deliveries.groups', () => success({ groups: [group({ host: 'shop.example', failed: 3, netUsdt: '9' })] }));
  await stage.open('/webhooks');
  await page.getByRole('link', { name: 'Resend: shop.example, timed out' }).click();
  const aside = page.getByRole('complementary', { name: 'Resend' });
  await expect(aside.getByText(/^does not answer within 15 s since/)).toBeVisible();
  await expect(aside.getByText(/The last one arrived at/)).toBeVisible();
  await stage.expectSound('one');
  await aside.getByRole('button', { name: 'Test one first' }).dblclick();
  await expect(aside.getByRole('progressbar', { name: 'Items that have ended' })).toBeVisible();
  expect(begun.map(({ invoices }) => invoices.length)).toEqual([1]);
  // While it goes on the group keeps its place and its count, whatever the mirror says.
  desk.groups = [];
  await expect(page.getByText('Resending', { exact: true })).toBeVisible();
  await expect(aside.getByRole('button', { name: /^Resend the other/ })).toHaveCount(0);
  present = { ...present, state: 'done', counts: { ...idle, sent: 1, delivered: 1 } };
  await aside.getByRole('button', { name: 'Resend the other 2' }).click();
  await expect.poll(() => begun.map(({ invoices }) => invoices.length)).toEqual([1, 2]);
  const [one, rest] = begun;
  expect(rest?.runId).not.toBe(one?.runId);
  expect(rest?.invoices).not.toContain(one?.invoices[0]);
  present = { ...present, state: 'done', counts: { ...idle, total: 2, sent: 2, delivered: 1, failed: 1 } };
  await expect(aside.getByRole('button', { name: 'Resend the 1 failed…' })).toBeVisible();
});
