// Commands that depend on what there is: the profiles to switch to, the saved views of both lists, and finding what
// was typed. Names that people gave are shown as plain text.
import { IconBookmark, IconBuildingStore, IconFlask, IconSearch } from '@tabler/icons-react';
import { screenPath } from '../../../domain/screens.ts';
import type { SavedView } from '../../../contract/calls/desk.ts';
import type { ProfileSummary } from '../../bridge/index.ts';
import { lookupOfIdPath, plainText } from '../../ui/index.ts';
import { type Command, READY } from './command.ts';
import { typedId, typedWord } from './typed-id.ts';

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

/** The saved views of a list. */
export function viewCommands(list: 'deliveries' | 'invoices', views: readonly SavedView[]): readonly Command[] {
  return views.map(({ id, name, query }) =>
    found({
      id: `view-${id}`,
      label: `View: ${named(name)}`,
      keywords: `saved filter ${list}`,
      group: 'Lists',
      icon: IconBookmark,
      run: (deeds) => deeds.go(query === '' ? screenPath(list) : `${screenPath(list)}?${query}`),
    }),
  );
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
