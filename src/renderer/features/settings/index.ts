/** What the app shows of the feature settings: profiles and keys, display, the reserve. */
export { SettingsPage } from './settings-page.tsx';
