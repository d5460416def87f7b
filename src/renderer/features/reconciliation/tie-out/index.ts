// What the app shows of the feature tie-out: what agrees with what, and on how many sides that can be told.
export { TieOutPage } from './tie-out-page.tsx';
