/** A provider of identities on a free port of 127.0.0.1 that believes whoever says who they are: for tests, and for trying out a team. Nothing else may use it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { interactionPolicy, Provider } from 'oidc-provider';

export interface Account {
  /** The subject. */
  readonly id: string;
  readonly email: string;
  /** Undefined: it says nothing about that. */
  readonly isVerified: boolean | undefined;
  readonly name: string;
}

export interface IdentityProvider {
  readonly issuer: string;
  readonly clientSecret: string;
  /** Where a sign-in goes on once its person has said who they are; the page that it shows has a link to each. */
  close(): void;
}

export const CLIENT_ID = 'merchant-console';

/** Starts it for one client, which is sent back to this address alone. */
export async function startIdentityProvider(
  accounts: readonly Account[],
  redirectUri: string,
): Promise<IdentityProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no address');
  const issuer = `http://127.0.0.1:${bound.port}`;
  const clientSecret = randomUUID();
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // Whoever wants to be asked who they are is asked, also in a browser that was told before.
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }));
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'one' }] },
    cookies: { keys: [randomUUID()] },
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/who/${uid}`, policy },
    pkce: { required: () => true },
    ttl: { Session: 3_600, Interaction: 600, Grant: 3_600, AccessToken: 60, IdToken: 60 },
    findAccount(_context, id) {
      const account = accounts.find((one) => one.id === id);
      if (account === undefined) return undefined;
      const { email, isVerified, name } = account;
      return { accountId: id, claims: () => ({ sub: id, email, email_verified: isVerified, name }) };
    },
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId: CLIENT_ID, accountId: oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const rest = provider.callback();
  server.on('request', (request, response) => {
    const [, uid, id] = /^\/who\/([\w-]+)(?:\/([\w-]+))?$/.exec(request.url ?? '') ?? [];
    if (uid === undefined) {
      void rest(request, response);
      return;
    }
    if (id !== undefined) {
      void provider.interactionFinished(request, response, { login: { accountId: id }, select_account: {} });
      return;
    }
    const links = accounts.map(({ id: one, name }) => `<p><a href="/who/${uid}/${one}">${name}</a></p>`);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html lang="en"><title>Who are you?</title><h1>Who are you?</h1>${links.join('')}</html>`,
    );
  });
  return {
    issuer,
    clientSecret,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
