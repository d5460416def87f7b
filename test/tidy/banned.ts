/** What the sources never say: escapes from the type system, ways around the money type, unsafe calls, unfinished notes. */
import { type Argument, type Expression, type Node, Visitor, type VisitorObject } from 'oxc-parser';
import type { Finding, Source } from './source.ts';

/** Files that talk to a terminal and so may use console.log. */
const PRINTERS = /^src\/(sandbox\/main|loopback\/(index|launch[^/]*))\.ts$/;
/** Folders without a clock, chance or network: the same facts give the same answer. */
const PURE = /^src\/(domain|reconciliation|contract)\//;
/** Names of money; a JavaScript number would round it. */
const MONEY_WORDS = new Set([
  'amount',
  'price',
  'rate',
  'usdt',
  'fiat',
  'commission',
  'fee',
  'balance',
  'settled',
  'credited',
]);
const IMPURE_NAMES = new Set(['fetch', 'process', 'performance', 'setTimeout', 'setInterval', 'crypto', 'globalThis']);
const NUMBER_MAKERS = new Set(['Number', 'parseInt']);
const UNFINISHED = /\b(TODO|FIXME|XXX)\b/;
const SUPPRESSION = /@ts-(ignore|nocheck|expect-error)|(eslint|oxlint|biome)-(ignore|disable)/;
const TLS_SWITCHES = new Set(['rejectUnauthorized', 'NODE_TLS_REJECT_UNAUTHORIZED']);
const RAW_HTML = new Set(['dangerouslySetInnerHTML', 'innerHTML', 'outerHTML', 'insertAdjacentHTML']);

const DEFAULT_EXPORT = 'a default export';

type Report = (node: { readonly start: number }, what: string, rule: string) => void;

/** The words of a name: `settledUsdt`, `settled_usdt` and `SETTLED_USDT` all give settled, usdt. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .map((word) => word.toLowerCase());
}

/** The name that says what a value is: the last one of a chain, or the text of an index. */
function nameOf(node: Argument | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'ChainExpression') return nameOf(node.expression);
  if (node.type === 'CallExpression')
    return nameOf(node.callee.type === 'MemberExpression' ? node.callee.object : node.callee);
  if (node.type !== 'MemberExpression') return undefined;
  if (node.property.type === 'Identifier') return node.property.name;
  return node.property.type === 'Literal' && typeof node.property.value === 'string' ? node.property.value : undefined;
}

function isMoney(node: Argument | undefined): boolean {
  const words = wordsOf(nameOf(node) ?? '');
  // A rate limit is no money.
  return words.some((word, at) => MONEY_WORDS.has(word) && words[at + 1] !== 'limit');
}

/** `object.property` of a plain member expression, with any object as `?`. */
function memberName(node: Expression): string | undefined {
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier' || node.computed) return undefined;
  return `${node.object.type === 'Identifier' ? node.object.name : '?'}.${node.property.name}`;
}

function calleeName(node: Expression): string | undefined {
  return node.type === 'Identifier' ? node.name : memberName(node);
}

function escapes(report: Report): VisitorObject {
  const rule = 'types are proved, not asserted';
  return {
    TSAnyKeyword: (node) => report(node, 'any', rule),
    TSAsExpression: (node) => {
      const type = node.typeAnnotation;
      const isConst =
        type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'const';
      if (!isConst) report(node, 'an assertion with `as`', rule);
    },
    TSTypeAssertion: (node) => report(node, 'an assertion with <>', rule),
    TSNonNullExpression: (node) => report(node, 'a non-null `!`', rule),
    TSEnumDeclaration: (node) => report(node, 'an enum', 'erasable syntax only'),
    TSModuleDeclaration: (node) => {
      if (node.kind !== 'global' && node.id.type === 'Identifier') report(node, 'a namespace', 'erasable syntax only');
    },
    ExportDefaultDeclaration: (node) => report(node, DEFAULT_EXPORT, 'things have one name'),
    VariableDeclarator: (node) => {
      if (node.definite === true) report(node, 'a definite `!:`', rule);
    },
    PropertyDefinition: (node) => {
      if (node.definite === true) report(node, 'a definite `!:`', rule);
    },
  };
}

