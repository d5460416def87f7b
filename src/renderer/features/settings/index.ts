/** What the app shows of the settings: their page, connecting a business, the audit log. */
export { ActivityPage } from './audit-log-page.tsx';
export { ConnectPage } from './connect-page.tsx';
export { SettingsPage } from './settings-page.tsx';
