// The built screens as a manifest made at start, for both shells: address to file. A request is a look-up in it and
// never becomes a path; nothing outside it is ever served.
import { readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

export interface Asset {
  readonly file: string;
  readonly type: string;
}

/** The address of the console's page; every other one is a file that the page loads. */
export const INDEX = '/index.html';

/** By its address: "/assets/index-1a2b.js". */
export type Assets = ReadonlyMap<string, Asset>;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** All files below the folder that are of a known type; empty when there is no folder. */
export function listAssets(folder: string): Assets {
  const assets = new Map<string, Asset>();
  let entries: readonly { isFile(): boolean; name: string; parentPath: string }[];
  try {
    entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch {
    return assets;
  }
  for (const entry of entries) {
    const type = TYPES[extname(entry.name).toLowerCase()];
    if (!entry.isFile() || type === undefined) continue;
    const file = join(entry.parentPath, entry.name);
    const address = relative(folder, file).split(sep).map(encodeURIComponent).join('/');
    assets.set(`/${address}`, { file, type });
  }
  return assets;
}
