/** The screen about payment methods. */
export { PaymentMethodsPage } from './payment-methods-page.tsx';
