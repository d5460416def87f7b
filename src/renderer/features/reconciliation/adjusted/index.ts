// What the app shows of the feature reconciliation: adjusted invoices and their exact totals.
export { AdjustedPage } from './adjusted-page.tsx';
