// The contract as text: what docs/contract.md and the table of docs/automation.md are made of.
import { z } from 'zod';
import { watchStatusCodec } from '../../src/contract/calls/delivery-list.ts';
import { EXCEPTION, EXCEPTION_LIST, RECONCILE_RUN, TRIAGE } from '../../src/domain/reconcile/exception.ts';

import { IMPORT } from '../../src/domain/ledger/import.ts';
import { STATEMENT } from '../../src/domain/period/statement.ts';
import { TIE_OUT, TIE_OUT_REPORT } from '../../src/domain/reconcile/tie-out.ts';

import { calls } from '../../src/contract/calls.ts';
import type { CallDeclaration } from '../../src/contract/define.ts';
import { profileCodec } from '../../src/contract/calls/profiles.ts';
import { JOB } from '../../src/domain/exports/report-job.ts';
import { periodCodec, typedBalancesCodec } from '../../src/contract/calls/statement.ts';
import { syncStatusCodec } from '../../src/contract/calls/sync.ts';
import { exportRequestCodec } from '../../src/contract/wire/export-request.ts';
import { events } from '../../src/contract/events.ts';
import { type ExportDeclaration, EXPORTS } from '../../src/domain/exports/export.ts';
import { filterCodec, sortCodec } from '../../src/contract/wire/lists.ts';
import {
  deliveryCodec,
  invoiceCodec,
  paymentMethodCodec,
  rateCodec,
  resendReportCodec,
  withdrawalCodec,
} from '../../src/contract/wire/records.ts';
import { ACTIVITY_LIST } from '../../src/domain/news/activity.ts';
import { ADJUSTED_LIST } from '../../src/domain/reconcile/adjusted.ts';
import { DELIVERY_LIST } from '../../src/domain/webhooks/delivery-list.ts';
import { ENTRY_LIST } from '../../src/domain/ledger/entry.ts';
import { FAILURE } from '../../src/domain/kernel/failure/failure-shape.ts';
import { isFields } from '../../src/domain/kernel/fields.ts';
import { INVOICE_LIST } from '../../src/domain/records/invoice.ts';
import { instant, money } from '../../src/domain/kernel/shape.ts';
import { WITHDRAWAL_LIST } from '../../src/domain/records/withdrawal.ts';

const WIDTH = 120;

type Shape = Readonly<Record<string, unknown>>;

/** What several calls share is written once, under these names. */
const NAMED: Readonly<Record<string, z.ZodType>> = {
  Failure: FAILURE,
  Period: periodCodec,
  ExportRequest: exportRequestCodec,
  InvoiceFilter: filterCodec(INVOICE_LIST),
  InvoiceSort: sortCodec(INVOICE_LIST),
  WithdrawalFilter: filterCodec(WITHDRAWAL_LIST),
  WithdrawalSort: sortCodec(WITHDRAWAL_LIST),
  AdjustedSort: sortCodec(ADJUSTED_LIST),
  DeliveryFilter: filterCodec(DELIVERY_LIST),
  DeliverySort: sortCodec(DELIVERY_LIST),
  EntryFilter: filterCodec(ENTRY_LIST),
  EntrySort: sortCodec(ENTRY_LIST),
  ExceptionFilter: filterCodec(EXCEPTION_LIST),
  ExceptionSort: sortCodec(EXCEPTION_LIST),
  ActivityFilter: filterCodec(ACTIVITY_LIST),
  Exception: EXCEPTION,
  Triage: TRIAGE,
  Run: RECONCILE_RUN,
  Import: IMPORT,
  Profile: profileCodec,
  Job: JOB,
  Statement: STATEMENT,
  TieOut: TIE_OUT,
  ClosedTieOut: TIE_OUT_REPORT,
  TypedBalances: typedBalancesCodec,
  ResendReport: resendReportCodec,
  SyncStatus: syncStatusCodec,
  WatchStatus: watchStatusCodec,
};
/** Texts of one notation, and records as the API has them. */
const WORDS: Readonly<Record<string, z.ZodType>> = {
  money,
  instant,
  Invoice: invoiceCodec,
  Withdrawal: withdrawalCodec,
  Delivery: deliveryCodec,
  Rate: rateCodec,
  PaymentMethod: paymentMethodCodec,
};
const names = z.registry<{ readonly id: string }>();
for (const [id, schema] of Object.entries({ ...NAMED, ...WORDS })) names.add(schema, { id });

