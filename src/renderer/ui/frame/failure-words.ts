// Every failure in plain words: what happened, what it means, what to do. A total table over the closed union.
import { adviceFor, adviceForOther, isOwnCode } from '../../../domain/kernel/failure/api-code.ts';
import { saidLine } from '../../../domain/kernel/failure/api-said.ts';
import type {
  Failure,
  FailureKind,
  FileRefusal,
  MalformedReason,
  UnreachableReason,
} from '../../../domain/kernel/failure/failure.ts';
import type { Role } from '../../../domain/kernel/roles.ts';
import { plainText } from '../../../domain/kernel/text/plain-text.ts';
import { describeDuration } from '../../../domain/kernel/time/time.ts';
import { onEngine } from '../text/engine-words.ts';
import { grouped } from '../text/writing.ts';

export interface FailureWords {
  readonly title: string;
  readonly sentence: string;
  readonly nextStep: string;
}

/** As the sentence “It needs …” goes on. */
function roleWords(role: Role | 'host-admin'): string {
  return role === 'host-admin' ? 'somebody who looks after the whole host' : `the role ${role}`;
}

/** None of them says anything about the key: no answer came that could judge it. */
const UNREACHABLE: Readonly<Record<UnreachableReason, FailureWords>> = {
  dns: {
    title: 'The API’s address was not found',
    sentence: 'No server has the name in this profile’s address, or no network could be asked for it.',
    nextStep:
      'Check that {computer} is online; if it is, compare the address shown in Settings with the one you were given.',
  },
  'no-network': {
    title: '{Computer} is offline',
    sentence: 'There is no way from here to the API’s server. Nothing was sent.',
    nextStep: 'Check the cable, the Wi-Fi or the VPN. The console goes on by itself when the network is back.',
  },
  refused: {
    title: 'The server refused the connection',
    sentence: 'The computer at the API’s address answers, but no service listens there.',
    nextStep:
      'Compare the address shown in Settings with the one you were given. If they are the same, the service is down: the console tries again by itself.',
  },
  'tls-expired': {
    title: 'The server’s certificate is out of date',
    sentence: 'It has expired or is not valid yet, so the connection was not made. Nothing was sent.',
    nextStep: 'Check date and time of {computer}; if they are right, tell the payment service.',
  },
  'tls-untrusted': {
    title: 'The server’s certificate is not trusted',
    sentence: 'No authority that {computer} trusts has signed it, so the connection was not made. Nothing was sent.',
    nextStep: 'A proxy of your company, or somebody else, may stand in between: ask your IT before you go on.',
  },
  'tls-wrong-host': {
    title: 'The server’s certificate is for another name',
    sentence: 'Whoever answered is not proved to be the server in this profile’s address. Nothing was sent.',
    nextStep:
      'Compare the address shown in Settings with the one you were given; if they are the same, tell the payment service.',
  },
  'tls-other': {
    title: 'No secure connection could be made',
    sentence: 'The server and {computer} could not agree on encryption. Nothing was sent.',
    nextStep:
      'Compare the address shown in Settings with the one you were given; if they are the same, ask your IT about this network.',
  },
  'proxy-unreachable': {
    title: 'The proxy could not be reached',
    sentence: '{Computer} is set to use a proxy, and none answered. Nothing was sent.',
    nextStep:
      'Check the network or the VPN, then the proxy in the network settings of {computer}. The console tries again by itself.',
  },
  'proxy-refused': {
    title: 'The proxy did not let the console through',
    sentence: 'It answered, but made no connection to the API’s server. Nothing was sent.',
    nextStep: 'Ask your IT to allow the host in this profile’s address. The proxy may also have failed to reach it.',
  },
  'proxy-auth': {
    title: 'The proxy asks for a password',
    sentence: 'The console gives a proxy neither a name nor a password. Nothing was sent.',
    nextStep: 'Ask your IT to let the host in this profile’s address through without one.',
  },
  'proxy-kind': {
    title: 'The proxy is of a kind that is not spoken',
    sentence: 'The console goes through HTTP and HTTPS proxies, not through SOCKS. Nothing was sent.',
    nextStep: 'Choose an HTTP proxy in the network settings of {computer}, or ask your IT for one.',
  },
  'proxy-tls': {
    title: 'The proxy is not proved to be the right one',
    sentence: 'No secure connection to the proxy itself could be made. Nothing was sent.',
    nextStep: 'Ask your IT whether its certificate is valid and from an authority that {computer} trusts.',
  },
  timeout: {
    title: 'The API took too long',
    sentence: 'No complete answer came within 30 seconds.',
    nextStep: 'Try again in a moment; the console’s own reading tries again by itself.',
  },
  'connection-lost': {
    title: 'The connection broke',
    sentence: 'It ended before the answer was complete, so nothing of it was used.',
    nextStep: 'Try again; if it happens often, the network between here and the API is unsteady.',
  },
  'breaker-open': {
    title: 'The API is in trouble',
    sentence: 'It failed several times in a row, so the console leaves it alone for a while.',
    nextStep: 'It tries again by itself within two minutes. What was read before stays readable.',
  },
  other: {
    title: 'The API could not be reached',
    sentence: 'The connection failed for a reason that {computer} does not name.',
    nextStep: 'Check the network and try again; the log has the details.',
  },
};

