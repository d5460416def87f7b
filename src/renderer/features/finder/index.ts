/** The screen of the feature lookup. The field is in the frame of every screen, so the frame takes it from its own file (lookup-field.tsx). */
export { LookupPage } from './lookup-page.tsx';
