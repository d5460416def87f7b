// The tabs of one month that are not its statement.
export { MovementsPage } from './days-page.tsx';
export { VerificationPage } from './verification-page.tsx';
