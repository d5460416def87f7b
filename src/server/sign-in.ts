// The way in for people: OpenID Connect, code with PKCE, state and nonce. Who may come in is the engine's to say; no password is ever ours.
import { fastifyRateLimit } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as oidc from 'openid-client';
import type { Clock, Ids, Log } from '../backend/ports.ts';
import { fieldOf, textOf } from '../domain/kernel/fields.ts';
import { HTML } from '../shell/http/serving.ts';
import { isSameSecret } from '../shell/same-secret.ts';
import { comparedOf, DESK_PATHS, SECRET_TEXT } from '../shell/teams/desk.ts';
import type { ProviderOptions } from './options.ts';
import type { Sessions } from './sessions.ts';

export const SIGN_IN = '/sign-in';
const START = `${SIGN_IN}/start`;
const CALLBACK = `${SIGN_IN}/callback`;
const STYLE = `${SIGN_IN}/page.css`;
const LET_IN = `${DESK_PATHS.start}/yes`;

/** Bound to this host and to TLS by its name; no other host or port can set or shadow it. */
const SESSION_COOKIE = '__Host-console-session';
const ATTEMPT_COOKIE = '__Host-console-sign-in';
// Lax: the way back from the provider is a link of another site. What writes asks for our origin and a header besides.
const COOKIE_RULES = 'Path=/; Secure; HttpOnly; SameSite=Lax';

const ATTEMPT_MS = 10 * 60_000;
const MOST_ATTEMPTS = 2_000;
/** From one address, behind which a whole office may sit; a sign-in is two of them. */
export const TRIES_A_MINUTE = 120;
const PROVIDER_SECONDS = 15;

/** Who may come in; the engine's own. */
export interface Door {
  signIn(told: {
    readonly issuer: string;
    readonly subject: string;
    readonly address: string;
    readonly isAddressVerified: boolean;
    readonly name?: string | undefined;
  }): Promise<
    { readonly ok: true; readonly person: { readonly id: string } } | { readonly ok: false; readonly refusal: Refusal }
  >;
  find(id: string): Promise<{ readonly name?: string } | null>;
  onChange(listener: () => void): () => void;
}

type Refusal = 'not-invited' | 'address-not-verified' | 'other-identity';

/** A desk that wants to come in: by what it knows its code again, and where its own browser finds it. */
interface Desk {
  readonly challenge: string;
  readonly port: number;
  readonly state: string;
}

interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly until: number;
  /** Null: it is this browser that is to come in. */
  readonly desk: Desk | null;
}

/** The provider has vouched for a person, who is now asked whether a desk may come in. */
interface Asked {
  readonly personId: string;
  readonly desk: Desk;
  /** Stands in the page's link alone, so that no other page can say yes. */
  readonly yes: string;
  readonly until: number;
}

export interface SignInParts {
  readonly provider: ProviderOptions;
  readonly clientSecret: string | null;
  /** Ours, where the provider sends people back to. */
  readonly origin: string;
  readonly door: Pick<Door, 'signIn' | 'find'>;
  readonly sessions: Sessions;
  /** A code for the desk that knows what this challenge was made of. */
  readonly issueCode: (personId: string, challenge: string) => string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Counts what became of each attempt. */
  readonly note: (outcome: 'in' | 'refused' | 'failed') => void;
}

/** The token of the session that the request comes with. */
export function sessionTokenOf(request: FastifyRequest): string | undefined {
  return cookieOf(request, SESSION_COOKIE);
}

