/** Take rates: estimates by method, and what stands out. */
export { TakeRatesPage } from './take-rates-page.tsx';
