/** Resending many webhooks: the plan, its run and the report of it. */
export { PlanPage } from './plan-page.tsx';
export { RunPage } from './run-page.tsx';
export { RunsPage } from './runs-page.tsx';
