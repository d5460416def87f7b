/**
 * The figures of the console's former run as they stand on the page: how old they are, what they are about, and themselves, with nothing to click. The
 * desktop shell writes them (main/start-page.ts) and the screens draw them. Pure. Not here: what is kept (last-known.ts).
 */
import type { LastKnown } from './last-known.ts';
import { type Markup, tag } from './markup.ts';
import { caveatTitle, CREDITED_WORDS, creditedTable, headline, timeOfDay } from './overview-figures.ts';

/** How old they are, in the line below the title. */
export function startAge({ readAt, timeZone }: Pick<LastKnown, 'readAt' | 'timeZone'>, nowMs: number): Markup {
  const when = timeOfDay(readAt, { nowMs, timeZone });
  return tag('span', { role: 'status' }, 'As of ', when, ', when the console last ran. Opening the mirror…');
}

/** All of them, one below the other. */
export function startFigures({ list, period, timeZone, totals }: LastKnown, nowMs: number): readonly Markup[] {
  const title = caveatTitle(list);
  const caveat = title === null ? [] : [tag('div', { class: 'mc-start-caveat', role: 'note' }, title)];
  return [...caveat, headline(totals, period, { nowMs, timeZone }), credited(totals.currencies)];
}

function credited(currencies: LastKnown['totals']['currencies']): Markup {
  const { title, note } = CREDITED_WORDS;
  const words = tag(
    'div',
    {},
    tag('h2', { class: 'mc-panel-title' }, title),
    tag('div', { class: 'mc-panel-note' }, currencies.length === 0 ? 'No invoice became final in this period.' : note),
  );
  const table = currencies.length === 0 ? null : creditedTable(currencies, null);
  return tag(
    'section',
    { class: 'mc-panel', 'data-flush': 'true', 'aria-label': title },
    tag('header', { class: 'mc-panel-head' }, words),
    tag('div', { class: 'mc-panel-body' }, table),
  );
}
