/**
 * The sources that a page starts with: its half of the bridge, and in the isolated world the built preload in its surroundings. Not here: what
 * they do (worlds.ts).
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type * as Electron from 'electron';
import { loud } from '../electron-stand-in/loud.ts';
import { bridgeHalf, preloadSurroundings } from './worlds.ts';

/** The isolated world, and the way from it to main. */
export const WORLD = 'Electron Isolated Context';

export interface Injection {
  /** The binding by which the preload reaches main, and the property by which main reaches it. Nobody can guess it. */
  readonly name: string;
  readonly isIsolated: boolean;
  /** In the page's own world. */
  readonly inPage: string;
  /** Where the preload runs. */
  readonly withPreload: string;
}

/**
 * What to inject by these preferences. As in Electron, only top frames get the preload unless `nodeIntegrationInSubFrames`; a test that asks for every
 * frame stands for a renderer that was taken over, which speaks from any.
 */
export function injectionFor(preferences: Electron.WebPreferences): Injection {
  const name = `x${randomBytes(16).toString('hex')}`;
  const isIsolated = preferences.contextIsolation === true;
  const file = preferences.preload ?? '';
  const source = file === '' ? '' : readFileSync(file, 'utf8');
  const isWanted =
    preferences.nodeIntegrationInSubFrames === true || process.env['EVERY_FRAME'] === '1'
      ? 'true'
      : 'window === window.top';
  const half = (side: string): string => `(${bridgeHalf.toString()})(document, '${name}', '${side}')`;
  return {
    name,
    isIsolated,
    inPage: isIsolated ? `if (${isWanted}) ${half('page')};` : '',
    withPreload: `if (${isWanted}) (() => {
      const post = globalThis['${name}'];
      const bridge = ${isIsolated ? half('preload') : 'null'};
      const { require, failed, hear } = (${preloadSurroundings.toString()})({ post, bridge, loud: ${loud.toString()} });
      Object.defineProperty(globalThis, '${name}', { value: (text) => hear(JSON.parse(text)) });
      const module = { exports: {} };
      try {
        (function (require, module, exports) {${source}\n})(require, module, module.exports);
      } catch (error) {
        failed(error);
      }
    })();`,
  };
}
