// The statement of a month, and the rows behind its lines.
export { StatementRowsPage } from './rows-page.tsx';
export { StatementPage } from './statement-page.tsx';
