// Opens the person's browser without a token on any command line: the system gets the path of a redirect file that
// only its owner can read, and the file goes as soon as its token was used.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A browser that has not read the file by then will not. */
const KEPT_MS = 60_000;

export interface RedirectFile {
  readonly path: string;
  /** Removes the file and its folder; more than once is fine. */
  readonly remove: () => void;
}

/** Writes a page (0600, in a folder 0700) that leads to the address, and removes it after a minute at the latest. */
export function writeRedirectFile(address: string, keptMs = KEPT_MS): RedirectFile {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-console-'));
  const path = join(folder, 'open.html');
  const page = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Merchant Console</title><meta http-equiv="refresh" content="0; url=${address}">`;
  writeFileSync(path, page, { mode: 0o600, flag: 'wx' });
  const remove = () => {
    clearTimeout(timer);
    rmSync(folder, { recursive: true, force: true });
  };
  const timer = setTimeout(remove, keptMs);
  timer.unref();
  return { path, remove };
}

/** The system's own way to open a file; it gets the path and nothing else. */
function openerOf(platform: NodeJS.Platform): readonly [program: string, ...before: string[]] {
  if (platform === 'darwin') return ['open'];
  // `start` belongs to the command interpreter, whose quoting rules nobody should depend on; this is what it calls.
  if (platform === 'win32') return ['rundll32.exe', 'url.dll,FileProtocolHandler'];
  return ['xdg-open'];
}

/** Asks the system to open the file. Resolves to whether it said that it did. */
export function openFile(path: string, platform: NodeJS.Platform = process.platform): Promise<boolean> {
  const [program, ...before] = openerOf(platform);
  return new Promise((resolve) => {
    // Nothing of the browser's chatter may reach our stdout, which belongs to the launch line.
    const child = spawn(program, [...before, path], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
    child.unref();
  });
}
