/** What the app shows of the feature desk: the index of all deliveries with its watch, and the receiving hosts. */
export { DeliveriesPage } from './deliveries-page.tsx';
