// What Windows knows the console by: one button in the taskbar, and notifications that say whose they are.
import type { App } from 'electron';

/** As the installer writes it into the shortcut; a test holds both equal. Under another one notifications would be nobody's. */
export const APP_ID = 'com.merchant-console.desktop';

/** Must run before the first window. The other systems take it from the package. */
export function nameForWindows(app: Pick<App, 'setAppUserModelId'>, platform: NodeJS.Platform): void {
  if (platform === 'win32') app.setAppUserModelId(APP_ID);
}
