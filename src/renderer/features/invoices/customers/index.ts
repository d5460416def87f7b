/** What the app shows of the feature customers: the page of one. */
export { CustomerPage } from './customer-page.tsx';
