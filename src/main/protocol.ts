/**
 * The scheme app://console/ that serves the built screens: a manifest made at start, address to file. A request is a look-up
 * in it and never becomes a path; there is no file: anywhere. Not here: what else the session refuses (guards.ts).
 */
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { Protocol, Session } from 'electron';
import { contentPolicy, PAGE, SCHEME } from './origin.ts';

const NONCE_PLACEHOLDER = '__CSP_NONCE__';
const NONCE_BYTES = 16;
const INDEX = 'index.html';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Address (after app://console/) to file. */
export type Manifest = ReadonlyMap<string, string>;

/** Makes the scheme an origin of its own, as secure as https. Must run before the app is ready; never bypasses the policy. */
export function declareScheme(protocol: Protocol): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Serves the folder's files in the session. */
export function serveScreens(session: Session, folder: string): void {
  const manifest = listFiles(folder);
  session.protocol.handle(SCHEME, (request) => answer(manifest, request));
}

/** All files below the folder that are of a known type. */
export function listFiles(folder: string): Manifest {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && TYPES[extname(entry.name).toLowerCase()] !== undefined,
  );
  return new Map(
    entries.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return [relative(folder, file).split(sep).map(encodeURIComponent).join('/'), file];
    }),
  );
}

/** One request: the page with a fresh nonce, a file, or 404. */
export async function answer(
  manifest: Manifest,
  { method, url }: { readonly method: string; readonly url: string },
): Promise<Response> {
  const [address = ''] = url.split(/[?#]/, 1);
  const name = address.slice(PAGE.length) || INDEX;
  const file = method === 'GET' && address.startsWith(PAGE) ? manifest.get(name) : undefined;
  if (file === undefined) return new Response('not found', { status: 404, headers: HEADERS });
  const headers = { ...HEADERS, 'content-type': TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream' };
  const bytes = await readFile(file);
  if (name !== INDEX) return new Response(bytes, { headers });
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  return new Response(bytes.toString('utf8').replaceAll(NONCE_PLACEHOLDER, nonce), {
    headers: { ...headers, 'content-security-policy': contentPolicy(nonce) },
  });
}
