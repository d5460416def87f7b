/**
 * `licences.txt`: who wrote what is inside and under which terms, with every text. The build puts it beside the screens, which show it.
 * Not here: what is inside (components.ts), and Electron's and Chromium's own notices, which come with the runtime.
 */
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { filesOf, readRecord } from './bundle-record.ts';
import { type Component, componentsOf } from './components.ts';
import { reached, SHELL_ENTRIES } from './contents.ts';

export const NOTICES = 'licences.txt';
const RULE = '-'.repeat(80);

/** The whole text. */
export function noticesText(components: readonly Component[]): string {
  const entries = components.map(({ name, version, licence, homepage, within, text }) => {
    const title = `${name} ${version}${within === null ? '' : `, compiled into ${within}`} (${licence})`;
    return [RULE, title, ...(homepage === null ? [] : [homepage]), '', text.replaceAll('\r\n', '\n'), ''].join('\n');
  });
  return [
    'Merchant Console holds the work of others. What follows are their names, versions and terms.',
    '',
    'The desktop app also holds Electron, Chromium and Node.js: their terms lie beside the program as',
    'LICENSE.electron.txt and LICENSES.chromium.html.',
    '',
    ...components.map(({ name, version, licence }) => `  ${name} ${version}: ${licence}`),
    '',
    ...entries,
  ].join('\n');
}

/** The plugin of the screens' build that puts licences.txt beside them. Main and preload are built before. Throws LicenceError. */
export function noticesBesideScreens(project: string): Plugin {
  let out = '';
  return {
    name: 'merchant-console:licences',
    apply: 'build',
    configResolved(config) {
      out = dirname(resolve(config.root, config.build.outDir));
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = [
          ...reached(readRecord(out, 'main'), SHELL_ENTRIES),
          ...readRecord(out, 'preload'),
          ...filesOf(bundle, this.getModuleIds(), project),
        ];
        const folders = new Set(files.flatMap(({ packages }) => packages));
        this.emitFile({
          type: 'asset',
          fileName: NOTICES,
          source: noticesText(componentsOf(project, folders)),
        });
      },
    },
  };
}
