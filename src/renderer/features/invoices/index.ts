/** What the app shows of the feature invoices: the list, one invoice with its verdict and money. */
export { InvoicePage, type InvoicePageProps } from './invoice-page.tsx';
export { InvoicesPage } from './invoices-page.tsx';
