// The mirror's certificate, always in view: complete and proved, complete as far as seen, or incomplete; what it is
// doing now, and pause or resume.
import { screenPath } from '../../domain/screens.ts';
import { ActionIcon, Progress, Tooltip } from '@mantine/core';
import {
  IconCircleCheck,
  IconCircleDashed,
  IconEyeCheck,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { canDo, type ReadingDeed, readingCall } from '../../domain/reading-switch.ts';
import type { SyncStatus } from '../../contract/calls/sync.ts';
import { useActions, useCall } from '../bridge/index.ts';
import { certificateWords, countOf, failureWords, hashHref, sinceWords, TimeOfDayText } from '../ui/index.ts';
import { deliveriesWords, leftWords, missingWords, phaseWords, statusesWords } from './sync-words.ts';
import classes from './frame.module.css';

/** The certificate with its progress and its switch. */
export function MirrorStatus(): ReactNode {
  const { data, failure } = useCall('sync.status', {});
  return (
    <section className={classes.stand} aria-label="Mirror">
      {data === undefined ? (
        <p className={classes.standNote}>
          {failure === undefined ? 'Mirror: asking…' : failureWords(failure).sentence}
        </p>
      ) : (
        <Certificate status={data} />
      )}
    </section>
  );
}

const ICONS = { certified: IconCircleCheck, 'as-far-as-seen': IconEyeCheck, incomplete: IconCircleDashed } as const;

function Certificate({ status }: { readonly status: SyncStatus }): ReactNode {
  const { invoices, withdrawals } = status;
  const Icon = ICONS[invoices.certificate];
  const deliveries = deliveriesWords(status);
  const control = useSwitch(status.state);
  return (
    <>
      <div className={classes.standHead} data-certificate={invoices.certificate}>
        <Icon size={16} aria-hidden="true" />
        <span className={classes.standTitle}>{certificateWords(invoices)}</span>
        <Switch state={status.state} control={control} />
      </div>
      {control.failure === undefined ? null : (
        <p className={classes.standNote} role="alert" data-tone="bad">
          {control.failure}
        </p>
      )}
      <p className={`${classes.standNote} mc-num`}>
        {invoices.certificate === 'incomplete' ? null : `${countOf(invoices)}, `}
        {invoices.asOf === null ? null : <TimeOfDayText value={invoices.asOf} />}
      </p>
      {invoices.reason === undefined ? null : <p className={classes.standNote}>{invoices.reason}</p>}
      <Line words={sinceWords(invoices)} />
      <Line words={missingWords(invoices, 'invoice')} path={`${screenPath('invoices')}?missing=true`} />
      <Statuses status={status} />
      <Withdrawals list={withdrawals} />
      <Line words={missingWords(withdrawals, 'withdrawal')} path={`${screenPath('withdrawals')}?missing=true`} />
      <Activity status={status} />
      {deliveries === null ? null : (
        <p className={`${classes.standNote} mc-num`}>
          {deliveries}
          <Left etaSeconds={status.deliveries.etaSeconds} />
        </p>
      )}
    </>
  );
}

/** The other list has a certificate of its own, and a time and a reason of its own with it. */
function Withdrawals({ list }: { readonly list: SyncStatus['withdrawals'] }): ReactNode {
  const { asOf, reason, certificate } = list;
  return (
    <>
      <p className={`${classes.standNote} mc-num`}>
        Withdrawals: {list.total === null ? 'not read yet' : certificateWords(list).toLowerCase()}
        {certificate === 'incomplete' ? null : (
          <>
            , <span className={classes.standPhrase}>{countOf(list)}</span>
          </>
        )}
        {asOf === null ? null : (
          <>
            , <TimeOfDayText value={asOf} />
          </>
        )}
      </p>
      {reason === undefined ? null : <p className={classes.standNote}>{reason}</p>}
      <Line words={sinceWords(list)} />
    </>
  );
}

/** A line, or a warning that leads to its records. */
function Line({ words, path }: { readonly words: string | null; readonly path?: string }): ReactNode {
  if (words === null) return null;
  return (
    <p className={`${classes.standNote} mc-num`} data-tone={path === undefined ? undefined : 'warn'}>
      {path === undefined ? words : <a href={hashHref(path)}>{words}</a>}
    </p>
  );
}

/** Membership is one thing, statuses another: both are proved by counting. */
function Statuses({ status }: { readonly status: SyncStatus }): ReactNode {
  const words = statusesWords(status);
  return words === null || status.statuses === undefined ? null : (
    <p className={`${classes.standNote} mc-num`}>
      {words}, <TimeOfDayText value={status.statuses.asOf} />
    </p>
  );
}

/** An estimate on a line of its own where it does not fit. */
function Left({ etaSeconds }: { readonly etaSeconds: number | undefined }): ReactNode {
  const words = leftWords(etaSeconds);
  return words === null ? null : (
    <>
      , <span className={classes.standPhrase}>{words}</span>
    </>
  );
}

function Activity({ status }: { readonly status: SyncStatus }): ReactNode {
  const { progress, state } = status;
  const words = phaseWords(status);
  const percent = progress?.total ? Math.min(100, (progress.done / progress.total) * 100) : null;
  const isWalking = (state === 'running' || state === 'waiting' || state === 'paused') && percent !== null;
  return (
    <div className={classes.standActivity}>
      {isWalking ? <Progress size={4} value={percent} aria-label="Reading the lists" /> : null}
      {words === null ? null : (
        <p className={`${classes.standNote} mc-num`} data-tone={state === 'stopped' ? 'bad' : undefined}>
          {isWalking ? words.replace(/\.$/, '') : words}
          {isWalking ? <Left etaSeconds={progress?.etaSeconds} /> : null}
        </p>
      )}
    </div>
  );
}

interface Control {
  readonly press: () => void;
  readonly busy: boolean;
  /** Why the latest press did nothing, in words. */
  readonly failure: string | undefined;
}

/** The one deed that the small switch of the frame offers. */
function deedIn(state: SyncStatus['state']): ReadingDeed {
  return canDo('check', state) ? 'check' : canDo('resume', state) ? 'resume' : 'pause';
}

function useSwitch(state: SyncStatus['state']): Control {
  const { run, busy, failure } = useActions();
  const [pressedIn, setPressedIn] = useState<SyncStatus['state'] | null>(null);
  return {
    press: () => {
      setPressedIn(state);
      void run(readingCall(deedIn(state)), {});
    },
    busy,
    // Once the reading stands otherwise, why it could not be changed before is history.
    failure: failure === undefined || pressedIn !== state ? undefined : failureWords(failure).sentence,
  };
}

const SWITCHES = {
  pause: { label: 'Pause reading', Icon: IconPlayerPause },
  resume: { label: 'Resume reading', Icon: IconPlayerPlay },
  check: { label: 'Check again now', Icon: IconRefresh },
} as const satisfies Record<ReadingDeed, unknown>;

/** Pause while it works; resume or check again while it does not. */
function Switch({ state, control }: { readonly state: SyncStatus['state']; readonly control: Control }): ReactNode {
  const { label, Icon } = SWITCHES[deedIn(state)];
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label={label}
        loading={control.busy}
        onClick={control.press}
      >
        <Icon size={14} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}
