/** The shape of a file: how long it and its functions may be, and that it says at its top what it holds. */
import { Visitor } from 'oxc-parser';
import type { Finding, Source } from './source.ts';

export const MAX_FILE_LINES = 600;
export const MAX_FUNCTION_LINES = 100;
const MIN_HEADER_LENGTH = 30;

function longFunctions(source: Source): Finding[] {
  const findings: Finding[] = [];
  const judge = (node: { readonly start: number; readonly end: number }): void => {
    const line = source.lineOf(node.start);
    const length = source.lineOf(node.end) - line + 1;
    if (length <= MAX_FUNCTION_LINES) return;
    findings.push({
      path: source.path,
      line,
      what: `a function of ${length} lines`,
      rule: `at most ${MAX_FUNCTION_LINES}`,
    });
  };
  new Visitor({ FunctionDeclaration: judge, FunctionExpression: judge, ArrowFunctionExpression: judge }).visit(
    source.program,
  );
  return findings;
}

/** The comment at the very top, a run of line comments counting as one; after a shebang at most. */
function headerOf({ text, comments }: Source): string {
  let at = text.startsWith('#!') ? text.indexOf('\n') + 1 : 0;
  let header = '';
  for (const comment of comments) {
    // oxc gives the shebang's own line no comment.
    if (text.slice(at, comment.start).trim() !== '') break;
    if (text.slice(at, comment.start).includes('\n\n') && header !== '') break;
    header += comment.value;
    at = comment.end;
    if (comment.type === 'Block') break;
  }
  return header.replaceAll(/[\s*/]+/g, ' ').trim();
}

export function checkShape(source: Source): Finding[] {
  const { path, text } = source;
  const lines = text.trimEnd().split('\n').length;
  const tooLong = { path, line: lines, what: `a file of ${lines} lines`, rule: `at most ${MAX_FILE_LINES}` };
  const noHeader = {
    path,
    line: 1,
    what: 'no comment on top',
    rule: `the first lines say what the file holds, in ${MIN_HEADER_LENGTH} characters or more`,
  };
  return [
    ...(lines > MAX_FILE_LINES ? [tooLong] : []),
    ...(headerOf(source).length < MIN_HEADER_LENGTH ? [noHeader] : []),
    ...longFunctions(source),
  ];
}
