/** What the app shows of the calculator: what an order brings, and what has to be ordered. */
export { CalculatorPage } from './calculator-page.tsx';
