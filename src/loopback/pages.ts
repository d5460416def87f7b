/** The pages of the browser shell: the launch page, the console's page with its nonce, and the files it loads. */
import { createReadStream, readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Ids } from '../backend/ports.ts';
import { type Assets, INDEX } from '../shell/assets.ts';
import { freshPage } from '../shell/policy.ts';
import { LAUNCH_POLICY } from './reply.ts';

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

/** Where the page keeps the session token; the screens read it there (sessionStorage, one tab). */
const SESSION_KEY = 'merchant-console.session';

const LAUNCH_HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Merchant Console</title>
<script type="module" src="/launch.js"></script>
</head>
<body>
<p id="state" role="status">Opening the console …</p>
<noscript><p>The console needs JavaScript.</p></noscript>
</body>
</html>
`;

const LAUNCH_JS = `const state = document.getElementById('state');
const token = location.hash.slice(1);
history.replaceState(null, '', '/launch');
const refused =
  'This launch link has been used or is too old. Press Enter in the terminal of the console for a fresh one, or start it again.';
try {
  const answer = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
  });
  if (answer.ok) {
    const session = await answer.json();
    sessionStorage.setItem('${SESSION_KEY}', session.token);
    location.replace('/');
  } else {
    state.textContent = refused;
  }
} catch {
  state.textContent = 'The console does not answer. Is it still running?';
}
`;
