/** The check of a signature: it says which part of a webhook's signature fails. */
export { SignatureCheck } from './signature-check.tsx';
