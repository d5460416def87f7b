// The words of the finder in the search of a list: what of a typed text is a filter of the list, and what is not understood. Pure.
import { SCREENS } from '../../domain/console/screens.ts';
import { addressOf, listsOf, parseSearch } from '../../domain/support/search-grammar.ts';
import type { SearchedList } from '../../domain/support/search-terms.ts';
import type { TakenTerms } from '../ui/list/filter-of.ts';

/** For the search of that list; null where nothing of the text is a term or looks like one. `today`: "2026-11-23". */
export function termsOn(list: SearchedList): (typed: string, today: string) => TakenTerms | null {
  return (typed, today) => {
    const { terms, text, problems } = parseSearch(typed, today);
    if (terms.length === 0 && problems.length === 0) return null;
    const own = terms.filter((term) => listsOf([term]).includes(list));
    const label = SCREENS.find(({ id }) => id === list)?.label ?? list;
    const elsewhere = terms
      .filter((term) => !own.includes(term))
      .map(({ name }) => `“${name}:” is no filter of ${label}`);
    const filters = Map.groupBy(addressOf(own, list), ([name]) => name);
    return {
      text,
      filters: Object.fromEntries([...filters].map(([name, pairs]) => [name, pairs.map(([, value]) => value)])),
      problems: [...problems, ...elsewhere],
    };
  };
}
