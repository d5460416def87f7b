/**
 * The overview of the console's former run, until the one of now is there: the same figures in the same places, as old as they are, and nothing to
 * click. Not here: the overview of now (overview-page.tsx), the frame around it (app/start-frame.tsx).
 */
import type { ReactNode } from 'react';
import type { LastKnown } from '../../bridge/index.ts';
import { startAge, startFigures } from '../../../domain/start-figures.ts';
import { Described, PageFrame, UiProvider, useNow, useRouteFilters, useUi } from '../../ui/index.ts';
import { Attention } from './attention.tsx';
import { PeriodPicker } from './period-picker.tsx';
import './overview.css';

/** The whole screen. */
export function LastKnownOverview({ lastKnown }: { readonly lastKnown: LastKnown }): ReactNode {
  const ui = useUi();
  const route = useRouteFilters();
  const environment = { ...ui, timeZone: lastKnown.timeZone, isSandbox: lastKnown.profile.kind === 'sandbox' };
  return (
    <UiProvider environment={environment}>
      <PageFrame
        title="Overview"
        subtitle={<LastKnownAge lastKnown={lastKnown} />}
        actions={<PeriodPicker route={route} days={lastKnown.period} disabled />}
      >
        <div className="mc-overview">
          <div className="mc-overview-main">
            <LastKnownFigures lastKnown={lastKnown} />
          </div>
          <Attention />
        </div>
      </PageFrame>
    </UiProvider>
  );
}

/** How old the figures are, in the line below the title, where the zone stands otherwise. */
export function LastKnownAge({ lastKnown }: { readonly lastKnown: LastKnown }): ReactNode {
  return <Described of={startAge(lastKnown, useNow(MINUTE_MS))} />;
}

/** The figures alone, in the place of those of now. */
export function LastKnownFigures({ lastKnown }: { readonly lastKnown: LastKnown }): ReactNode {
  return <Described of={startFigures(lastKnown, useNow(MINUTE_MS))} />;
}

const MINUTE_MS = 60_000;
