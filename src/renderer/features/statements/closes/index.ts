/** Closed periods: the list, one close, closing the next, and what has changed since. */
export { AdjustmentsPage } from './adjustments-page.tsx';
export { AdjustmentsPanel } from './adjustments-panel.tsx';
export { ClosedPage } from './closed-page.tsx';
export { ClosingPage } from './closing-page.tsx';
export { PeriodsPage } from './periods-page.tsx';
