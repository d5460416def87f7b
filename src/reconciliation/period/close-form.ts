// The canonical form of a close: the text that is hashed, stored and exported, byte for byte (docs/close-format.md). Lines of fields: what it says
// follows from the document and the facts alone, and two different closes never have one text. Pure.
import type { CertificateFact, CloseDocument, CloseFact, WithdrawalFactSplit } from '../../domain/period/close.ts';
import { FACT_LISTS, type FactList } from '../../domain/kernel/finding.ts';
import type { DifferenceSplit } from '../../domain/period/split.ts';
import { STATEMENT_LINES, type Statement, type TokenStatement } from '../../domain/period/statement.ts';
import {
  MISSING_FACTS,
  type TieCounts,
  type TieOutReport,
  UNTOLD_REASONS,
  type UntoldReason,
} from '../../domain/reconcile/tie-out.ts';

/** The first line names the form and its version. Another form would be another version. */
export const CLOSE_FORM = 'merchant-console-close';

type Field = string | number | null;

/** Stands for what the API, or the person, did not give. A text of these two characters is written with its backslash doubled. */
const NONE = String.raw`\N`;

/** Backslash, everything that tools take for the end of a line or a field, other control characters, and halves of characters. */
const SPECIAL =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\\\u0000-\u001f\u007f-\u009f\u2028\u2029]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const NAMED: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
};

