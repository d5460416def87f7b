// The statement of a pack as one page that any browser shows and prints: no script, nothing fetched.
import { hash } from 'node:crypto';
import { BALANCE_WORDS, LINE_WORDS } from '../../../../domain/period/line-words.ts';
import { STATEMENT_LINES } from '../../../../domain/period/statement.ts';
import { escapeMarkup } from '../markup.ts';
import type { StatementFigure } from '../columns/statement.ts';

export interface StatementPage {
  readonly title: string;
  /** Whose it is, of when, and what it rests on; a paragraph each. */
  readonly told: readonly string[];
  readonly tokens: readonly { readonly token: string | null; readonly figures: readonly StatementFigure[] }[];
}

/** What follows from the lines, under the names of the screens. */
const FIGURES: Readonly<Record<string, string>> = {
  opening: BALANCE_WORDS.opening,
  movement: BALANCE_WORDS.movement,
  'implied-closing': BALANCE_WORDS.calculated,
  'typed-closing': BALANCE_WORDS.reported,
  difference: BALANCE_WORDS.difference,
  reserved: 'Reserved at the end',
  available: 'Calculated balance less reserved',
  'prior-period-adjustments': 'Changed after their close',
  'adjustments-brought-forward': 'Brought forward',
};
/** What makes up the figure above it. */
const PARTS = /^(?:credits-by-currency|withdrawals-by-balance|(?:difference|reconciling-item): .*)$/;

const STYLE = `@page{size:A4;margin:18mm}body{font:14px/1.45 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}p{overflow-wrap:anywhere}table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.3rem .5rem;border-bottom:1px solid #bbb;vertical-align:top}.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td:first-child{overflow-wrap:anywhere}.part td:first-child{padding-left:1.5rem}small{display:block;color:#555}thead{display:table-header-group}tr{break-inside:avoid}`;

/** What the policy of the page knows its own style by. */
const STYLE_DIGEST = hash('sha256', STYLE, 'base64');

/** The page; its policy lets nothing in that is not in it. */
export function statementPage({ title, told, tokens }: StatementPage): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'">
<title>${escapeMarkup(title)}</title><style>${STYLE}</style></head><body>
<h1>${escapeMarkup(title)}</h1>
${told.map((sentence) => `<p>${escapeMarkup(sentence)}</p>`).join('\n')}
${tokens.map(tableOf).join('\n')}
</body></html>
`;
}

function tableOf({ token, figures }: StatementPage['tokens'][number]): string {
  const name = escapeMarkup(token ?? 'Token not named');
  return `<h2>${name}</h2>
<table><thead><tr><th>Line</th><th class="n">Rows</th><th class="n">${name}</th></tr></thead><tbody>
${figures.map(rowOf).join('\n')}
</tbody></table>`;
}

function rowOf({ figure, amount, count, remark }: StatementFigure): string {
  const { title, note } = wordsOf(figure, remark);
  const cells = [
    `<td>${escapeMarkup(title)}${note === null ? '' : `<small>${escapeMarkup(note)}</small>`}</td>`,
    `<td class="n">${count ?? ''}</td>`,
    `<td class="n">${escapeMarkup(amount ?? 'none')}</td>`,
  ];
  return `<tr${PARTS.test(figure) ? ' class="part"' : ''}>${cells.join('')}</tr>`;
}

function wordsOf(figure: string, remark: string | null): { readonly title: string; readonly note: string | null } {
  const line = STATEMENT_LINES.find((known) => known === figure);
  if (line !== undefined) return LINE_WORDS[line];
  if (figure.endsWith('-by-currency') || figure.endsWith('-by-balance')) return { title: remark ?? '', note: null };
  return { title: FIGURES[figure] ?? figure, note: remark };
}
