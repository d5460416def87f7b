/** Entry of the reader thread. */
import { ReaderHost } from './hosts.ts';
import { dataFolderOfThread, serve } from './thread.ts';

serve(new ReaderHost(dataFolderOfThread()));
