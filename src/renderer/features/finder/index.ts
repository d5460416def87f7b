/** The screen that says of one id, or of up to five hundred pasted ones, what there is about each. */
export { LookupPage } from './lookup-page.tsx';
