// What an empty list of exceptions means: nothing matches, all is done, nothing was found, nobody has looked, or that
// is not known.
import type { ReactNode } from 'react';
import type { CallState } from '../../../bridge/index.ts';
import { countWords, EmptyState } from '../../../ui/index.ts';
import type { Shown } from './filters.ts';
import { type Counts, isWhole } from './last-run.tsx';

const SHOWN_WORDS: Readonly<Record<Shown, string>> = {
  open: 'open',
  resolved: 'resolved',
  all: 'in all',
  gone: 'cleared',
};

/** "12 exceptions open". */
export function shownWords(count: number, shown: Shown): string {
  return `${countWords(count, 'exception', 'exceptions')} ${SHOWN_WORDS[shown]}`;
}

/** An empty list of open ones is good news only after a run over complete lists. */
export function Empty(props: {
  readonly isNarrowed: boolean;
  readonly shown: Shown;
  readonly counts: CallState<Counts>;
}): ReactNode {
  const { isNarrowed, shown, counts } = props;
  if (isNarrowed) {
    return <EmptyState kind="nothing-matches">{withoutFilters(shown, counts.data)}</EmptyState>;
  }
  const [title, words] = meaningOf(shown, counts);
  return (
    <EmptyState kind="nothing-yet" title={title}>
      {words}
    </EmptyState>
  );
}

function withoutFilters(shown: Shown, counts: Counts | undefined): string {
  if (counts === undefined) return 'Every filter above narrows the list; clear one to see more.';
  const count = countOf(shown, counts);
  if (count === 0) return 'Without the filters the list is empty too.';
  return `Without the filters there ${count === 1 ? 'is' : 'are'} ${shownWords(count, shown)}.`;
}

function countOf(shown: Shown, { open, resolved, cleared }: Counts): number {
  switch (shown) {
    case 'open':
      return open;
    case 'resolved':
      return resolved;
    case 'all':
      return open + resolved;
    case 'gone':
      return cleared;
  }
}

/** Title and sentence. */
function meaningOf(shown: Shown, { data, failure }: CallState<Counts>): readonly [string, string] {
  if (data === undefined) {
    const why =
      failure === undefined
        ? 'How far reconciliation has come is being read.'
        : 'How far reconciliation has come could not be read, so an empty list says nothing.';
    return ['Nothing is listed', why];
  }
  const { run, resolved, open } = data;
  if (run === null) {
    return [
      'Reconciliation has not run yet',
      'It runs by itself once the lists are read, or now with the button above.',
    ];
  }
  const caution = isWhole(run) ? '' : ' It looked at incomplete lists: what is missing may hold more.';
  switch (shown) {
    case 'open':
      return resolved === 0
        ? ['Nothing is open', `Reconciliation has found nothing in the records it looked at.${caution}`]
        : ['Nothing is open', `All ${countWords(resolved, 'exception is', 'exceptions are')} resolved.${caution}`];
    case 'resolved':
      return [
        'None is resolved yet',
        open === 0
          ? `Reconciliation has found nothing to resolve.${caution}`
          : `${countWords(open, 'exception is', 'exceptions are')} open. A resolved one stands here with its reason.`,
      ];
    case 'all':
      return ['No exceptions', `Reconciliation has found nothing in the records it looked at.${caution}`];
    case 'gone':
      return ['None of these', 'An exception stands here once a later run finds that the facts agree.'];
  }
}
