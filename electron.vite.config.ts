/**
 * The build of all three parts. The main build has an entry for each program and each worker thread; both shells run the
 * same outputs. All main chunks lie in one folder, so that a worker's file is always beside the file that starts it.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'electron-vite';
import react from '@vitejs/plugin-react';
import { updateBuildText } from './src/main/updates/build.ts';
import { recordBundle } from './packaging/bundle-record.ts';
import { noticesBesideScreens } from './packaging/notices.ts';
import { trayPictures } from './packaging/pictures.ts';

/** This file is bundled before it is run: what it imports does not know where the project lies. */
const HERE = import.meta.dirname;

export default defineConfig({
  main: {
    // Whom this build asks for newer versions, by the environment (docs/releasing.md); nobody by default.
    define: {
      __UPDATE_BUILD__: JSON.stringify(updateBuildText(process.env)),
      __TRAY_PICTURES__: JSON.stringify(trayPictures(HERE)),
      // By which a desk and a team's host know that they speak alike: a test keeps that text true.
      __CONTRACT__: JSON.stringify(
        createHash('sha256')
          .update(readFileSync(join(HERE, 'docs/contract.md')))
          .digest('hex')
          .slice(0, 12),
      ),
    },
    plugins: [recordBundle('main', HERE)],
    build: {
      externalizeDeps: { include: ['keytar', 'electron'] },
      minify: true,
      rolldownOptions: {
        input: {
          main: 'src/main/index.ts',
          loopback: 'src/loopback/index.ts',
          server: 'src/server/index.ts',
          writer: 'src/backend/workers/threads/writer.ts',
          reader: 'src/backend/workers/threads/reader.ts',
          compute: 'src/backend/workers/threads/compute.ts',
          sandbox: 'src/sandbox/worker.ts',
          'authorities-thread': 'src/shell/authorities-thread.ts',
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    plugins: [recordBundle('preload', HERE)],
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react(), noticesBesideScreens(HERE), recordBundle('renderer', HERE)],
    build: {
      minify: true,
      // Fonts and images stay files, so that the content policy needs no data: source for them.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: 'src/renderer/index.html',
        // Whoever asks the index of parts for one piece does not load the others with it, least of all the frame, which comes at every start.
        treeshake: { moduleSideEffects: [{ test: /src[\\/]renderer[\\/]parts[\\/]index\.ts$/, sideEffects: false }] },
        // The schema library lies in one file with what forbids it to compile at run time: no file that declares a schema is run before that.
        output: {
          codeSplitting: {
            groups: [
              { name: 'schemas', test: /node_modules[\\/]zod[\\/]|bridge[\\/]wire[\\/]no-eval\.ts$/ },
              { name: 'icons', test: /@tabler[\\/]icons-react/ },
            ],
          },
        },
      },
    },
  },
});