function judgeCall(
  report: Report,
  node: Node & { readonly arguments: readonly Argument[] },
  name: string,
  isNew: boolean,
): void {
  const last = name.split('.').at(-1) ?? name;
  if (name === 'eval' || name === 'Function') report(node, name, 'no code from text');
  if (last === 'parseFloat') report(node, name, 'money never becomes a JavaScript number');
  if ((NUMBER_MAKERS.has(last) || name === 'Math.round') && isMoney(node.arguments[0])) {
    report(node, `${name} on money`, 'money never becomes a JavaScript number');
  }
  if (name === 'Date' && (!isNew || node.arguments.length === 0)) report(node, 'the present time', 'pure');
}

function calls(report: Report): VisitorObject {
  return {
    CallExpression: (node) => judgeCall(report, node, calleeName(node.callee) ?? '', false),
    NewExpression: (node) => judgeCall(report, node, calleeName(node.callee) ?? '', true),
    UnaryExpression: (node) => {
      if (node.operator === '+' && isMoney(node.argument))
        report(node, 'unary + on money', 'money never becomes a JavaScript number');
    },
    MemberExpression: (node) => {
      const name = memberName(node) ?? '';
      if (name === 'console.log') report(node, name, 'only programs for a terminal print');
      if (name === 'Date.now' || name === 'Math.random') report(node, name, 'pure');
    },
    JSXIdentifier: (node) => {
      if (RAW_HTML.has(node.name)) report(node, node.name, 'no raw HTML');
    },
    Identifier: (node) => {
      if (RAW_HTML.has(node.name)) report(node, node.name, 'no raw HTML');
      if (TLS_SWITCHES.has(node.name)) report(node, node.name, 'certificates are always checked');
      if (IMPURE_NAMES.has(node.name)) report(node, node.name, 'pure');
    },
    Literal: (node) => {
      if (typeof node.value === 'string' && TLS_SWITCHES.has(node.value))
        report(node, node.value, 'certificates are always checked');
    },
  };
}

/** Everything banned that the file holds, in the order of its kinds. */
export function checkBanned(source: Source): Finding[] {
  const findings: Finding[] = [];
  const isPure = PURE.test(source.path);
  const report: Report = (node, what, rule) => {
    if (rule === 'pure' && !isPure) return;
    if (what === 'console.log' && PRINTERS.test(source.path)) return;
    // A declaration file says how somebody else's package exports.
    if (what === DEFAULT_EXPORT && source.path.endsWith('.d.ts')) return;
    const because = rule === 'pure' ? 'pure folders have no clock, chance, network or process' : rule;
    findings.push({ path: source.path, line: source.lineOf(node.start), what, rule: because });
  };
  new Visitor(escapes(report)).visit(source.program);
  new Visitor(calls(report)).visit(source.program);
  return [...findings, ...checkComments(source)];
}

/** Unfinished notes, and checks switched off without a reason: after ` -- `, or in a comment on the line before. */
export function checkComments(source: Source): Finding[] {
  const { path, comments, lineOf } = source;
  return comments.flatMap(({ value, start }, at) => {
    const line = lineOf(start);
    const note = UNFINISHED.exec(value)?.[0];
    if (note !== undefined) return [{ path, line, what: note, rule: 'what is open has an issue, not a comment' }];
    const before = comments[at - 1];
    const hasReason = / -- \S/.test(value) || (before !== undefined && lineOf(before.end) >= line - 1);
    if (!SUPPRESSION.test(value) || hasReason) return [];
    return [{ path, line, what: 'a check switched off', rule: 'a reason stands beside it or above' }];
  });
}
