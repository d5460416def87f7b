/** The screens of reconciliation. */
export { AdjustedPage } from './adjusted-page.tsx';
