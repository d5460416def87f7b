// What the finder found for an id, or for each of a pasted list, whose name the address holds.
import { parseIds } from '../../../domain/records/lookup.ts';
import { useProfile } from '../../bridge/index.ts';
import { EmptyState, PageFrame, pastedText, useRouteFilters } from '../../ui/index.ts';
import { ManyIds } from './many-ids.tsx';
import { OneId } from './one-id.tsx';

export function LookupPage() {
  const { id: profile } = useProfile();
  const route = useRouteFilters();
  const id = route.text('id');
  const list = route.text('list');
  if (profile === null) return null;
  const text = id ?? (list === undefined ? null : pastedText(profile, list));
  return (
    <PageFrame title="Found" subtitle="In the mirror at once; one id that it lacks is read from the API.">
      <Found id={id} list={list} text={text} profile={profile} />
    </PageFrame>
  );
}

interface FoundProps {
  readonly id: string | undefined;
  readonly list: string | undefined;
  readonly text: string | null;
  readonly profile: string;
}

function Found({ id, list, text, profile }: FoundProps) {
  const only = id === undefined ? undefined : parseIds(id).ids[0];
  if (only !== undefined) return <OneId key={only} id={only} />;
  if (list === undefined) return null;
  if (text === null) {
    return (
      <EmptyState kind="nothing-yet" title="This list is not kept any more">
        A pasted list is kept as long as the window is open. Paste it into Find again.
      </EmptyState>
    );
  }
  return <ManyIds key={list} pasted={parseIds(text)} profile={profile} />;
}
