/** What the app shows of the feature payment methods: the catalogue as last read. */
export { PaymentMethodsPage } from './payment-methods-page.tsx';
