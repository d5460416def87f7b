/** The controls of a team's host, in the way of controls.ts: who comes in, with what session, what each may, where keys lie. */
import type { Control, Edit, Proof } from './control-list.ts';

const at = (file: string, test: string): Proof => ({ file, test });
const swap = (file: string, from: string, to: string): Edit => ({ file, from, to });

const SESSIONS = 'src/server/sessions.ts';
const SIGN_IN = 'src/server/sign-in.ts';
const SERVER = 'src/server/server.ts';
const DESKS = 'src/server/desks.ts';
const DISPATCH = 'src/backend/dispatch.ts';
const PUBLISHER = 'src/backend/publisher.ts';
const SEALED = 'src/keychain/sealed-vault.ts';
const SEAL = 'src/backend/engine/seal.ts';
const OPTIONS = 'src/server/options.ts';

const ATTACKERS = 'test/server/attackers.test.ts';
const WAY_IN = 'test/server/sign-in.test.ts';
const ROLES = 'test/integration/people/roles.test.ts';
const PEOPLE = 'test/integration/people/people.test.ts';

const COOKIE = at(
  WAY_IN,
  'ends in a cookie that is bound to this host and TLS, out of reach of scripts, and nothing else',
);
const ENDS = at(WAY_IN, 'ends without requests, and at its end whatever is asked');
const GONE = at(
  WAY_IN,
  'ends within a second when its person is gone, with its streams, and what is under way is answered to nobody',
);
const TOKEN_ALONE = at(
  'test/server/desks.test.ts',
  'goes alone: with a cookie, from a page, of another build or in a cookie it is none',
);
const STOLEN_CODE = at(
  'test/server/desks.test.ts',
  'that was stolen is of no use without the verifier, nor to its own desk afterwards',
);
const SECOND = 'src/backend/handlers/kernel/second-person.ts';
const FOUR_EYES = 'src/backend/books/people/four-eyes.ts';
const EYES = 'test/integration/people/four-eyes.test.ts';
const LAPSES = at(EYES, 'changed meanwhile: it lapses');
const SHARE = at(ATTACKERS, 'an address has its share of the connections, and keeps nobody out at another');
const HEAD = at('test/server/server.test.ts', 'and * does nothing');
const PAIRS = at(ROLES, '* may what the lists say, and is refused the rest before the input is looked at');
const EVENTS = at(ROLES, 'each reaches whom it is for, and nobody else; nobody sees a gap by what is not theirs');
const LEAVING = at(PEOPLE, 'at once: no answer that was under way, no event, no session that is asked for');
const TICKETS = at(
  'test/integration/people/downloads.test.ts',
  'the file and its manifest go to whoever asked, once, and to nobody else who knows the ticket',
);
const SWAPPED = at('test/keychain/sealed-vault.test.ts', 'and put in the place of another account’s, opens as nothing');
const NO_KEY = at(ATTACKERS, 'but not its master key, there is no key in it, in no spelling');
const STILL = at(
  'test/integration/profiles/sealed.test.ts',
  'lets nothing out, takes no key in any way, and writes nothing about a business',
);
const OWN_ATTEMPT = at(
  ATTACKERS,
  'each sign-in has a state, a nonce and a proof of its own, so that no part of another fits',
);
const ONCE = at(WAY_IN, 'counts once: the same way back again is no way in');
const OWN_BROWSER = at(WAY_IN, 'is the browser’s that began it: a way back that another began is no way in');
const OTHER_STATE = at(WAY_IN, 'with another * is no way in');
const UNVERIFIED = at(WAY_IN, 'tells * in a sentence why not, and gives no session');
const TRIES = at(WAY_IN, 'from one address are told to stop');
const STREAMS = at('test/server/server.test.ts', 'has sixteen streams at most');
const HEADERS = at('test/server/server.test.ts', 'gets the headers of the house, and no word for other sites');
const PROXY_ONLY = at('test/server/server.test.ts', 'may be a proxy’s, and then nobody but that proxy is heard');
const FORWARDED = at(
  ATTACKERS,
  'behind a proxy whose word is taken, it is the address that the proxy saw that counts, and not what was there before',
);
const SLOW = at(
  ATTACKERS,
  'who drips a head in, or says nothing at all, keeps nobody else out, and is gone after a while',
);
const ANYBODY = at('test/server/program.test.ts', '* are complained about in a sentence');

