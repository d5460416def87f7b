// Importing the merchant's own books: the list of imports and sources, the way from a file to an import, and one
// import.
export { ImportPage } from './import-page.tsx';
export { ImportsPage } from './imports-page.tsx';
export { NewImportPage } from './new-import-page.tsx';