const MALFORMED: Readonly<Record<MalformedReason, FailureWords>> = {
  'not-the-api': {
    title: 'Something other than the API answered',
    sentence: 'A web page came instead of data: a login page of the network, a proxy, or a page of the service itself.',
    nextStep:
      'Open any website to see whether the network wants a login; else compare the address shown in Settings with the one you were given.',
  },
  'not-json': {
    title: 'The answer could not be read',
    sentence: 'It says that it is JSON and is not, so nothing of it was used.',
    nextStep: 'Try again; if it stays, tell the payment service the time and what you asked for.',
  },
  'wrong-envelope': {
    title: 'The answer is not one of this API',
    sentence: 'It is JSON without the envelope that every answer of the API has, so nothing of it was used.',
    nextStep: 'Compare the address shown in Settings with the one you were given: it may be that of another service.',
  },
  'wrong-record': {
    title: 'A record could not be read',
    sentence: 'The answer has a record that cannot be read without guessing, so it was not used.',
    nextStep: 'Tell the payment service which record it is; everything else goes on.',
  },
  'too-large': {
    title: 'The answer was too large',
    sentence: 'It was larger than any answer of the API should be, so it was cut off and not used.',
    nextStep:
      'Compare the address shown in Settings with the one you were given; if they are the same, tell the payment service what came.',
  },
  truncated: {
    title: 'The answer ended in the middle',
    sentence: 'The rest of it did not come, so nothing of it was used.',
    nextStep: 'Try again in a moment; the console’s own reading does so by itself.',
  },
  redirect: {
    title: 'The server pointed to another address',
    sentence: 'The API never does that, and the key is never sent elsewhere, so it was not followed.',
    nextStep: 'Ask the payment service for the right address, then connect the business as a new profile.',
  },
};

