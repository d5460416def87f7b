// A resend on a screen of its own: by a filter or by picked rows.
import { useMemo } from 'react';
import { screenPath } from '../../../../domain/console/screens.ts';
import { useProfile } from '../../../bridge/index.ts';
import {
  ButtonLink,
  EmptyState,
  Link,
  navigateTo,
  PageFrame,
  Panel,
  runPath,
  RUNS_PATH,
  useRouteFilters,
  useUi,
} from '../../../ui/index.ts';
import { type ResendAsked, askedBy, askedWords } from './plan-words.ts';
import { PlanBody } from './plan-body.tsx';
import { MAX_LOOKUP_IDS } from '../../../../domain/records/lookup.ts';

/** What the address asks for, or null where it asks for nothing; kept equal while the address is. */
export function useAsked(): ResendAsked {
  const route = useRouteFilters();
  const { timeZone } = useUi();
  const { id: profile } = useProfile();
  return useMemo(() => askedBy(route, timeZone, profile), [route, timeZone, profile]);
}

/** The resend that the address asks for, or where one is asked for. */
export function PlanPage() {
  const { query } = useRouteFilters();
  const asked = useAsked();
  return (
    <PageFrame
      title="Resend"
      back={<Link to={screenPath('deliveries')}>Deliveries</Link>}
      subtitle={asked.kind === 'selection' ? askedWords(asked.selection) : 'Nothing is sent before you say so.'}
      actions={<ButtonLink to={RUNS_PATH}>All resends</ButtonLink>}
    >
      {asked.kind === 'nothing' ? (
        <EmptyState kind="nothing-yet" title="Choose what is to be sent again">
          Filter the{' '}
          <Link to={screenPath('deliveries')} inline>
            deliveries
          </Link>{' '}
          or pick rows among them, or paste up to {MAX_LOOKUP_IDS} ids into Find. What goes out, who stays out and why
          is shown first.
        </EmptyState>
      ) : (
        <Panel>
          <AskedBody key={query} asked={asked} onBegun={(runId) => navigateTo(runPath(runId))} />
        </Panel>
      )}
    </PageFrame>
  );
}

/** What was asked for, or why it is not known; nothing of nothing. */
export function AskedBody({ asked, onBegun }: { asked: ResendAsked; onBegun: (runId: string) => void }) {
  switch (asked.kind) {
    case 'selection':
      return <PlanBody selection={asked.selection} onBegun={onBegun} />;
    case 'nothing':
      return null;
    case 'gone':
      return (
        <EmptyState kind="nothing-matches" title="The picked rows are no longer known">
          What was picked is kept only while the window is open, and only for its profile. Nothing was sent.{' '}
          <Link to={screenPath('deliveries')} inline>
            Pick them again
          </Link>
        </EmptyState>
      );
    case 'misread':
      return (
        <EmptyState kind="nothing-matches" title="This filter is not understood">
          A part of it means nothing to this console. Leaving it out would take in more than was meant, so nothing is
          sent.{' '}
          <Link to={screenPath('deliveries')} inline>
            Choose again in the list
          </Link>
        </EmptyState>
      );
  }
}
