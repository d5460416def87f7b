/** Entry of the writer thread. */
import { WriterHost } from './hosts.ts';
import { dataFolderOfThread, serve } from './thread.ts';

serve(new WriterHost(dataFolderOfThread(), () => new Date()));
