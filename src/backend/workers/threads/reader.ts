/** Entry of the reader thread: read-only connections, so that screens never wait for a writer (thread.ts). */
import { ReaderHost } from './hosts.ts';
import { dataFolderOfThread, serve } from './thread.ts';

serve(new ReaderHost(dataFolderOfThread()));
