/** What the app shows of connecting a business: three steps on one page. */
export { ConnectPage } from './connect-page.tsx';
