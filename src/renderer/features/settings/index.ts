/** The settings screen. */
export { SettingsPage } from './settings-page.tsx';
