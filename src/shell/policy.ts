// What the console's page is served under, in both shells: its content policy, the nonce that fits it, and the headers that every file carries.
import type { Ids } from '../backend/ports.ts';

const NONCE_PLACEHOLDER = '__CSP_NONCE__';
const NONCE_BYTES = 16;

/** What a page may ask the browser for, and ours never does; writing to the clipboard is what its copy buttons do. */
const DENIED_FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/** On every answer of either shell, refusals included. */
export const PLAIN_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': DENIED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
};

/**
 * The policy of the console's page. The nonce is for the style tags that Mantine and the grid write at run time; nothing
 * gets one for scripts. `data:` images and fonts are the grid's own icons.
 */
export function consolePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** One load of the page: the built HTML with a nonce of its own, and the policy that names the same nonce. */
export function freshPage(html: string, ids: Ids): { readonly html: string; readonly policy: string } {
  const nonce = ids.token(NONCE_BYTES);
  return { html: html.replaceAll(NONCE_PLACEHOLDER, nonce), policy: consolePolicy(nonce) };
}
