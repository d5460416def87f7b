// The list of months, open and closed, as the app shows it.
export { MonthsPage } from './months-page.tsx';