export const TEAM_CONTROLS: readonly Control[] = [
  {
    id: '51',
    control:
      'A session of a team’s host is a random cookie of this host and TLS alone, out of reach of scripts, of which a digest lies in memory; it ends without requests, at its time, with a restart, and at once, streams included, when its person signs out or is removed',
    where: [SESSIONS, SIGN_IN, SERVER],
    proofs: [
      COOKIE,
      ENDS,
      GONE,
      at(
        ATTACKERS,
        'its cookie is its person until they are removed, sign out, or the host starts anew; the folder of the host has nothing of it',
      ),
    ],
    tier: 'here',
    removals: [
      { edits: [swap(SIGN_IN, 'Secure; HttpOnly; SameSite=Lax', 'Secure; SameSite=Lax')], fails: COOKIE },
      { edits: [swap(SESSIONS, 'if (!isOver(session, now())) return session;', 'return session;')], fails: ENDS },
      {
        edits: [swap(SESSIONS, 'if (!(await isIn(session.personId))) drop(session);', 'await isIn(session.personId);')],
        fails: GONE,
      },
    ],
  },
  {
    id: '52',
    control: 'Whatever is asked with a session needs our Host, our Origin, JSON, no other site, and a header of ours',
    where: [SERVER, 'src/shell/http/serving.ts', 'src/shell/http/guard.ts'],
    proofs: [HEAD, at('test/server/server.test.ts', 'that another site makes of * gets nothing')],
    tier: 'here',
    removals: [
      {
        edits: [
          swap(
            SERVER,
            'if (!isOfDesk(request)) return checkBrowser(request, reply);',
            'if (!isOfDesk(request)) return undefined;',
          ),
        ],
        fails: HEAD,
      },
      {
        edits: [
          swap(SERVER, "if (request.headers['x-console-window'] === undefined)", 'if (request.method === "PUT")'),
        ],
        fails: HEAD,
      },
    ],
  },
  {
    id: '53',
    control:
      'A role is asked for each call by the person’s id alone, before its input is looked at and again before its answer leaves; a frame cannot say who asks; a business on which somebody is nothing does not exist for them',
    where: [DISPATCH, 'src/backend/engine/people.ts', 'src/contract/define.ts'],
    proofs: [PAIRS, LEAVING, at(ATTACKERS, 'nothing is written by any call, whatever the frame says of who asks')],
    tier: 'here',
    removals: [
      {
        edits: [swap(DISPATCH, 'personId === null ? null : people.require(personId, needs, about)', 'null')],
        fails: PAIRS,
      },
      {
        edits: [swap(DISPATCH, "admit(declaration.effect === 'read' ? declaration.role : 'anyone', about);", '')],
        fails: LEAVING,
      },
    ],
  },
  {
    id: '54',
    control:
      'Events reach whom they are for by the roles of that moment; a file that was asked for goes to whoever asked',
    where: [PUBLISHER, 'src/contract/events.ts', 'src/shell/http/browser-host.ts'],
    proofs: [EVENTS, TICKETS],
    tier: 'here',
    removals: [
      { edits: [swap(PUBLISHER, 'if (!this.#isFor(subscription, event, profile)) return;', '')], fails: EVENTS },
      {
        edits: [swap('src/shell/http/browser-host.ts', 'if (offer?.file.personId !== personId) return null;', '')],
        fails: TICKETS,
      },
    ],
  },
  {
    id: '55',
    control:
      'Keys on a host lie sealed with AES-256-GCM under a master key that lies elsewhere, each bound to its place; nothing opens that was changed, swapped or sealed under another key. An older file that is put back in its own place opens',
    where: [SEALED, OPTIONS],
    proofs: [
      SWAPPED,
      NO_KEY,
      at(
        ATTACKERS,
        'and to write, one sealed file in another’s place opens as nothing, and an older one of the same place opens',
      ),
    ],
    tier: 'here',
    removals: [
      {
        edits: [
          swap(SEALED, '.setAAD(Buffer.from(name));', ';'),
          swap(SEALED, 'cipher.setAAD(Buffer.from(name)).setAuthTag', 'cipher.setAuthTag'),
        ],
        fails: SWAPPED,
      },
    ],
  },
  {
    id: '56',
    control:
      'Without its master key, or with another one, a host stands still: no request, no write about a business, no key taken or overwritten; everybody is told why',
    where: [SEAL, DISPATCH, 'src/backend/engine/profiles.ts'],
    proofs: [
      STILL,
      at(
        'test/integration/profiles/sealed.test.ts',
        'is told to everybody who opens the console, however late, with what is to be done',
      ),
    ],
    tier: 'here',
    removals: [
      {
        edits: [
          swap(DISPATCH, 'if (failure !== null && isStopped(name, declaration)) throw new FailureError(failure);', ''),
        ],
        fails: STILL,
      },
    ],
  },
  {
    id: '57',
    control:
      'Coming in is OpenID Connect: code with PKCE, state and nonce of each attempt, once, in the browser that began it; only a verified address that was invited, and from then on that account. `addressesAreVerified` vouches for one company’s issuer, where that says nothing',
    where: [SIGN_IN, 'src/backend/engine/people.ts', OPTIONS],
    proofs: [OWN_ATTEMPT, ONCE, OTHER_STATE, UNVERIFIED, ANYBODY, OWN_BROWSER],
    tier: 'here',
    note: 'with the provider of the tests; no other was asked here',
    removals: [
      { edits: [swap(SIGN_IN, 'expectedState: state,', 'expectedState: oidc.skipStateCheck,')], fails: OTHER_STATE },
      { edits: [swap(SIGN_IN, 'nonce: oidc.randomNonce(),', "nonce: 'always',")], fails: OWN_ATTEMPT },
      {
        edits: [swap(SIGN_IN, "cookieOf(request, ATTEMPT_COOKIE) ?? ''", "[...attempts.keys()].at(-1) ?? ''")],
        fails: OWN_BROWSER,
      },
      {
        edits: [swap(SIGN_IN, 'isVerified === true || (addressesAreVerified && isVerified === undefined)', 'true')],
        fails: UNVERIFIED,
      },
      {
        edits: [swap(OPTIONS, 'provider.addressesAreVerified && ANYBODYS.test(provider.issuer)', 'false')],
        fails: ANYBODY,
      },
    ],
  },
  {
    id: '58',
    control:
      'Tries and connections an address, calls and streams a session, all connections, heads and bodies are bounded; who says nothing is gone within twenty seconds',
    where: [SIGN_IN, SERVER, 'src/shell/http/serving.ts'],
    proofs: [
      TRIES,
      STREAMS,
      SLOW,
      SHARE,
      at(
        ATTACKERS,
        'behind a proxy it is whom the proxy saw that has a share, and the proxy as many connections as it wants',
      ),
      at('test/server/server.test.ts', 'counts towards six thousand calls a minute of its own session'),
      at(ATTACKERS, 'what is too large is cut off: a body, a head, a name'),
    ],
    tier: 'here',
    removals: [
      { edits: [swap(SIGN_IN, 'max: TRIES_A_MINUTE,', 'max: 1_000_000,')], fails: TRIES },
      { edits: [swap(SERVER, 'streamsOfOne: 16', 'streamsOfOne: 1_600')], fails: STREAMS },
      { edits: [swap(SERVER, 'if (before >= most) return null;', '')], fails: SHARE },
    ],
  },
  {
    id: '59',
    control:
      'A host speaks TLS or is behind a proxy that does: every answer says so (HSTS), and without TLS nothing is answered',
    where: [SERVER],
    proofs: [
      HEADERS,
      at(
        ATTACKERS,
        'whoever speaks without TLS gets nothing, and is told by every answer to browsers that nobody does',
      ),
    ],
    tier: 'here',
    removals: [{ edits: [swap(SERVER, 'response.setHeader(...HSTS);', '')], fails: HEADERS }],
  },
  {
    id: '60',
    control:
      'Behind a proxy only the proxies that are named are heard, and the address that they saw counts; elsewhere no word about another address is believed',
    where: [SERVER, 'src/shell/http/serving.ts'],
    proofs: [
      PROXY_ONLY,
      FORWARDED,
      at(
        ATTACKERS,
        'a proxy that changes the Host, or puts its own before it, is refused; none changes whom a limit is for',
      ),
    ],
    tier: 'here',
    removals: [
      {
        edits: [swap(SERVER, 'isProxy(remoteAddress) ? () => undefined : null', '() => undefined')],
        fails: PROXY_ONLY,
      },
      {
        edits: [
          swap(
            'src/shell/http/serving.ts',
            'trustProxy: trustProxy.length === 0 ? false : [...trustProxy],',
            'trustProxy: true,',
          ),
        ],
        fails: FORWARDED,
      },
    ],
  },
  {
    id: '61',
    control:
      'A desktop console has a bearer token of its own: it comes by a code of one minute that counts once and only for who began it (PKCE), after a question in the browser; never beside a cookie, from a page, or in the place of a browser’s session; it ends as every session does',
    where: [DESKS, SIGN_IN, SESSIONS],
    proofs: [
      TOKEN_ALONE,
      STOLEN_CODE,
      at('test/server/desks.test.ts', 'counts once, and the way is closed after it'),
      at(
        'test/server/desks.test.ts',
        'ends with its streams when its person is removed, and what is under way has no answer',
      ),
      at('test/server/desks.test.ts', 'is followed nowhere: no token goes where it points'),
    ],
    tier: 'here',
    removals: [
      {
        edits: [
          swap(DESKS, "if (headers.cookie !== undefined) return { status: 400, error: 'cookie-and-token' };", ''),
        ],
        fails: TOKEN_ALONE,
      },
      {
        edits: [
          swap(DESKS, 'isSameSecret(challengeOf(verifier), kept.challenge) ? kept.personId : null', 'kept.personId'),
        ],
        fails: STOLEN_CODE,
      },
    ],
  },
  {
    id: '62',
    control:
      'Where a business asks for a second person, what needs one is done only after another person has approved the hash of what was shown, once, and not where it would do something else by then; never after the word of whoever asked, in whichever session. Against whom not, stands below',
    where: [SECOND, FOUR_EYES, 'src/domain/people/four-eyes.ts'],
    proofs: [
      LAPSES,
      at(EYES, 'approved: it is done once, in both names'),
      at(EYES, 'two approve at the same moment: it is done once'),
      at(EYES, 'never by the asker, in whichever session'),
      at(EYES, 'every call that may need a second person says what it would do'),
    ],
    tier: 'here',
    removals: [
      { edits: [swap(FOUR_EYES, 'if (digestText(bound) !== request.print) {', 'if (false) {')], fails: LAPSES },
    ],
  },
];
