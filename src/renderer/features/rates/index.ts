/** The screen about market rates. */
export { RatesPage } from './rates-page.tsx';
