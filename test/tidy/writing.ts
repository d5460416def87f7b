/**
 * A window writes numbers and days as its setting says (renderer/ui/text/writing), and nowhere else: neither by the domain's plain functions nor by
 * the runtime's, and never while a file is loaded, when nothing is set yet.
 */
import { Visitor } from 'oxc-parser';
import type { Finding, Source } from './source.ts';

const WINDOW = /^src\/renderer\//;
const WRITING = /^src\/renderer\/ui\/text\/(system-)?writing\.ts$/;
/** What the domain writes plainly; each of them has its namesake in the file above. */
const PLAIN = new Set([
  'grouped',
  'countWords',
  'groupedAmount',
  'groupDecimal',
  'moneyParts',
  'rangeInWords',
  'momentWords',
  'readTypedAmount',
  'readDays',
]);
/** Local times as texts to compare, to take apart or to fill a field with; what is shown of them is written there too. */
const LOCAL = new Set(['formatInstant', 'localMinute']);
const TAKES_APART = new Set([
  'src/renderer/ui/text/instant-text.tsx',
  'src/renderer/ui/form/date-bounds.ts',
  'src/renderer/features/webhooks/of-invoice/clock-view.ts',
  'src/renderer/features/webhooks/failing/failing-page.tsx',
  'src/renderer/features/webhooks/endpoints/endpoints-page.tsx',
  'src/renderer/features/statements/month/to-close.tsx',
]);
const RUNTIME = /^toLocale(?:Date|Time)?String$/;
const FORMATS = new Set(['NumberFormat', 'DateTimeFormat']);
const WRITES = new Set([
  ...PLAIN,
  'dayText',
  'wholeDay',
  'amountSaid',
  'instantWords',
  'minuteWords',
  'shortDay',
  'shortDays',
  'compactCount',
  'moneyWords',
  'writing',
]);

const RULE = 'a window writes as its setting says, by renderer/ui/text/writing';

export function checkWriting({ path, program, module, lineOf }: Source): Finding[] {
  if (!WINDOW.test(path) || WRITING.test(path)) return [];
  const findings: Finding[] = [];
  const report = (start: number, what: string): void => {
    findings.push({ path, line: lineOf(start), what, rule: RULE });
  };
  for (const { moduleRequest, entries, start } of module.staticImports) {
    if (!/\/domain\//.test(moduleRequest.value)) continue;
    for (const { importName } of entries) {
      const name = importName.name ?? '';
      if (PLAIN.has(name) || (LOCAL.has(name) && !TAKES_APART.has(path))) report(start, `${name} of the domain`);
    }
  }
  let depth = 0;
  const enter = (): void => void (depth += 1);
  const leave = (): void => void (depth -= 1);
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    MemberExpression: ({ object, property, start }) => {
      if (property.type !== 'Identifier') return;
      if (RUNTIME.test(property.name)) report(start, property.name);
      if (object.type === 'Identifier' && object.name === 'Intl' && FORMATS.has(property.name))
        report(start, `Intl.${property.name}`);
    },
    CallExpression: ({ callee, start }) => {
      if (depth === 0 && callee.type === 'Identifier' && WRITES.has(callee.name))
        report(start, `${callee.name} while the file is loaded`);
    },
  }).visit(program);
  return findings;
}
