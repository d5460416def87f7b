/** The contract suite without a shell: the engine's own dispatch, with the built workers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll } from 'vitest';
import { systemClock, systemIds } from '../../src/backend/system.ts';
import { createBrowserHost } from '../../src/shell/http/browser-host.ts';
import { startEngine } from '../../src/shell/engine.ts';
import { openDataFolder } from '../../src/backend/data-folder.ts';
import { BUILD_MS, buildOnce, OUT } from '../support/electron-stand-in/built.ts';
import { contractSuite } from './suite.ts';

beforeAll(buildOnce, BUILD_MS);

contractSuite('in-process dispatch', [], async () => {
  const path = mkdtempSync(join(tmpdir(), 'contract-'));
  const folder = openDataFolder(join(path, 'data'));
  if (folder === null) throw new Error('the folder is in use');
  const engine = await startEngine({
    folder,
    beside: pathToFileURL(join(OUT, 'main', 'loopback.js')).href,
    host: createBrowserHost(systemClock, systemIds, {}).host,
    power: { onResume: () => () => undefined },
    say: () => undefined,
  });
  return {
    send: async (frame) => ({ kind: 'answer', frame: await engine.app.dispatch(frame, 'test') }),
    listen: async (listener) => {
      const stop = engine.app.subscribe('test', listener);
      return async () => stop();
    },
    async close() {
      await engine.close();
      rmSync(path, { recursive: true, force: true });
    },
  };
});
