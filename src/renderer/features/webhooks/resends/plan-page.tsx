/**
 * The plan of a bulk resend: what was asked for, and then what a run of it would do. Not here: the parts of a plan (plan-panel.tsx,
 * planned-panel.tsx, excluded-panel.tsx) and asking by pasted ids (paste-form.tsx).
 */
import { screenPath } from '../../../../domain/screens.ts';
import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useProfile } from '../../../bridge/index.ts';
import {
  EmptyState,
  FailureNotice,
  hashHref,
  Notice,
  PageFrame,
  RUNS_PATH,
  useRouteFilters,
  useUi,
  ZoneNote,
} from '../../../ui/index.ts';
import { type Asked, askedBy, askedWords, type Selection, usePasted } from './asked.ts';
import { ExcludedPanel } from './excluded-panel.tsx';
import { PasteForm } from './paste-form.tsx';
import { MoreToCome, PlanPanel } from './plan-panel.tsx';
import { PlannedPanel } from './planned-panel.tsx';
import { usePlan } from './use-plan.ts';
import './bulk.css';

/** The plan that the address asks for, or the field to ask for one. */
export function PlanPage(): ReactNode {
  const route = useRouteFilters();
  const { timeZone } = useUi();
  const { id: profile } = useProfile();
  const pasted = usePasted();
  const text = pasted.profile === profile ? pasted.text : '';
  const asked = useMemo(() => askedBy(route, timeZone, profile, text), [route, timeZone, profile, text]);
  return (
    <PageFrame
      title="Plan a resend"
      back={
        <a className="mc-link" href={hashHref(screenPath('deliveries'))}>
          Deliveries
        </a>
      }
      subtitle={asked.kind === 'selection' ? askedWords(asked.selection) : 'Nothing is sent before you begin the run.'}
      actions={
        <>
          <ZoneNote />
          <Button component="a" href={hashHref(RUNS_PATH)} variant="default">
            All runs
          </Button>
        </>
      }
    >
      <Body key={route.query} asked={asked} />
    </PageFrame>
  );
}

function Body({ asked }: { readonly asked: Asked }): ReactNode {
  switch (asked.kind) {
    case 'selection':
      return <PlanOf selection={asked.selection} />;
    case 'nothing':
      return <PasteForm />;
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
          planned.{' '}
          <a className="mc-link mc-link-inline" href={hashHref(screenPath('deliveries'))}>
            Choose again in the list
          </a>
        </EmptyState>
      );
  }
}

function PlanOf({ selection }: { readonly selection: Selection }): ReactNode {
  const state = usePlan(selection);
  const { data, failure, refresh } = state.plan;
  if (data === undefined) {
    return failure === undefined ? (
      <div role="status" className="mc-bulk-wait">
        <p className="mc-bulk-quiet">Making the plan from the mirror…</p>
        <Skeleton height={220} radius="lg" />
        <Skeleton height={160} radius="lg" />
      </div>
    ) : (
      <EmptyState kind="could-not-load" title="The plan could not be made">
        <FailureNotice failure={failure} onRetry={refresh} />
      </EmptyState>
    );
  }
  return (
    <>
      {failure === undefined ? null : <FailureNotice failure={failure} onRetry={refresh} />}
      {data.isCut ? (
        <Notice tone="warn" title="More was asked for than one plan holds">
          This is the first part of it. Run it, then come back to this address: what has been sent is left out of the
          next plan, and the rest is taken in.
        </Notice>
      ) : null}
      <MoreToCome />
      <PlanPanel state={state} plan={data} selection={selection} />
      {data.excluded.length === 0 ? null : <ExcludedPanel excluded={data.excluded} onLookedUp={refresh} />}
      {data.items.length === 0 ? null : <PlannedPanel items={data.items} />}
    </>
  );
}
