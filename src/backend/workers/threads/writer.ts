/** Entry of the writer thread, the only one that writes: requests come in one after the other (thread.ts). */
import { systemMarks } from '../../system.ts';
import { WriterHost } from './hosts.ts';
import { dataFolderOfThread, serve } from './thread.ts';

serve(new WriterHost(dataFolderOfThread(), systemMarks));
