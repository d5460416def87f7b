/** The deliveries of an invoice, handed by the app into its page. */
export { DeliveriesPanel } from './deliveries-panel.tsx';
