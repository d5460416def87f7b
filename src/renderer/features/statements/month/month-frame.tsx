// The frame of one month: where it is, the way to the months beside it, whether it is closed, its tabs, and what can be
// done with it as a whole.
import { Button, Grid, Stack } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { screenPath } from '../../../../domain/screens.ts';
import {
  AccountPeriodPicker,
  CloseTrust,
  FailureNotice,
  hashHref,
  navigateTo,
  Notice,
  PageFrame,
  periodQuery,
  periodWords,
  PrintButton,
  type RouteFilters,
  ToneBadge,
  UiProvider,
  useRouteFilters,
  useUi,
} from '../../../ui/index.ts';
import { EXTENT_WORDS } from '../statement/closed-around.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { closeBar, monthName } from './close-words.ts';
import styles from './month.module.css';
import type { Month } from './use-month.ts';
import { refusalWords } from '../closes/words.ts';

/** A tab of the month; `tab` is what its window and its paper are called. */
export function MonthFrame(props: {
  readonly month: Month;
  readonly tab: string;
  /** Why nothing may go on paper now, null when it may; absent where there is nothing to print. */
  readonly paperBar?: string | null;
  readonly exporting?: ReactNode;
  /** What a month beside it shows besides its days. */
  readonly kept?: (route: RouteFilters) => Readonly<Record<string, string>>;
  readonly children: ReactNode;
}): ReactNode {
  const { month, tab, paperBar, exporting, kept, children } = props;
  const { period, balances, close } = month;
  const route = useRouteFilters();
  const ui = useUi();
  const go = (next: Parameters<typeof periodQuery>[0] | null): void => {
    // Other days have other balances: what was typed and seen to for these does not go with them.
    if (next !== null) {
      const query = new URLSearchParams({ ...periodQuery(next), ...kept?.(route) });
      navigateTo(`${window.location.hash.replace(/^#/, '').split('?')[0] ?? ''}?${query.toString()}`);
    }
  };
  return (
    <PageFrame
      title={periodWords(period)}
      windowTitle={`${tab}, ${periodWords(period)}`}
      back={
        <a className="mc-link" href={hashHref(screenPath('months'))}>
          Statements
        </a>
      }
      standing={
        <>
          <AccountPeriodPicker isBrief value={period} timeZone={period.timeZone} onChange={go} />
          <Standing month={month} />
        </>
      }
      actions={
        <>
          {paperBar === undefined ? null : <PrintButton name={`${tab} ${periodWords(period)}`} bar={paperBar} />}
          {exporting}
          {month.isClosable ? <CloseButton month={month} /> : null}
        </>
      }
    >
      <UiProvider environment={{ ...ui, timeZone: period.timeZone }}>
        {month.closeId === null && balances.bar !== null ? (
          <Notice tone="warn" title="Not to be printed, exported or closed as it is">
            {balances.bar}
          </Notice>
        ) : null}
        <CloseOutcome month={month} />
        {close.failure === undefined ? null : <FailureNotice failure={close.failure} onRetry={close.retry} />}
        {close.locked === null ? null : <CloseTrust close={close.locked} />}
        {children}
      </UiProvider>
    </PageFrame>
  );
}

function Standing({ month: { closeId, around, statement } }: { readonly month: Month }): ReactNode {
  if (statement.data === undefined || statement.isPrevious) return null;
  if (closeId !== null) {
    return (
      <ToneBadge tone="good" icon={<IconLock size={14} aria-hidden="true" />}>
        Closed
      </ToneBadge>
    );
  }
  if (around === null) return null;
  return (
    <ToneBadge tone="notice" icon={<IconLockOpen size={14} aria-hidden="true" />}>
      {around.extent === 'apart' ? 'Open' : EXTENT_WORDS[around.extent]}
    </ToneBadge>
  );
}

/** What a tab shows, and beside it (below it on a narrow screen) what there is to do about the month. Paper has the first alone. */
export function MonthColumns(props: {
  readonly main: ReactNode;
  readonly side: ReactNode;
  /** It is of what was asked before. */
  readonly isOld?: boolean;
}): ReactNode {
  const { main, side, isOld = false } = props;
  return (
    <Grid gap="sm" aria-busy={isOld} opacity={isOld ? 0.6 : 1}>
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Stack gap="sm">{main}</Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }} className={styles['side']}>
        <Stack gap="sm">{side}</Stack>
      </Grid.Col>
    </Grid>
  );
}

/** Off until the three things are seen to; it says why. */
function CloseButton({ month }: { readonly month: Month }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const bar = closeBar(month);
  return (
    <>
      <Button
        leftSection={<IconLock size={16} aria-hidden="true" />}
        disabled={bar !== null}
        title={bar ?? undefined}
        loading={month.closing.isBusy}
        onClick={() => setAsking(true)}
      >
        Close {monthName(month.period)}
      </Button>
      {isAsking && month.tokens !== undefined && month.readiness.data !== undefined ? (
        <CloseDialog
          month={month}
          tokens={month.tokens}
          readiness={month.readiness.data}
          onEnd={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

/** What came of the last try to close the month. */
function CloseOutcome({ month: { closing, readiness } }: { readonly month: Month }): ReactNode {
  const { standing, isBusy, askAgain } = closing;
  switch (standing.kind) {
    case 'none':
      return null;
    case 'refused':
      return (
        <Notice tone="warn" title="Not closed" action={{ label: 'Look again', run: readiness.refresh }}>
          {refusalWords(standing.reason)}
        </Notice>
      );
    case 'failed':
      return <FailureNotice failure={standing.failure} />;
    case 'lost':
      return (
        <Notice
          tone="warn"
          title="The answer did not come"
          action={isBusy ? undefined : { label: 'Ask for the answer again', run: askAgain }}
        >
          The month may have been closed; look at the{' '}
          <a className="mc-link mc-link-inline" href={hashHref(screenPath('months'))}>
            list of months
          </a>
          . Asking again sends exactly the same close, which is never made a second time.
        </Notice>
      );
  }
}
