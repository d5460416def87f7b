// Streams an offered export to the person's browser, once, and removes it.
import { createReadStream, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FastifyReply } from 'fastify';
import type { ExportFile } from '../backend/ports.ts';

const MIME = /^[\w.+-]+\/[\w.+-]+(?:; ?charset=[\w-]+)?$/;

/** Answers with the file as a download. Rejects when it cannot be opened. */
export async function sendExport(reply: FastifyReply, file: ExportFile): Promise<FastifyReply> {
  const handle = await open(file.path, 'r');
  const { size } = await handle.stat();
  const stream = createReadStream('', { fd: handle, start: 0 });
  stream.once('close', () => rmSync(file.path, { force: true }));
  return reply
    .header('content-type', MIME.test(file.mimeType) ? file.mimeType : 'application/octet-stream')
    .header('content-length', size)
    .header('content-disposition', attachment(file.suggestedName))
    .send(stream);
}

/** RFC 6266: a plain name for old programs and the true one for all others. */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