/** Adds the pages of the way in and the way back; with the limits of tries an address. */
export async function addSignIn(server: FastifyInstance, parts: SignInParts): Promise<void> {
  const { clock, sessions } = parts;
  const attempts = keptByBrowser<Attempt>(parts);
  const questions = deskQuestions(parts);
  const provider = providerOf(parts);

  async function start(reply: FastifyReply, desk: Desk | null, query: unknown): Promise<FastifyReply> {
    const config = await provider().catch((error: unknown) => {
      parts.log.warn('sign-in.provider', { error: nameOf(error) });
      return null;
    });
    if (config === null) return send(reply, 502, PROVIDER_AWAY);
    const attempt: Attempt = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
      until: clock.monotonic() + ATTEMPT_MS,
      desk,
    };
    attempts.keep(reply, attempt);
    const to = oidc.buildAuthorizationUrl(config, {
      redirect_uri: `${parts.origin}${CALLBACK}`,
      scope: 'openid email profile',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      // The provider would else know the person by its own session, and not ask.
      ...(fieldOf(query, 'as') === 'another' ? { prompt: 'select_account' } : {}),
    });
    return reply.redirect(to.href, 303);
  }

  async function back(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    void reply.header('set-cookie', `${ATTEMPT_COOKIE}=; Max-Age=0; ${COOKIE_RULES}`);
    const attempt = attempts.take(request);
    if (attempt === null) return send(reply, 400, TOO_LATE);
    let told;
    try {
      told = await identityOf(await provider(), new URL(request.url, parts.origin), attempt, parts.provider);
    } catch (error) {
      parts.note('failed');
      parts.log.warn('sign-in.failed', { error: nameOf(error) });
      return send(reply, 400, NOT_VOUCHED);
    }
    const found = await parts.door.signIn(told);
    if (!found.ok) {
      parts.note('refused');
      parts.log.warn('sign-in.refused', { refusal: found.refusal });
      return send(reply, 403, REFUSED[found.refusal], anotherWay(attempt.desk));
    }
    if (attempt.desk !== null) return questions.ask(reply, attempt.desk, found.person.id);
    parts.note('in');
    // A session that this browser came with is another's, or of before: it never becomes this person's.
    sessions.end(sessionTokenOf(request));
    const token = sessions.open(found.person.id, 'browser');
    return reply.header('set-cookie', `${SESSION_COOKIE}=${token}; ${COOKIE_RULES}`).redirect('/', 303);
  }

  server.get(SIGN_IN, (_request, reply) => send(reply, 200, WELCOME));
  server.get(STYLE, (_request, reply) => reply.type('text/css; charset=utf-8').send(PAGE_STYLE));
  await server.register(fastifyRateLimit, { max: TRIES_A_MINUTE, timeWindow: '1 minute', cache: 5_000 });
  server.get(START, ({ query }, reply) => start(reply, null, query));
  server.get(DESK_PATHS.start, ({ query }, reply) => {
    const desk = deskOf(query);
    return desk === null ? send(reply, 400, DESK_TOO_LATE) : start(reply, desk, query);
  });
  server.get(LET_IN, (request, reply) => questions.answer(request, reply));
  server.get(CALLBACK, back);
}

/** What is remembered under a name that one browser alone brings again; each once, whatever comes of it. */
function keptByBrowser<One extends { readonly until: number }>({ clock, ids }: Pick<SignInParts, 'clock' | 'ids'>) {
  const kept = new Map<string, One>();
  return {
    keep(reply: FastifyReply, one: One): void {
      const id = ids.token(32);
      kept.set(id, one);
      const [oldest] = kept.keys();
      if (kept.size > MOST_ATTEMPTS && oldest !== undefined) kept.delete(oldest);
      void reply.removeHeader('set-cookie').header('set-cookie', `${ATTEMPT_COOKIE}=${id}; ${COOKIE_RULES}`);
    },
    take(request: FastifyRequest): One | null {
      const id = cookieOf(request, ATTEMPT_COOKIE) ?? '';
      const one = kept.get(id);
      kept.delete(id);
      return one === undefined || one.until <= clock.monotonic() ? null : one;
    },
  };
}

