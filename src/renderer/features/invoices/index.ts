/** What the app shows of the feature invoices: the list, one invoice with its verdict and money. */
export { CustomerInvoices } from './customer-invoices.tsx';
export { InvoicePage, type InvoicePageProps } from './invoice-page.tsx';
export { InvoicesPage } from './invoices-page.tsx';