/** Every call and event with the whole shape of what goes in and what comes out, by the first part of its name. */
export function contractText(): string {
  const parts = Object.entries(grouped()).flatMap(([group, names]) => [`## ${group}`, ...names.map(sectionOf)]);
  const shared = Object.entries(NAMED).map(([name, schema]) => `- \`${name}\`\n\n${block(definition(schema))}`);
  const pushed = Object.entries(events).map(([name, schema]) => `- \`${name}\`\n\n${block(shapeOf(schema, 'output'))}`);
  return `${[
    '# Calls and events, in full',
    'Made from `src/contract` by `test/contract/surface.test.ts` (`npx vitest run test/contract/surface.test.ts -u`); [automation.md](automation.md) says how to call. `money` is an exact decimal string, `instant` a time of the API or the engine; `Invoice`, `Withdrawal`, `Delivery`, `Rate` and `PaymentMethod` are the API’s records, field by field.',
    ...parts,
    '## Events',
    ...pushed,
    '## What several share',
    ...shared,
  ].join('\n\n')}\n`;
}

/** One line a call: its name, the names of what it takes and answers with, and what it does. */
export function callTable(): string {
  const rows = Object.entries(declared()).map(([name, { effect, input, output, doc }]) => {
    const mark = effect === 'write' ? ' ✎' : '';
    return `| \`${name}\`${mark} | ${namesIn(shapeOf(input, 'input'))} | ${namesIn(shapeOf(output, 'output'))} | ${doc} |`;
  });
  return ['| call (✎ writes) | takes | answers with | |', '|---|---|---|---|', ...rows].join('\n');
}

/** One line a kind of export: what selects its rows, and what is to be said of it. */
export function exportTable(): string {
  const asked = optionsOf(definition(exportRequestCodec));
  const rows = Object.entries<ExportDeclaration>(EXPORTS).map(([kind, { title, doc = '' }]) => {
    const one = asked.find((option) => {
      const { kind: of } = propertiesOf(option);
      return isFields(of) && [of['const'], ...(Array.isArray(of['enum']) ? of['enum'] : [])].includes(kind);
    });
    if (one === undefined) throw new Error(`nobody can ask for ${kind}`);
    const {
      kind: _kind,
      format: _format,
      dialect: _dialect,
      timeZone: _zone,
      columns: _columns,
      ...beside
    } = propertiesOf(one);
    return `| \`${kind}\` | ${title} | ${namesIn({ ...one, properties: beside })} | ${doc} |`;
  });
  return ['| kind | file | with | |', '|---|---|---|---|', ...rows].join('\n');
}

const declared = (): Readonly<Record<string, CallDeclaration>> => calls;

function grouped(): Record<string, string[]> {
  const groups: Record<string, string[]> = {};
  for (const name of Object.keys(calls)) (groups[name.split('.')[0] ?? ''] ??= []).push(name);
  return groups;
}

function sectionOf(name: string): string {
  const call = declared()[name];
  if (call === undefined) throw new Error(`no call ${name}`);
  const takes = written(shapeOf(call.input, 'input'), 'takes '.length);
  const answers = written(shapeOf(call.output, 'output'), 'answers '.length);
  const who = typeof call.role === 'string' ? call.role : call.role.join(' or ');
  return `### ${name}\n\n${call.effect}, ${call.scope}, ${who}. ${call.doc}\n\n\`\`\`\ntakes ${takes}\nanswers ${answers}\n\`\`\``;
}

const block = (shape: Shape): string => `\`\`\`\n${written(shape, 0)}\n\`\`\``;

function shapeOf(schema: z.ZodType, io: 'input' | 'output'): Shape {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline', metadata: names });
}

/** The shape itself of what has a name. */
function definition(schema: z.ZodType): Shape {
  const { $ref, $defs, ...shape } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: names });
  const inner = typeof $ref === 'string' && isFields($defs) ? $defs[nameOf($ref)] : shape;
  return isFields(inner) ? inner : shape;
}

const nameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

function namesIn(shape: Shape): string {
  if (typeof shape['$ref'] === 'string') return `\`${nameOf(shape['$ref'])}\``;
  const forms = optionsOf(shape).filter((option) => isFields(option['properties']));
  const every = forms.flatMap((form) => Object.keys(propertiesOf(form)));
  const names = [...new Set(every)].map((name) =>
    forms.every((form) => requiredOf(form).has(name)) ? name : `${name}?`,
  );
  return names.length === 0 ? '' : `\`${names.join(', ')}\``;
}

