/** What the app shows of pricing: the calculator, the payment methods and the market rates. */
export { CalculatorPage } from './calculator-page.tsx';
export { PaymentMethodsPage } from './payment-methods-page.tsx';
export { RatesPage } from './rates-page.tsx';
