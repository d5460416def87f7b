/** The screens about withdrawals. */
export { WithdrawalPage } from './withdrawal-page.tsx';
export { WithdrawalsPage } from './withdrawals-page.tsx';
