/** Statements: the sheet of a period, the rows behind its lines. */
export { StatementRowsPage } from './rows-page.tsx';
export { StatementPage } from './statement-page.tsx';
export { StatementView } from './statement-view.tsx';
