// What the console has seen change: the history of one record, and the changes of records that were final.
export { HistoryPanel } from './history-panel.tsx';
export { LateChangesPage } from './late-changes-page.tsx';
