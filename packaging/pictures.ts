/** The pictures of resources/tray, which the build puts into the program: there is no file beside it that could be missing. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Base64 of each PNG by its path without the ending, as `colour/calm-16`. */
export function trayPictures(root: string): Readonly<Record<string, string>> {
  const folder = join(root, 'resources', 'tray');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.png'));
  return Object.fromEntries(
    names
      .toSorted()
      .map((name) => [
        name.replaceAll('\\', '/').replace(/\.png$/, ''),
        readFileSync(join(folder, name)).toString('base64'),
      ]),
  );
}
