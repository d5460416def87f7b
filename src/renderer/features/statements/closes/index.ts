// Closed months: what changed in them since, and the way from a close to its month.
export { AdjustmentsPage } from './adjustments-page.tsx';
export { AdjustmentsPanel } from './adjustments-panel.tsx';
export { ClosedPage } from './closed-page.tsx';