/** Of a file that was not taken; `detail` is a number or a name. */
const FILE_REFUSED: Readonly<Record<FileRefusal, (detail: string) => Omit<FailureWords, 'title'>>> = {
  'file-too-large': (detail) => ({
    sentence: `It is larger than 1 GiB${behind(detail)}. Nothing of it was read.`,
    nextStep: 'Export a shorter range of days, or several files; the same rows twice do no harm.',
  }),
  'file-empty': () => ({ sentence: 'There is no row in it.', nextStep: 'Choose the file that has the rows.' }),
  'not-a-table': (detail) => ({
    sentence: `It is ${/^an? /.test(detail) ? `${detail}, ` : ''}neither text in columns (CSV) nor a workbook (XLSX).`,
    nextStep: 'Save it as CSV or XLSX and choose that file.',
  }),
  'too-many-rows': () => ({
    sentence: `It has more than ${grouped(2_000_000)} rows. Nothing of it was kept.`,
    nextStep: 'Export a shorter range of days, or several files; the same rows twice do no harm.',
  }),
  'too-many-columns': () => ({
    sentence: 'It has more than 200 columns.',
    nextStep: 'Check the separator; if it is right, leave columns out that are not needed here.',
  }),
  'too-many-rejects': (detail) => ({
    sentence: `So many rows cannot be read${behind(detail)} that the format or the mapping must be wrong. Nothing was kept.`,
    nextStep: 'Look at the first rejected rows, put the format or the mapping right, and run the check again.',
  }),
  'workbook-broken': (detail) => ({
    sentence: `The workbook is damaged or not a workbook${behind(detail)}.`,
    nextStep: 'Open it in a spreadsheet, save it as XLSX once more, and choose that file.',
  }),
  'workbook-encrypted': () => ({
    sentence: 'The workbook is locked with a password.',
    nextStep: 'Save a copy without a password and choose that file.',
  }),
  'workbook-bomb': (detail) => ({
    sentence: `The workbook unpacks to far more than its size${behind(detail)}, as files do that are meant to do harm. It was not read on.`,
    nextStep: 'If you trust it, save it as CSV and choose that file.',
  }),
  'no-such-sheet': (detail) => ({
    sentence: `The workbook has no sheet of that name${behind(detail)}.`,
    nextStep: 'Choose one of its sheets.',
  }),
  'no-such-column': (detail) => ({
    sentence: `A column that the mapping names is not in the file${behind(detail)}.`,
    nextStep: 'Map the columns of this file, or choose the file that has it.',
  }),
  'mapping-incomplete': (detail) => ({
    sentence: `The mapping does not say where something is that every row needs${behind(detail)}.`,
    nextStep: 'Choose its column.',
  }),
  'read-otherwise': (detail) => ({
    sentence: `The same file is in this source already${behind(detail)}, read with other columns or in another format, so its rows would be there twice. Nothing was kept.`,
    nextStep: 'Undo that import first, then import the file again; or put columns and format back as they were.',
  }),
  'source-changed': () => ({
    sentence: 'Another file of this source was imported or undone meanwhile, so the check does not hold any more.',
    nextStep: 'Run the check again, then import.',
  }),
  'upload-broken': () => ({
    sentence: 'What arrived is not the whole file. Nothing of it was kept.',
    nextStep: 'Choose the file again; it must not change while it is read.',
  }),
};

function behind(detail: string): string {
  return detail === '' ? '' : ` (${plainText(detail.slice(0, 120))})`;
}

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
  sealed: {
    sentence:
      'This host’s API keys are sealed: its master key is missing, or is another one. Nothing was sent or written.',
    nextStep: 'Whoever runs the host has to give it. What was read before stays readable.',
  },
  unproved: {
    sentence:
      'It is not proved yet that the key belongs to this profile’s business, so it is used for reading only. Nothing was sent.',
    nextStep: 'The first webhook delivery that the console reads names the business and settles it.',
  },
  'different-business': {
    sentence: 'The key belongs to another business than this profile’s records.',
    nextStep: 'Set the right key, or add a profile of its own for the other business.',
  },
};

/** The key is good; what stops it is something else. */
const STANDING_TITLES: Readonly<Partial<Record<string, string>>> = {
  BUSINESS_NOT_ACTIVE: 'The business is not active',
  MERCHANT_BLOCKED: 'The merchant account is blocked',
};

