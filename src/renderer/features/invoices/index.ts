/** The screens about invoices. */
export { InvoicePage, type InvoicePageProps } from './invoice-page.tsx';
export { InvoicesPage } from './invoices-page.tsx';
