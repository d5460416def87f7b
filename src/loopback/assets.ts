/**
 * The built screens as a manifest made at start: address to file. A request is a look-up in it and never becomes a path.
 * Not here: the page's nonce and headers (pages.ts).
 */
import { readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

export interface Asset {
  readonly file: string;
  readonly type: string;
}

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

/** All files below the folder by their address ("/assets/index-1a2b.js"); empty when there is no folder. */
export function listAssets(folder: string): ReadonlyMap<string, Asset> {
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
