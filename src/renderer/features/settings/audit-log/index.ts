/** The activity log: the screen that lists what this console has done, with its evidence. */
export { ActivityPage } from './activity-page.tsx';
