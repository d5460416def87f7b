/** What the app shows of the feature lookup: the field in the frame and the screen. */
export { LookupField } from './lookup-field.tsx';
export { LookupPage } from './lookup-page.tsx';
