/** With what the Chromium of the stand-in is started; the bench starts the same one for its peer. Not here: starting it (browser.ts). */

/** Of a Chromium without a window that is told what to do over its pipe. */
export function chromiumArguments(profile: string): readonly string[] {
  return [
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    '--headless',
    // Chromium's own sandbox cannot start as root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-dev-shm-usage',
    '--disable-gpu',
    '--font-render-hinting=none',
    '--no-first-run',
    '--no-startup-window',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    // Electron blocks no pop-up by itself: the handler of main is to say no.
    '--disable-popup-blocking',
    // No name is ever looked up; only this computer's own address can be reached.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  ];
}
