/** What the app shows of the feature withdrawals: the list with its totals, one withdrawal. */
export { WithdrawalPage } from './withdrawal-page.tsx';
export { WithdrawalsPage } from './withdrawals-page.tsx';
