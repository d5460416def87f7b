/**
 * Every failure in plain words: what happened, what it means, what to do. A total table over the closed union. The API's own
 * codes have their words in the domain (api-code.ts). Not here: how a failure looks (failure-notice.tsx).
 */
import { adviceFor } from '../../domain/api-code.ts';
import type { Failure, FailureKind, MalformedReason, UnreachableReason } from '../../domain/failure.ts';
import { describeDuration } from '../../domain/time.ts';

export interface FailureWords {
  readonly title: string;
  readonly sentence: string;
  readonly nextStep: string;
}

const UNREACHABLE: Readonly<Record<UnreachableReason, readonly [sentence: string, nextStep: string]>> = {
  dns: ['The name of the API’s server could not be found.', 'Check the network, and the address in Settings.'],
  refused: ['The API’s server refused the connection.', 'Check the address and port in Settings; try again later.'],
  'tls-expired': [
    'The certificate of the API’s server has expired.',
    'Check this computer’s date; if it is right, tell the payment service.',
  ],
  'tls-untrusted': [
    'The certificate of the API’s server is not trusted here.',
    'A proxy of your company may be in between: ask your IT. Nothing was sent.',
  ],
  'tls-wrong-host': [
    'The server that answered has the certificate of another name.',
    'Check the address in Settings. Nothing was sent.',
  ],
  'tls-other': ['No secure connection to the API could be made.', 'Try again; if it stays, ask your IT.'],
  timeout: ['The API did not answer in time.', 'Try again in a moment.'],
  'connection-lost': ['The connection broke before the answer was complete.', 'Try again in a moment.'],
  'breaker-open': [
    'The API failed several times in a row, so the console pauses before it asks again.',
    'It tries again by itself.',
  ],
  other: ['The API could not be reached.', 'Check the network and try again.'],
};

const MALFORMED: Readonly<Record<MalformedReason, string>> = {
  'not-the-api': 'Something other than the API answered, perhaps a proxy or a login page of the network.',
  'not-json': 'The answer was not in the API’s format.',
  'wrong-envelope': 'The answer lacks the envelope that every answer of the API has.',
  'wrong-record': 'The answer has a record that cannot be read without guessing.',
  'too-large': 'The answer was larger than any answer of the API should be.',
  truncated: 'The answer ended in the middle.',
  redirect: 'The server pointed to another address. The key is never sent there.',
};

type OfKind<Kind extends FailureKind> = Extract<Failure, { kind: Kind }>;
type Table = { readonly [Kind in FailureKind]: (failure: OfKind<Kind>) => FailureWords };

const PROFILE_CHANGED: Readonly<Record<OfKind<'profile-changed'>['reason'], Omit<FailureWords, 'title'>>> = {
  unknown: { sentence: 'The profile of this screen no longer exists.', nextStep: 'Choose another profile.' },
  other: {
    sentence: 'The record belongs to another profile than the one on screen. Nothing was sent.',
    nextStep: 'Switch to its profile and start again.',
  },
  'read-only': {
    sentence: 'This profile is read-only. Nothing was sent.',
    nextStep: 'Allow changes in Settings, if you are meant to make them.',
  },
  'no-key': {
    sentence: 'This profile has no key, so the API cannot be asked.',
    nextStep: 'Set a key in Settings. What was read before stays readable.',
  },
  'different-business': {
    sentence: 'The key belongs to another business than this profile’s records.',
    nextStep: 'Set the right key, or add a profile of its own for the other business.',
  },
};

const WORDS: Table = {
  unauthorised: ({ code, status }) => {
    const advice = adviceFor(code, status);
    return { title: 'The API turned the key away', sentence: advice.sentence, nextStep: advice.nextStep };
  },
  'rate-limited': ({ retryAfterMs }) => ({
    title: 'This minute’s requests are used up',
    sentence: `The API answers this key again in ${describeDuration(retryAfterMs)}.`,
    nextStep: 'The console waits by itself; nothing is lost.',
  }),
  rejected: ({ code, status }) => {
    const advice = adviceFor(code, status);
    return { title: 'The API refused', sentence: advice.sentence, nextStep: advice.nextStep };
  },
  unreachable: ({ reason }) => {
    const [sentence, nextStep] = UNREACHABLE[reason];
    return { title: 'The API could not be reached', sentence, nextStep };
  },
  'malformed-response': ({ reason, status }) => ({
    title: 'The answer could not be used',
    sentence: `${MALFORMED[reason]} (HTTP status ${status})`,
    nextStep: 'It was not taken as data. Try again; if it stays, tell the payment service.',
  }),
  'not-found': ({ what, ident }) => ({
    title: `No such ${what}`,
    sentence: `Neither the mirror nor the API has “${ident.slice(0, 160)}”.`,
    nextStep: 'Check the id. Records of another business are never visible with this key.',
  }),
  cancelled: () => ({
    title: 'Cancelled',
    sentence: 'This was given up before it was finished.',
    nextStep: 'Start it again when you want it.',
  }),
  'invalid-input': ({ issues }) => ({
    title: 'Something in the form is not right',
    sentence: issues.length === 0 ? 'The input was not accepted.' : issues.map(issueInWords).join(' '),
    nextStep: 'Correct it and try again. Nothing was sent.',
  }),
  'profile-changed': ({ reason }) => ({ title: 'Not with this profile', ...PROFILE_CHANGED[reason] }),
  'unavailable-offline': ({ detail }) => ({
    title: 'Not available right now',
    sentence: detail,
    nextStep: 'What was read before stays on screen. Try again in a moment.',
  }),
  'unknown-outcome': () => ({
    title: 'It is not known whether it happened',
    sentence: 'The request was sent, but no answer came.',
    nextStep: 'It is not repeated by itself. Look at the record’s evidence before you try again.',
  }),
  bug: ({ incidentId }) => ({
    title: 'The console made a mistake',
    sentence: `Something happened that it did not foresee (incident ${incidentId.slice(0, 120)}).`,
    nextStep: 'Try again. If it stays, report the incident id; the log has the details.',
  }),
};

function issueInWords({ path, message }: { readonly path: string; readonly message: string }): string {
  return path === '' ? `${message}.` : `${path}: ${message}.`;
}

function wordsOf<Kind extends FailureKind>(table: Table, kind: Kind, failure: OfKind<Kind>): FailureWords {
  return table[kind](failure);
}

/** What a failure says on screen. */
export function failureWords(failure: Failure): FailureWords {
  return wordsOf(WORDS, failure.kind, failure);
}

/** The API's own code, for those who want to look it up; null when the failure has none. */
export function failureCode(failure: Failure): string | null {
  return 'code' in failure && failure.code !== undefined ? failure.code : null;
}
