/** The first screen, and the list of records that could not be read. */
export { OverviewPage } from './overview-page.tsx';
export { QuarantinePage } from './quarantine-page.tsx';
