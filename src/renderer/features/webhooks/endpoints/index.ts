/** How the receiving hosts answer, and whether a webhook was signed rightly. */
export { EndpointsPage } from './endpoints-page.tsx';
