// The pictures of the icon in the tray. A file of its own, so that the program does not read them before its window stands.

/** Put in by the build (electron.vite.config.ts): base64 of the PNGs of resources/tray, by their paths. */
declare const __TRAY_PICTURES__: Readonly<Record<string, string>>;

export const TRAY_PICTURES = __TRAY_PICTURES__;
