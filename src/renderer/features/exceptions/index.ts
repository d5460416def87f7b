/** What the app shows of the feature exceptions: the list that people work through. */
export { ExceptionsPage } from './exceptions-page.tsx';
