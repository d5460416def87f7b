// Fees of a month, by method and currency.
export { FeesPage } from './fees-page.tsx';
