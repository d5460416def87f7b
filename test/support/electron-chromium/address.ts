/**
 * Addresses of declared schemes as the browser knows them. It gives a scheme that it does not know no origin, so app://console is
 * https://console.app.invalid to it: a name that resolves nowhere (RFC 2606), answered before any network. Not here: who answers.
 */
import { world } from '../electron-stand-in/world.ts';

const ENDING = '.invalid';

/** As the browser is told: `app://console/x` becomes `https://console.app.invalid/x` once the scheme is declared. */
export function toBrowser(url: string): string {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/s.exec(url);
  const [, scheme = '', host = '', rest = ''] = match ?? [];
  if (!world.schemes.some((declared) => declared.scheme === scheme)) return url;
  return `https://${host}.${scheme}${ENDING}${rest === '' ? '/' : rest}`;
}

/** As main knows it: the reverse, for addresses and for origins. */
export function toMain(url: string): string {
  const match = /^https:\/\/([^/?#:]+)\.([a-z][a-z0-9+-]*)\.invalid(?=[/?#]|$)(.*)$/s.exec(url);
  const [, host = '', scheme = '', rest = ''] = match ?? [];
  return world.schemes.some((declared) => declared.scheme === scheme) ? `${scheme}://${host}${rest}` : url;
}
