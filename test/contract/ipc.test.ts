/** The contract suite over Electron's IPC: the built main and preload over the stand-in, called as the page calls them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { MAX_FRAME_BYTES } from '../../src/contract/channel.ts';
import { BUILD_MS, buildOnce } from '../support/electron-stand-in/built.ts';
import { startStandIn } from '../support/electron-stand-in/drive.ts';
import { patientBuild } from '../support/electron-stand-in/planted.ts';
import { contractSuite } from './suite.ts';

beforeAll(buildOnce, BUILD_MS);

contractSuite('the built main and preload', [MAX_FRAME_BYTES], async () => {
  const path = mkdtempSync(join(tmpdir(), 'contract-'));
  const console = await startStandIn(patientBuild(), join(path, 'data'));
  return {
    async send(frame) {
      try {
        return { kind: 'answer', frame: await console.call(frame) };
      } catch (error) {
        const word = /'console:call': Error: ([\w-]+)$/.exec(String(error))?.[1];
        if (word === undefined) throw error;
        return { kind: 'refused', word };
      }
    },
    listen: (listener) => console.subscribe((args) => listener(args[0])),
    async close() {
      await console.quit();
      rmSync(path, { recursive: true, force: true });
    },
  };
});