function escaped(character: string): string {
  return NAMED[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function line(...fields: readonly Field[]): string {
  return fields
    .map((field) =>
      field === null ? NONE : typeof field === 'number' ? String(field) : field.replace(SPECIAL, escaped),
    )
    .join('\t');
}

/** How many facts belong to the statement: the rows of all its lines. */
export function factsOf({ tokens }: Statement): number {
  return tokens.reduce((sum, { lines }) => lines.reduce((inner, { count }) => inner + count, sum), 0);
}

/** Everything before the facts, line by line, without the LF that closes each. */
export function closeHead(document: CloseDocument): readonly string[] {
  const { statement, business, certificates, requirements } = document;
  const { period, bounds } = statement;
  return [
    line(CLOSE_FORM, document.version),
    line('business', business.profile, business.origin, business.sandbox ? 'SANDBOX' : 'live'),
    line('period', period.from, period.to, period.timeZone),
    line('bounds', bounds.from, bounds.to),
    line('closed', document.closedAt, document.closedBy),
    line('reason', document.overrideReason),
    line('previous', document.previousSha256),
    ...(isOfForm3(document)
      ? [
          line('supersedes', document.supersedes?.sha256 ?? null, document.supersedes?.reason ?? null),
          line('audit', document.auditHead?.entries ?? null, document.auditHead?.sha256 ?? null),
        ]
      : []),
    certificateLine('invoices', certificates.invoices),
    certificateLine('withdrawals', certificates.withdrawals),
    ...requirements.map(({ requirement, met, count, at }) =>
      line('requirement', requirement, met ? 'met' : 'missing', count, at),
    ),
    line('unreadable', statement.unreadable.invoices, statement.unreadable.withdrawals),
    line('oldest', statement.oldestReading),
    ...statement.tokens.flatMap((token) => tokenLines(token, isOfForm3(document))),
    ...tieOutLines(document.tieOut),
    line('facts', factsOf(statement)),
  ];
}

/**
 * What two people agree on before it is locked: all of a close but when and by whom, and how fresh what it rests on is, which moves by itself while the
 * second one looks. No form that is stored.
 */
export function agreedHead({ statement, overrideReason, previousSha256, supersedes, requirements }: CloseDocument) {
  const { period, bounds, unreadable } = statement;
  return [
    line('period', period.from, period.to, period.timeZone, bounds.from, bounds.to),
    line('reason', overrideReason),
    line('previous', previousSha256, supersedes?.sha256 ?? null, supersedes?.reason ?? null),
    ...requirements.flatMap(({ met, requirement }) => (met ? [] : [line('missing', requirement)])),
    line('unreadable', unreadable.invoices, unreadable.withdrawals),
    ...statement.tokens.flatMap((token) => tokenLines(token, true)),
  ];
}

/** A fact of it, likewise. */
export function agreedFact(fact: CloseFact): string {
  return factLine({ ...fact, asOf: '' });
}

function certificateLine(list: FactList, { certificate, asOf, seen, total }: CertificateFact): string {
  return line('certificate', list, certificate, asOf, seen, total);
}

function isOfForm3({ version }: Pick<CloseDocument, 'version'>): boolean {
  return version >= 3;
}

function tokenLines(statement: TokenStatement, isForm3: boolean): readonly string[] {
  const { token, opening, priorPeriodAdjustments: prior, broughtForward: brought } = statement;
  return [
    line('token', token),
    line(
      'opening',
      opening?.source ?? null,
      opening?.source === 'previous-close' ? opening.closeId : null,
      opening?.amount ?? null,
    ),
    ...statement.lines.map(({ kind, count, amount, notShown }) => line('line', kind, count, amount, notShown)),
    ...statement.creditsByCurrency.map(({ currency, count, settledUsdt }) =>
      line('currency', currency, count, settledUsdt),
    ),
    ...statement.withdrawalsByBalance.map((split) =>
      line(
        'balance',
        split.balanceType,
        split.actor,
        split.count,
        split.amount,
        split.networkCommission,
        split.amountToSend,
        split.commissionMissing,
      ),
    ),
    line('movement', statement.movement),
    line('closing', statement.impliedClosing, statement.noClosing),
    line('typed', statement.typedClosing, statement.difference, ...(isForm3 ? [statement.typedReadAt] : [])),
    line('reserved', statement.reserved, statement.available),
    line('prior', prior.count, prior.amount),
    // Told since the form was made: written only where there is any.
    ...(brought.count === 0 && brought.amount === '0' ? [] : [line('brought', brought.count, brought.amount)]),
    ...(isForm3 && statement.split !== null ? splitLines(statement.split) : []),
  ];
}

function splitLines({ causes, items, unexplained, unplaced }: DifferenceSplit): readonly string[] {
  return [
    ...causes.map(({ cause, count, amount }) => line('cause', cause, count, amount)),
    ...items.map((item) =>
      line(
        'item',
        item.id,
        item.kind,
        item.amount,
        item.day,
        item.ageDays,
        item.isCarried ? 'carried' : 'new',
        item.text,
        item.evidence,
        item.addedAt,
        item.addedBy,
      ),
    ),
    line('unexplained', unexplained, unplaced),
  ];
}

/** Told apart since the form was made: written only where there are any, so that the form of what has none stays as it is. */
const LATER_REASONS: ReadonlySet<UntoldReason> = new Set<UntoldReason>([
  'record-older-than-webhook',
  'webhook-older-than-record',
]);

function tieOutLines(report: TieOutReport): readonly string[] {
  const { withdrawals, undated, unreadable } = report;
  const counts = ({ count, three, two, none }: TieCounts): readonly number[] => [count, three, two, none];
  return [
    line('tie', ...counts(report.invoices)),
    ...UNTOLD_REASONS.filter((reason) => !LATER_REASONS.has(reason) || report.untold[reason] > 0).map((reason) =>
      line('tie-untold', reason, report.untold[reason]),
    ),
    ...MISSING_FACTS.map((fact) => line('tie-missing', fact, report.missing[fact])),
    ...report.currencies.map((totals) =>
      line(
        'tie-currency',
        totals.currency,
        ...counts(totals),
        totals.ordered,
        totals.paid,
        totals.settledUsdt,
        totals.creditedUsdt,
        totals.settledOfCreditedUsdt,
        totals.paidMissing,
        totals.settledMissing,
      ),
    ),
    ...report.findings.map(({ kind, unit, count, delta }) => line('tie-finding', kind, unit, count, delta)),
    line('tie-withdrawals', withdrawals.count, withdrawals.tied, withdrawals.differing, withdrawals.unknown),
    line('tie-undated', undated.invoices, undated.withdrawals),
    line('tie-unreadable', unreadable.invoices, unreadable.withdrawals),
    line('tie-oldest', report.oldestReading),
  ];
}

/** One fact, without the LF that closes it. Facts come sorted by `compareFacts`. */
export function factLine(fact: CloseFact): string {
  return line(
    'fact',
    fact.list,
    fact.uuid,
    fact.line,
    fact.token,
    fact.amount,
    fact.currency,
    fact.status,
    fact.createdAt,
    fact.endedAt,
    fact.asOf,
    fact.label,
    fact.split?.balanceType ?? null,
    fact.split?.actor ?? null,
    fact.split?.networkCommission ?? null,
    fact.split?.amountToSend ?? null,
  );
}

/** The order of facts: invoices, then withdrawals, each by uuid, byte by byte. */
export function compareFacts(
  left: { readonly list: FactList; readonly uuid: string },
  right: { readonly list: FactList; readonly uuid: string },
): number {
  if (left.list !== right.list) return left.list === 'invoices' ? -1 : 1;
  // Uuids are ASCII, so that the order of characters is that of bytes.
  return left.uuid < right.uuid ? -1 : left.uuid > right.uuid ? 1 : 0;
}

/** A fact of which this version of the console does not know where it counts: a later one has locked it. */
export interface UnknownFact {
  readonly list: FactList;
  readonly uuid: string;
  readonly line: null;
}

/**
 * The fact of a line of either form, and of a later one as far as it is known here: that may have more fields at the end, and other lines of
 * the statement. Null for a line of the head. Throws RangeError when it is none of these.
 */
export function readFactLine(text: string): CloseFact | UnknownFact | null {
  if (!text.startsWith('fact\t')) return null;
  const fields = text.split('\t').map(readField);
  const [, list, uuid, lineKind, token, amount, currency, status, createdAt, endedAt, asOf, label, ...split] = fields;
  if (fields.length < FACT_FIELDS && fields.length !== FACT_FIELDS_OF_FORM_1)
    throw new RangeError(`a fact of ${fields.length} fields`);
  const record = { list: listOf(list), uuid: textOf(uuid) };
  const place = STATEMENT_LINES.find((known) => known === textOf(lineKind));
  if (place === undefined) return { ...record, line: null };
  return {
    ...record,
    line: place,
    token: token ?? null,
    amount: amount ?? null,
    currency: currency ?? null,
    status: textOf(status),
    createdAt: createdAt ?? null,
    endedAt: endedAt ?? null,
    asOf: textOf(asOf),
    label: label ?? null,
    split: list === 'withdrawals' && fields.length >= FACT_FIELDS ? splitOf(split) : null,
  };
}

function splitOf([balanceType, actor, commission, sent]: readonly (string | null)[]): WithdrawalFactSplit {
  return {
    balanceType: balanceType ?? null,
    actor: actor ?? null,
    networkCommission: commission ?? null,
    amountToSend: sent ?? null,
  };
}

const FACT_FIELDS_OF_FORM_1 = 12;
const FACT_FIELDS = 16;
const BACK: Readonly<Record<string, string>> = { '\\': '\\', t: '\t', n: '\n', r: '\r' };

function readField(text: string): string | null {
  if (text === NONE) return null;
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:u([0-9a-f]{4})|(.?))/g, (_whole, code: string | undefined, name: string | undefined) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    const character = BACK[name ?? ''];
    if (character === undefined) throw new RangeError('an escape that this form does not have');
    return character;
  });
}

function textOf(field: string | null | undefined): string {
  if (field === null || field === undefined) throw new RangeError('a fact lacks a field');
  return field;
}

function listOf(field: string | null | undefined): FactList {
  const found = FACT_LISTS.find((list) => list === field);
  if (found === undefined) throw new RangeError('a fact of no list');
  return found;
}