/** A link alone lets no desk in: its person is asked, on a page that no other can frame, by a link that no other knows. */
function deskQuestions(parts: SignInParts) {
  const { clock, ids, door, issueCode } = parts;
  const asked = keptByBrowser<Asked>(parts);
  return {
    async ask(reply: FastifyReply, desk: Desk, personId: string): Promise<FastifyReply> {
      const yes = ids.token(32);
      const name = (await door.find(personId))?.name;
      asked.keep(reply, { personId, desk, yes, until: clock.monotonic() + ATTEMPT_MS });
      return send(reply, 200, whetherToLetIn(name, comparedOf(desk.challenge)), `${LET_IN}?yes=${yes}`);
    },
    /** Back to the desk, on this computer and nowhere else, with a code that is of use to it alone. */
    answer(request: FastifyRequest, reply: FastifyReply): FastifyReply {
      void reply.header('set-cookie', `${ATTEMPT_COOKIE}=; Max-Age=0; ${COOKIE_RULES}`);
      const one = asked.take(request);
      const yes = textOf(fieldOf(request.query, 'yes')) ?? '';
      if (one === null || !isSameSecret(yes, one.yes)) return send(reply, 400, DESK_TOO_LATE);
      const { challenge, port, state } = one.desk;
      const code = issueCode(one.personId, challenge);
      return reply.redirect(`http://127.0.0.1:${port}/?code=${code}&state=${state}`, 303);
    },
  };
}

/** The desk that an address speaks of; null where it is none. The port is one that a program of a person can have. */
function deskOf(query: unknown): Desk | null {
  const [challenge = '', state = '', port = ''] = ['challenge', 'state', 'port'].map(
    (name) => textOf(fieldOf(query, name)) ?? '',
  );
  const isWhole = SECRET_TEXT.test(challenge) && SECRET_TEXT.test(state) && /^\d{4,5}$/.test(port);
  const isPort = Number(port) >= 1_024 && Number(port) <= 65_535;
  return isWhole && isPort ? { challenge, state, port: Number(port) } : null;
}

/** Where whoever was refused is asked who else they are; a desk that wants to come in still does. */
function anotherWay(desk: Desk | null): string {
  if (desk === null) return `${START}?as=another`;
  const { challenge, state, port } = desk;
  return `${DESK_PATHS.start}?challenge=${challenge}&amp;state=${state}&amp;port=${port}&amp;as=another`;
}

/** Adds the way out, behind the checks of origin and site; `tokenOf`: of whoever asks. */
export function addSignOut(
  server: FastifyInstance,
  sessions: Sessions,
  tokenOf: (request: FastifyRequest) => string | undefined,
): void {
  server.post('/sign-out', (request, reply) => {
    sessions.end(tokenOf(request));
    return reply.header('set-cookie', `${SESSION_COOKIE}=; Max-Age=0; ${COOKIE_RULES}`).code(204).send();
  });
}

/** What the provider says of itself, asked for when it is first needed; a provider that was away is asked again. */
function providerOf({ provider, clientSecret }: SignInParts): () => Promise<oidc.Configuration> {
  const { issuer, clientId } = provider;
  const authentication = clientSecret === null ? oidc.None() : oidc.ClientSecretPost(clientSecret);
  // The options let http pass on this computer alone.
  const isPlain = new URL(issuer).protocol === 'http:';
  // Said to be for such a provider alone, which is what it is for.
  // oxlint-disable-next-line typescript/no-deprecated
  const execute = [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])];
  let asked: Promise<oidc.Configuration> | null = null;
  return () => {
    asked ??= oidc
      .discovery(new URL(issuer), clientId, undefined, authentication, { execute, timeout: PROVIDER_SECONDS })
      .catch((error: unknown) => {
        asked = null;
        throw error;
      });
    return asked;
  };
}

/** Whom the provider vouches for. Throws where anything does not hold: state, nonce, code, signature, issuer, audience, times. */
async function identityOf(
  config: oidc.Configuration,
  url: URL,
  { state, nonce, verifier }: Attempt,
  { addressesAreVerified }: ProviderOptions,
) {
  const tokens = await oidc.authorizationCodeGrant(config, url, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('no identity');
  const hasAddress = typeof claims['email'] === 'string' && typeof claims['email_verified'] === 'boolean';
  const more = hasAddress ? claims : await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
  const { email, email_verified: isVerified, name } = more;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    address: typeof email === 'string' ? email : '',
    // What it says counts; the options speak only where it says nothing.
    isAddressVerified: isVerified === true || (addressesAreVerified && isVerified === undefined),
    name: typeof name === 'string' ? name : undefined,
  };
}

