/** Statements: the sheet of a period, the rows behind its lines. */
export { MovementsPage } from './days-page.tsx';
export { StatementRowsPage } from './rows-page.tsx';
export { StatementPage } from './statement-page.tsx';
export { StatementView } from './statement-view.tsx';
