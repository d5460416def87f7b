/** The signature bench: the screen that says which part of a webhook's signature fails. */
export { SignaturePage } from './signature-page.tsx';
