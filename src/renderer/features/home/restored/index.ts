/** What stands still since a copy of the books was put back, and a person's word about each of it. */
export { RestoredPage } from './restored-page.tsx';
