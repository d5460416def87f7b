/** The first screen of the console: what there is to know and to do, before any list is opened. */
export { HomePage } from './home-page.tsx';
export { RestoredPage } from './restored-page.tsx';
