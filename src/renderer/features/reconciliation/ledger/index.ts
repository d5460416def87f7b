// What the app shows of the feature entries: the merchant's own books as a list, one entry, what has changed, and the
// entries of a record.
export { Changes } from './changes.tsx';
export { EntriesPage } from './entries-page.tsx';
export { EntryPage } from './entry-page.tsx';
export { RecordEntries } from './record-entries.tsx';
