/** What the app is called by the systems it is installed on. Not here: what each name is used for (configuration.ts). */

export const APP_ID = 'com.merchant-console.desktop';
export const PRODUCT = 'Merchant Console';
/** The executable on Linux, its desktop file and its icon; the beginning of every package's name. */
export const EXECUTABLE = 'merchant-console';
export const LINK_SCHEME = 'merchant-console';
