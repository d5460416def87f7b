/** A close was superseded from balances in the API's notation: where a comma stands before the decimals, one of three decimals could be two amounts and barred its own dialog. */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { expect, test } from '../../renderer/features/stage.ts';
import {
  closeOf,
  readinessAnswer,
  scriptClosed,
  scriptPeriods,
  usdtAccount,
} from '../../renderer/support/period-scripts.ts';
import { SETTINGS } from '../../renderer/support/scripts.ts';

test.use({ sharesPage: true });

test('a close is superseded in the writing of the window', async ({ stage, page }) => {
  stage.engine.on('settings.get', () => success({ ...SETTINGS, numbers: 'point-comma' }));
  const close = closeOf();
  const { statement } = close.document;
  const tokens = [usdtAccount({ token: 'USDT', opening: '100.125', closing: '4000.5' }), ...statement.tokens.slice(1)];
  scriptClosed(scriptPeriods(stage.engine))
    .on('periods.get', () =>
      success({ ...close, document: { ...close.document, statement: { ...statement, tokens } } }),
    )
    .on('periods.readiness', () => success(readinessAnswer({})));
  await stage.open('/statements/month/close?from=2026-10-01&to=2026-10-31&zone=UTC');
  await page.getByRole('button', { name: 'Supersede this close…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Opening balance of USDT' })).toHaveValue('100,125');
  await expect(dialog.getByRole('textbox', { name: 'Reported balance of USDT' })).toHaveValue('4000,5');
  await dialog.getByRole('textbox', { name: 'Why the close was wrong' }).fill('The opening was read off a wrong day');
  await expect(dialog.getByRole('button', { name: 'Close anew and lock' })).toBeEnabled();
});
