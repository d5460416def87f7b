// Handlers of the home currency and of the rates into it. They change the books only, so every profile may.
import type { homeCurrencyCalls } from '../../../contract/calls/period/home-currency.ts';
import type { Business } from '../../engine/business.ts';
import { deedOf } from '../../jobs/kernel/context.ts';
import type { HandlersOf } from '../kernel/handler.ts';

export function homeCurrencyHandlers(): HandlersOf<typeof homeCurrencyCalls> {
  return {
    'home.get': async (_input, { business }) => {
      const { books, profileId } = business.context;
      return { book: await books.read('home.get', { profileId }) };
    },
    'home.set': async (input, { business, by }) => {
      const changed = await business.context.books.write('home.set', {
        ...deedOf(business.context, by),
        ...input,
      });
      if (changed) announceHome(business);
      return { changed };
    },
    'home.saveRates': async (input, { business, by }) => {
      const saved = await business.context.books.write('home.saveRates', {
        ...deedOf(business.context, by),
        ...input,
      });
      announceHome(business);
      return { saved };
    },
  };
}

function announceHome({ context: { announce, profileId } }: Business): void {
  announce({ kind: 'books', profileId, kinds: ['periods'] });
}
