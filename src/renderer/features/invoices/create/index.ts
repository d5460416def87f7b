/** What the app shows of the feature create: the form, what became of an order, and creating a closed invoice again. */
export { AgainPanel } from './again-panel.tsx';
export { NewInvoicePage } from './new-invoice-page.tsx';
export { CreateOutcomePage } from './outcome-page.tsx';