const WORDS: Table = {
  unauthorised: ({ code, status, businessStatus }) => ({
    title: STANDING_TITLES[code] ?? 'The API turned the key away',
    ...adviceFor(code, status, businessStatus),
  }),
  'rate-limited': ({ retryAfterMs, code }) => ({
    title: code === undefined ? 'This minute’s requests are used up' : 'The API asks this key to wait',
    sentence: `${code === undefined ? '' : `It says “${plainText(code)}”. `}The API answers this key again in ${describeDuration(retryAfterMs)}.`,
    nextStep: 'The console waits by itself; nothing is lost.',
  }),
  rejected: ({ asked, code, status, message }) => {
    if (isOwnCode(code))
      return { title: 'Not done', sentence: message, nextStep: 'Look at what becomes of the first.' };
    const advice = asked === undefined ? adviceFor(code, status) : adviceForOther(plainText(code), asked);
    const title = status >= 500 ? 'The API is in trouble' : 'The API refused';
    return { title, sentence: advice.sentence, nextStep: advice.nextStep };
  },
  unreachable: ({ reason }) => {
    const { title, sentence, nextStep } = UNREACHABLE[reason];
    return { title: onEngine(title), sentence: onEngine(sentence), nextStep: onEngine(nextStep) };
  },
  'malformed-response': ({ reason, status }) => {
    const { title, sentence, nextStep } = MALFORMED[reason];
    // A status of 0 means that no HTTP answer began.
    return { title, sentence: status === 0 ? sentence : `${sentence} (HTTP status ${status})`, nextStep };
  },
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
  'file-refused': ({ reason, detail = '' }) => ({ title: 'The file was not taken', ...FILE_REFUSED[reason](detail) }),
  'profile-changed': ({ reason }) => ({ title: 'Not with this profile', ...PROFILE_CHANGED[reason] }),
  'unavailable-offline': ({ detail }) => ({
    title: 'Not available right now',
    sentence: detail,
    nextStep: 'What was read before stays on screen. Try again in a moment.',
  }),
  'too-large': () => ({
    title: 'Too much at once',
    sentence: 'It needed more memory than one report or file may have, and was ended. Nothing was changed.',
    nextStep: 'Take fewer days, a filter that leaves less, or a smaller file.',
  }),
  locked: () => ({
    title: 'The console is locked',
    sentence: 'Nothing is shown and nothing is done for a window until somebody opens it.',
    nextStep: 'Type the passphrase. Syncing and runs go on.',
  }),
  'not-allowed': ({ needs, who }) => ({
    title: 'Somebody else may do this',
    sentence:
      needs.length === 0
        ? 'You are no longer one of the people here.'
        : `It needs ${needs.map(roleWords).join(' or ')}, which you do not have here.`,
    nextStep: who.length === 0 ? 'Ask whoever looks after this console.' : `Ask ${plainText(who.join(', '))}.`,
  }),
  'second-person': ({ who }) => ({
    title: 'It waits for a second person',
    sentence:
      who.length === 0
        ? 'Nothing was done yet, and there is nobody else here who may approve it.'
        : `Nothing was done yet. ${plainText(who.join(' or '))} may approve it within a day.`,
    nextStep:
      who.length === 0
        ? 'Ask whoever looks after the people here to make somebody an approver.'
        : 'They see it at Home. It stands in Approvals, where you may say why, or withdraw it.',
  }),
  'changed-since': ({ by }) => ({
    title: 'Changed meanwhile',
    sentence: `${by === undefined ? 'Somebody else' : plainText(by.slice(0, 80))} has changed this since you saw it, so nothing was written over.`,
    nextStep: 'What you wrote is still here. Look at what there is now; if yours is to hold, press again.',
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
  // A whole sentence says itself which field it means.
  if (/^[A-Z].*\.$/.test(message)) return message;
  return path === '' ? `${message}.` : `${path}: ${message}.`;
}

function wordsOf<Kind extends FailureKind>(table: Table, kind: Kind, failure: OfKind<Kind>): FailureWords {
  return table[kind](failure);
}

/** What a failure says on screen, in our own words alone: for who shows what the API said in a place of its own. */
export function ownWords(failure: Failure): FailureWords {
  return wordsOf(WORDS, failure.kind, failure);
}

/** What a failure says on screen; the sentence ends with what the API itself said of it, marked as such. */
export function failureWords(failure: Failure): FailureWords {
  const words = ownWords(failure);
  const said = saidLine(failure);
  return said === '' ? words : { ...words, sentence: `${words.sentence} ${said}.` };
}

/** The API's own code, for those who want to look it up; null when the failure has none. */
export function failureCode(failure: Failure): string | null {
  return 'code' in failure && failure.code !== undefined ? failure.code : null;
}
