/** What is failing now, by endpoint and cause. */
export { FailingPage } from './failing-page.tsx';
