/**
 * The first page of a run, with the figures of last time written into it, so that they are there before any script is. Only the first page, and only
 * while the engine is not up; every text of it is escaped, whoever wrote it into the file. Not here: the figures themselves (domain/start-figures.ts),
 * serving (protocol.ts).
 */
import { isOfThisMonth, type LastKnown } from '../domain/last-known.ts';
import { htmlOf, type Markup, tag } from '../domain/markup.ts';
import { plainText } from '../domain/plain-text.ts';
import { startAge, startFigures } from '../domain/start-figures.ts';

/** What is written into a page: the frame, and the colours it is seen in until the screens say so themselves. */
export interface Written {
  readonly html: string;
  readonly scheme: 'light' | 'dark';
}

export interface StartPage {
  /** Makes what `take` gives now, and wakes what answers requests, while the page's process is still being started. */
  prepare(): void;
  /** Once, for the first page; null for every other, and without figures of this month. */
  take(): Written | null;
  /** Whoever comes from now on finds the engine up, or asked for another screen. */
  drop(): void;
}

export interface StartPageParts {
  readonly lastKnown: () => LastKnown | null;
  readonly now: () => number;
  readonly isDark: () => boolean;
}

/** The page of this run. */
export function startPage({ lastKnown, now, isDark }: StartPageParts): StartPage {
  let isOver = false;
  let html: string | null | undefined;
  const made = (): string | null => {
    const known = lastKnown();
    return known === null || !isOfThisMonth(known, now()) ? null : htmlOf(startFrame(known, now()));
  };
  return {
    prepare() {
      html = isOver ? null : made();
      // Node makes these of a module that is loaded when the first of them is used, which takes longer than all the rest of an answer.
      void new Response(null);
    },
    take() {
      if (isOver) return null;
      isOver = true;
      if (html === undefined) html = made();
      return html === null ? null : { html, scheme: isDark() ? 'dark' : 'light' };
    },
    drop() {
      isOver = true;
    },
  };
}

const ROOT = '<div id="root"></div>';
const HTML = '<html lang="en">';

/** The built page with the frame before the place of the screens. Throws when the page was built without such a place. */
export function withStart(page: string, { html, scheme }: Written): string {
  const [before, after, ...more] = page.split(ROOT);
  if (before === undefined || after === undefined || more.length > 0 || !before.includes(HTML))
    throw new Error('the page has no place for a first frame');
  const coloured = before.replace(HTML, `<html lang="en" data-mantine-color-scheme="${scheme}">`);
  return `${coloured}${html}${ROOT}${after}`;
}

/** As renderer/app/start-frame.tsx draws it, where everything of it stands in the same place; the rest of that comes with the screens. */
function startFrame(known: LastKnown, nowMs: number): Markup {
  const { profile } = known;
  const isSandbox = profile.kind === 'sandbox';
  const sidebar = tag(
    'section',
    { class: 'mc-sidebar', 'aria-label': 'Console', inert: '' },
    tag('div', { class: 'mc-brand' }, tag('span', { class: 'mc-mark' }), 'Merchant Console'),
    tag(
      'div',
      { class: 'mc-profile' },
      icon(18),
      tag(
        'span',
        { class: 'mc-profile-words' },
        tag('span', { class: 'mc-profile-name' }, plainText(profile.name)),
        tag('span', { class: 'mc-profile-note' }, isSandbox ? 'Made-up money' : 'Opening…'),
      ),
    ),
  );
  const strip = tag(
    'div',
    { class: 'mc-banner', 'data-tone': 'sandbox' },
    icon(16),
    tag('span', {}, tag('strong', {}, 'SANDBOX'), ' A made-up merchant. No real money is shown or moved.'),
  );
  const head = tag(
    'div',
    { class: 'mc-page-titles' },
    tag('h1', { class: 'mc-page-title' }, 'Overview'),
    tag('div', { class: 'mc-page-subtitle' }, startAge(known, nowMs)),
  );
  const figures = tag('div', { class: 'mc-overview-main' }, ...startFigures(known, nowMs));
  const body = tag('div', { class: 'mc-page-body' }, tag('div', { class: 'mc-overview' }, figures));
  const page = tag('div', { class: 'mc-page' }, tag('header', { class: 'mc-page-head' }, head), body);
  const content = tag(
    'div',
    { class: 'mc-content' },
    tag('section', { 'aria-label': 'Notices' }, isSandbox ? strip : null),
    tag('main', { class: 'mc-main', 'aria-busy': 'true' }, page),
  );
  return tag('div', { id: 'start' }, tag('div', { class: 'mc-shell' }, sidebar, content));
}

/** The room of an icon, which comes with the screens. */
function icon(size: number): Markup {
  return tag('svg', { width: `${size}`, height: `${size}`, viewBox: '0 0 24 24', 'aria-hidden': 'true' });
}
