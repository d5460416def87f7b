/**
 * The locales of the system's formats, which may be others than the language of its menus. Linux names them in the environment, numbers and days
 * apart; its "C" and "POSIX" are those of no country. Elsewhere they are the region's.
 */
export function systemFormats(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
  region: string,
): { readonly numbers?: string; readonly days?: string } {
  const named = (name: string): string => {
    const posix = [env['LC_ALL'], env[name], env['LANG']].find((one) => one !== undefined && one !== '') ?? '';
    const [own = ''] = posix.split(/[.@]/);
    return platform === 'linux' && /^[a-z]{2,3}_[A-Z]{2}$/.test(own) ? own.replace('_', '-') : region;
  };
  const [numbers, days] = [named('LC_NUMERIC'), named('LC_TIME')];
  return { ...(numbers === '' ? {} : { numbers }), ...(days === '' ? {} : { days }) };
}
