// The troubles of the store that this window was told of and that nobody has put away yet, the latest of each kind.
import { create } from 'zustand';

export interface Trouble {
  readonly kind: string;
  readonly message: string;
  /** When it was told; what was put away stays away when it is told again after a reconnect. */
  readonly at: string;
  /** It is over: the strip that told of it goes away by itself. */
  readonly over?: boolean | undefined;
}

interface Troubles {
  readonly list: readonly Trouble[];
  /** The moments of those that were put away, by kind. */
  readonly seen: Readonly<Record<string, string>>;
  readonly add: (trouble: Trouble) => void;
  readonly putAway: (kind: string) => void;
}

/** The troubles in view. */
export const useTroubles = create<Troubles>((set) => ({
  list: [],
  seen: {},
  add: (trouble) =>
    set(({ list, seen }) => {
      if (seen[trouble.kind] === trouble.at) return {};
      const others = list.filter(({ kind }) => kind !== trouble.kind);
      return { list: trouble.over === true ? others : [...others, trouble] };
    }),
  putAway: (kind) =>
    set(({ list, seen }) => {
      const told = list.find((trouble) => trouble.kind === kind);
      return {
        list: list.filter((trouble) => trouble !== told),
        seen: told === undefined ? seen : { ...seen, [kind]: told.at },
      };
    }),
}));
