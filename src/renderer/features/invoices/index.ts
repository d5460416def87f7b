/** What the app shows of invoices: the list, one invoice with its answer and money, one customer. */
export { CustomerPage } from './customer-page.tsx';
export { InvoicePage, type InvoicePageProps } from './invoice-page.tsx';
export { InvoicesPage } from './invoices-page.tsx';
