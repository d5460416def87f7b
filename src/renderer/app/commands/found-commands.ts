// Commands that depend on what there is: profiles, saved views, what was typed. Names that people gave are plain text.
import { IconBookmark, IconBuildingStore, IconFlask, IconSearch } from '@tabler/icons-react';
import { MAX_ID_CHARACTERS, parseIds } from '../../../domain/records/lookup.ts';
import { SCREENS } from '../../../domain/console/screens.ts';
import type { SavedView } from '../../../contract/calls/delivery-list.ts';
import type { ProfileSummary } from '../../bridge/index.ts';
import { lookupOfIdPath, plainText } from '../../ui/index.ts';
import { type Command, READY } from './command.ts';

const NAME_CHARACTERS = 80;

function named(text: string): string {
  return plainText(text.length > NAME_CHARACTERS ? `${text.slice(0, NAME_CHARACTERS)}…` : text);
}

type Found = Pick<Command, 'id' | 'label' | 'keywords' | 'group' | 'icon' | 'run'>;

function found(command: Found): Command {
  return { ...command, keys: [], available: () => READY };
}

/** The profiles that this window does not show. */
export function profileCommands(
  profiles: readonly ProfileSummary[],
  shown: string | null,
  select: (id: string) => void,
): readonly Command[] {
  return profiles
    .filter(({ id }) => id !== shown)
    .map(({ id, name, kind }) =>
      found({
        id: `profile-${id}`,
        label: `Switch to ${named(name)}`,
        keywords: `profile business ${kind}`,
        group: 'Window',
        icon: kind === 'sandbox' ? IconFlask : IconBuildingStore,
        run: () => select(id),
      }),
    );
}

export function viewCommands(views: readonly SavedView[]): readonly Command[] {
  return views.flatMap(({ id, list, name, query }) => {
    const screen = SCREENS.find((one) => one.id === list);
    if (screen === undefined) return [];
    const { path, label } = screen;
    return found({
      id: `view-${id}`,
      label: `View: ${named(name)}`,
      keywords: `saved filter ${label}`,
      group: 'Lists',
      icon: IconBookmark,
      run: (deeds) => deeds.go(query === '' ? path : `${path}?${query}`),
    });
  });
}

/** Finding the typed text, where it looks like an id; `isNothingElse`: no command has such words. */
export function findCommand(text: string, isNothingElse = false): Command | null {
  const id = isNothingElse ? typedWord(text) : typedId(text);
  if (id === null) return null;
  return found({
    id: 'find-typed',
    label: `Find ${named(id)}`,
    keywords: '',
    group: 'Work',
    icon: IconSearch,
    run: (deeds) => deeds.go(lookupOfIdPath(id)),
  });
}

const LEAST_CHARACTERS = 4;

/** The id, or null: one word with a digit in it, as ids of orders, customers, records and chains are. */
export function typedId(text: string): string | null {
  return /\d/.test(text) ? typedWord(text) : null;
}

/** One word that may be an id all the same, where it is nothing else; null where it is none. */
function typedWord(text: string): string | null {
  const id = text.trim();
  if (id.length < LEAST_CHARACTERS || id.length > MAX_ID_CHARACTERS || /\s/.test(id)) return null;
  const { ids } = parseIds(id);
  return ids.length === 1 ? (ids[0] ?? null) : null;
}
