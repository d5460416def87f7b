// A resend on a screen of its own: by a filter, by picked rows or by pasted ids.
import { Button } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { screenPath } from '../../../../domain/screens.ts';
import { useProfile } from '../../../bridge/index.ts';
import {
  EmptyState,
  hashHref,
  navigateTo,
  PageFrame,
  Panel,
  runPath,
  RUNS_PATH,
  useRouteFilters,
  useUi,
} from '../../../ui/index.ts';
import { type Asked, askedBy, askedWords, usePasted } from './asked.ts';
import { PasteForm } from './paste-form.tsx';
import { PlanBody } from './plan-body.tsx';

/** What the address asks for, or null where it asks for nothing; kept equal while the address is. */
export function useAsked(): Asked {
  const route = useRouteFilters();
  const { timeZone } = useUi();
  const { id: profile } = useProfile();
  const pasted = usePasted();
  const text = pasted.profile === profile ? pasted.text : '';
  return useMemo(() => askedBy(route, timeZone, profile, text), [route, timeZone, profile, text]);
}

/** The resend that the address asks for, or the field to ask for one. */
export function PlanPage(): ReactNode {
  const { query } = useRouteFilters();
  const asked = useAsked();
  return (
    <PageFrame
      title="Resend"
      back={
        <a className="mc-link" href={hashHref(screenPath('deliveries'))}>
          Deliveries
        </a>
      }
      subtitle={asked.kind === 'selection' ? askedWords(asked.selection) : 'Nothing is sent before you say so.'}
      actions={
        <Button component="a" href={hashHref(RUNS_PATH)} variant="default">
          All resends
        </Button>
      }
    >
      {asked.kind === 'nothing' ? (
        <PasteForm />
      ) : (
        <Panel>
          <AskedBody key={query} asked={asked} onBegun={(runId) => navigateTo(runPath(runId))} />
        </Panel>
      )}
    </PageFrame>
  );
}

/** What was asked for, or why it is not known; nothing of nothing. */
export function AskedBody(props: { readonly asked: Asked; readonly onBegun: (runId: string) => void }): ReactNode {
  const { asked, onBegun } = props;
  switch (asked.kind) {
    case 'selection':
      return <PlanBody selection={asked.selection} onBegun={onBegun} />;
    case 'nothing':
      return null;
    case 'gone':
      return (
        <EmptyState kind="nothing-matches" title="The picked rows are no longer known">
          What was picked is kept only while the window is open, and only for its profile. Nothing was sent.{' '}
          <a className="mc-link mc-link-inline" href={hashHref(screenPath('deliveries'))}>
            Pick them again
          </a>
        </EmptyState>
      );
    case 'misread':
      return (
        <EmptyState kind="nothing-matches" title="This filter is not understood">
          A part of it means nothing to this console. Leaving it out would take in more than was meant, so nothing is
          sent.{' '}
          <a className="mc-link mc-link-inline" href={hashHref(screenPath('deliveries'))}>
            Choose again in the list
          </a>
        </EmptyState>
      );
  }
}
