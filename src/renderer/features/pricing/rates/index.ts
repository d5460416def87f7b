/** What the app shows of the feature rates: the latest market snapshot with its gaps. */
export { RatesPage } from './rates-page.tsx';
