/** A writer thread that dies when it is asked to set the setting `die`, before or after it is written, or to store the third batch of an import. */
import { systemMarks } from '../../../../src/backend/system.ts';
import { WriterHost } from '../../../../src/backend/workers/threads/hosts.ts';
import type { StoreRequest } from '../../../../src/backend/workers/threads/protocol.ts';
import { dataFolderOfThread, serve } from '../../../../src/backend/workers/threads/thread.ts';

const host = new WriterHost(dataFolderOfThread(), systemMarks);

let batches = 0;

serve({
  handle: (request: StoreRequest) => {
    if (request.kind === 'run' && request.command === 'imports.append') {
      batches += 1;
      if (batches === 3) process.exit(1);
    }
    const wish = request.kind === 'run' && request.command === 'settings.set' ? JSON.stringify(request.input) : '';
    if (wish.includes('die before')) process.exit(1);
    const output = host.handle(request);
    if (wish.includes('die after')) process.exit(1);
    return output;
  },
  close: () => {
    host.close();
  },
});
