// The search for newer versions over Electron and this process: what the build says, which installation this is, and
// the end of the console for  its successor.
import { join } from 'node:path';
import { app, dialog } from 'electron';
import { VERSION } from '../../backend/app.ts';
import type { Host } from '../../backend/ports.ts';
import { systemClock } from '../../backend/system.ts';
import { parseVersion } from '../../domain/console/update.ts';
import type { RunningEngine } from '../../shell/engine.ts';
import type { Successor } from '../desktop/end-in-order.ts';
import { appImageOf, environmentOfNext } from '../app-image.ts';
import { argumentsOfNext } from '../arguments.ts';
import { readUpdateBuild } from './build.ts';
import { type HandOver, replacementFor, successorOf, systemHands } from './replace.ts';
import { createUpdates, searching } from './updates.ts';

/** Put in by the build (electron.vite.config.ts); absent where the source runs as it is. */
declare const __UPDATE_BUILD__: string | undefined;

export interface ElectronUpdates {
  readonly host: Host;
  /**
   * The engine is up. `replace` ends the console and hands over to what it is given once the engine has closed; its result calls that off. Gives the
   * engine that is to be closed: the search ends first, for it writes into the same folder.
   */
  start(engine: RunningEngine, replace: (successor: Successor) => () => void): RunningEngine;
}

/** The host as it is where the build asks nobody. */
export function withUpdates(host: Host, dataFolder: string): ElectronUpdates {
  const build = readUpdateBuild(typeof __UPDATE_BUILD__ === 'string' ? __UPDATE_BUILD__ : '');
  const current = parseVersion(VERSION);
  if (build === null || current === null) return { host, start: (engine) => engine };
  const { platform, arch, execPath, env: environment } = process;
  const appImage = appImageOf({ platform, execPath, environment });
  const installation = { platform, isPackaged: app.isPackaged, appImage, environment, publisher: build.publisher };
  // Not by `app.relaunch`: its helper is the program in the mounted AppImage, which goes away with this console before the helper has started anything.
  const relaunch = (program: string): Promise<void> =>
    systemHands.launch(program, argumentsOfNext(process.argv), environmentOfNext(environment));
  const updates = createUpdates({
    build,
    current,
    folder: join(dataFolder, 'updates'),
    clock: systemClock,
    target: `${platform}-${arch}`,
    replacement: replacementFor(installation, { ...systemHands, relaunch }),
    chance: Math.random,
  });
  return {
    host: { ...host, updates },
    start(engine, replace) {
      const tell = (sentence: string): void => dialog.showErrorBox('Merchant Console', sentence);
      const quit = (handOver: HandOver) => replace(successorOf(handOver, tell));
      return searching(updates, engine, quit);
    },
  };
}