/** The alternatives of a shape, of parts that hold together put into one. */
function optionsOf(shape: Shape): readonly Shape[] {
  const all = shapesIn(shape, 'allOf');
  if (all.length > 0) {
    const parts = all.flatMap(optionsOf);
    return [
      {
        type: 'object',
        properties: Object.assign({}, ...parts.map(propertiesOf)),
        required: parts.flatMap((part) => [...requiredOf(part)]),
        and: parts.flatMap(({ $ref }) => (typeof $ref === 'string' ? [`${nameOf($ref)} & `] : [])).join(''),
      },
    ];
  }
  const any = [...shapesIn(shape, 'anyOf'), ...shapesIn(shape, 'oneOf')];
  return any.length > 0 ? any.flatMap(optionsOf) : [shape];
}

function shapesIn(shape: Shape, key: string): readonly Shape[] {
  const inner = shape[key];
  return Array.isArray(inner) ? inner.filter(isFields) : [];
}

const andOf = ({ and }: Shape): string => (typeof and === 'string' ? and : '');
const propertiesOf = (shape: Shape): Shape => (isFields(shape['properties']) ? shape['properties'] : {});
const requiredOf = (shape: Shape): ReadonlySet<unknown> =>
  new Set(Array.isArray(shape['required']) ? shape['required'] : []);

/** A shape in one line where it fits, else over several, `used` characters after the margin. */
function written(shape: Shape, used: number, margin = ''): string {
  const line = inOneLine(shape);
  return used + margin.length + line.length <= WIDTH ? line : overLines(shape, margin);
}

function inOneLine(shape: Shape): string {
  const options = optionsOf(shape);
  const [only] = options;
  if (only === undefined || options.length > 1) return options.map(inOneLine).join(' | ');
  if (isFields(only['properties'])) {
    const fields = fieldsOf(only).map(([name, inner]) => `${name}: ${inOneLine(inner)}`);
    return fields.length === 0 ? '{}' : `${andOf(only)}{ ${fields.join(', ')} }`;
  }
  if (isFields(only['items'])) return `[${inOneLine(only['items'])}]${limit(only, 'maxItems')}`;
  return plain(only);
}

function overLines(shape: Shape, margin: string): string {
  const options = optionsOf(shape);
  const [only] = options;
  const inner = `${margin}  `;
  if (only === undefined || options.length > 1)
    return options.map((option) => `\n${inner}| ${written(option, 2, inner)}`).join('');
  if (Array.isArray(only['enum'])) return filled(only['enum'], inner);
  if (isFields(only['properties'])) {
    const fields = fieldsOf(only).map(([name, of]) => `${inner}${name}: ${written(of, name.length + 2, inner)}\n`);
    return `${andOf(only)}{\n${fields.join('')}${margin}}`;
  }
  if (isFields(only['items'])) return `[${written(only['items'], 1, margin)}]${limit(only, 'maxItems')}`;
  return plain(only);
}

/** Words side by side, over as many lines as they need. */
function filled(words: readonly unknown[], margin: string): string {
  const lines: string[] = [''];
  for (const word of words.map((one) => `| ${JSON.stringify(one)} `)) {
    const last = lines.length - 1;
    if (`${margin}${lines[last]}${word}`.length > WIDTH) lines.push(word);
    else lines[last] += word;
  }
  return lines.map((line) => `\n${margin}${line.trimEnd()}`).join('');
}

function fieldsOf(shape: Shape): readonly (readonly [string, Shape])[] {
  const required = requiredOf(shape);
  return Object.entries(propertiesOf(shape)).map(([name, inner]) => [
    required.has(name) ? name : `${name}?`,
    isFields(inner) ? inner : {},
  ]);
}

function plain(shape: Shape): string {
  if (typeof shape['$ref'] === 'string') return nameOf(shape['$ref']);
  if ('const' in shape) return JSON.stringify(shape['const']);
  if (Array.isArray(shape['enum'])) return shape['enum'].map((word) => JSON.stringify(word)).join(' | ');
  const { type, additionalProperties } = shape;
  if (isFields(additionalProperties)) return `{ [name]: ${inOneLine(additionalProperties)} }`;
  const bounds = `${limit(shape, 'minimum', ' ≥ ')}${limit(shape, 'maximum')}${limit(shape, 'maxLength')}`;
  if (typeof type === 'string') return `${type}${bounds}`;
  return Array.isArray(type) ? type.map((one) => (one === 'null' ? 'null' : `${one}${bounds}`)).join(' | ') : 'any';
}

/** The largest integer is the limit of every integer, and says nothing. */
function limit(shape: Shape, key: string, sign = ' ≤ '): string {
  const bound = shape[key];
  return typeof bound !== 'number' || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? '' : `${sign}${bound}`;
}
