/** The pages of the browser shell: the launch page, the console's page with its nonce, and the files it loads. */
import { createReadStream, readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Ids } from '../backend/ports.ts';
import { type Assets, INDEX } from '../shell/assets.ts';
import { freshPage } from '../shell/policy.ts';
import { LAUNCH_POLICY } from './headers.ts';
import { LAUNCH_HTML, LAUNCH_JS } from './launch-page.ts';

const HTML = 'text/html; charset=utf-8';

/** Adds the routes that a browser opens by address. None of them has an effect or tells anything. */
export function addPages(server: FastifyInstance, assets: Assets, ids: Ids): void {
  const index = assets.get(INDEX);
  const html = index === undefined ? null : readFileSync(index.file, 'utf8');

  server.get('/launch', (_request, reply) =>
    reply.type(HTML).header('content-security-policy', LAUNCH_POLICY).send(LAUNCH_HTML),
  );
  server.get('/launch.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(LAUNCH_JS));

  const sendConsole = (reply: FastifyReply) => {
    if (html === null) return reply.code(404).send({ error: 'not-built' });
    const page = freshPage(html, ids);
    return reply.type(HTML).header('content-security-policy', page.policy).send(page.html);
  };
  server.get('/', (_request, reply) => sendConsole(reply));
  server.get(INDEX, (_request, reply) => sendConsole(reply));
  server.get('/*', (request, reply) => {
    // The address as it came, not decoded: it is looked up among known ones and never becomes a path.
    const [address = ''] = request.url.split('?', 1);
    const asset = assets.get(address);
    if (asset === undefined) return reply.code(404).send({ error: 'not-found' });
    return reply.type(asset.type).send(createReadStream(asset.file));
  });
}
