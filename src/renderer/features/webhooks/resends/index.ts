/** Resending: what would go out, how it goes, and all that went. */
export { PlanPage } from './plan-page.tsx';
export { RunPage } from './run/page.tsx';
export { RunsPage } from './runs-page.tsx';
