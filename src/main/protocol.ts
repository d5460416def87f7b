// The scheme app://console/ that serves the built screens. A request is a look-up in the manifest made at start and
// never becomes a path; there is no file: anywhere.
import { readFile } from 'node:fs/promises';
import type { Protocol, Session } from 'electron';
import { systemIds } from '../backend/system.ts';
import { type Assets, INDEX, listAssets } from '../shell/assets.ts';
import { freshPage, PLAIN_HEADERS } from '../shell/policy.ts';
import { ORIGIN, PAGE, SCHEME } from './origin.ts';

/** Makes the scheme an origin of its own, as secure as https. Must run before the app is ready; never bypasses the policy. */
export function declareScheme(protocol: Protocol): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Serves the folder's files in the session. Throws where the page is missing. */
export function serveScreens(session: Session, folder: string): void {
  const assets = listAssets(folder);
  if (!assets.has(INDEX)) throw new Error('the screens are missing');
  session.protocol.handle(SCHEME, (request) => answer(assets, request));
}

/** One request: the page with a fresh nonce, a file, or 404. */
export async function answer(
  assets: Assets,
  { method, url }: { readonly method: string; readonly url: string },
): Promise<Response> {
  const [whole = ''] = url.split(/[?#]/, 1);
  const address = whole === PAGE ? INDEX : whole.slice(ORIGIN.length);
  const asset = method === 'GET' && whole.startsWith(PAGE) ? assets.get(address) : undefined;
  if (asset === undefined) return new Response('not found', { status: 404, headers: PLAIN_HEADERS });
  const headers = { ...PLAIN_HEADERS, 'content-type': asset.type };
  const bytes = await readFile(asset.file);
  if (address !== INDEX) return new Response(bytes, { headers });
  const { html, policy } = freshPage(bytes.toString('utf8'), systemIds);
  return new Response(html, { headers: { ...headers, 'content-security-policy': policy } });
}