/** Of an error of the library its name and code alone: what hangs on it may hold tokens. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name;
}

function cookieOf({ headers }: FastifyRequest, name: string): string | undefined {
  const found = (headers.cookie ?? '').split('; ').filter((pair) => pair.startsWith(`${name}=`));
  // Two of a name are no name at all.
  return found.length === 1 ? found[0]?.slice(name.length + 1) : undefined;
}

interface Words {
  readonly title: string;
  readonly sentence: string;
  readonly link: string;
  /** Where the link leads, where not to another sign-in. */
  readonly to?: string;
}

const WELCOME: Words = {
  title: 'Merchant Console',
  sentence: 'This is your team’s console. Only people who were invited come in.',
  link: 'Sign in',
};
const DESK_TOO_LATE: Words = {
  title: 'This computer was not let in',
  sentence:
    'The question was answered before, took longer than ten minutes, or began in another browser. Begin again in the console.',
  link: 'Open the console’s page here',
  to: '/',
};

/** The name is of our own books, and escaped like any text. */
function whetherToLetIn(name: string | undefined, compared: string): Words {
  const who = name === undefined ? 'you' : name.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return {
    title: 'Let the console on this computer in?',
    sentence: `It comes in as ${who} and may do what ${who} may. Go on only if you have just asked for that in a console on this computer, and it shows these signs: <strong>${compared}</strong>. Otherwise close this page; nothing has happened.`,
    link: 'Let it in',
  };
}
const PROVIDER_AWAY: Words = {
  title: 'Nobody can sign in right now',
  sentence: 'The service that vouches for people does not answer. The console itself goes on with its work.',
  link: 'Try again',
};
const TOO_LATE: Words = {
  title: 'This sign-in is over',
  sentence: 'It was used before, took longer than ten minutes, or began in another browser.',
  link: 'Sign in again',
};
const NOT_VOUCHED: Words = {
  title: 'You were not signed in',
  sentence: 'The service that vouches for people did not vouch for this sign-in. Nothing was changed.',
  link: 'Try again',
};
const REFUSED: Readonly<Record<Refusal, Words>> = {
  'not-invited': {
    title: 'You are not invited',
    sentence:
      'Nobody here has invited the address that you signed in with. Ask whoever looks after your team’s people.',
    link: 'Sign in as somebody else',
  },
  'address-not-verified': {
    title: 'Your address is not verified',
    sentence: 'The service that you signed in with does not vouch that this address is yours. Verify it there first.',
    link: 'Try again',
  },
  'other-identity': {
    title: 'This address came in as somebody else',
    sentence:
      'Its first sign-in was another account, and that is never changed by itself. Ask whoever looks after your team’s people.',
    link: 'Sign in as somebody else',
  },
};

const PAGE_STYLE = `body { font: 16px/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-items: center; color: CanvasText; background: Canvas; }
main { max-width: 32rem; padding: 2rem; }
h1 { font-size: 1.375rem; margin: 0 0 0.5rem; }
p { margin: 0 0 1.25rem; }
a { display: inline-block; padding: 0.5rem 1rem; border: 1px solid currentColor; border-radius: 4px; color: inherit; text-decoration: none; font-weight: 600; }
a:focus-visible { outline: 2px solid Highlight; outline-offset: 2px; }
`;

const PAGE_POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The texts are ours alone: nothing of a request or of the provider is ever written into a page. `to`: where its link leads. */
function send(reply: FastifyReply, status: number, words: Words, to = words.to ?? START): FastifyReply {
  const { title, sentence, link } = words;
  return reply
    .code(status)
    .type(HTML)
    .header('content-security-policy', PAGE_POLICY)
    .send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${STYLE}">
</head>
<body>
<main>
<h1>${title}</h1>
<p>${sentence}</p>
<p><a href="${to}">${link}</a></p>
</main>
</body>
</html>
`);
}
