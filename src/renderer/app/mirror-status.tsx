/**
 * The mirror's certificate, always in view: complete and proved, complete as far as seen, or incomplete; what it is doing now,
 * and pause or resume. Not here: the request budget (request-budget.tsx).
 */
import { ActionIcon, Progress, Tooltip } from '@mantine/core';
import {
  IconCircleCheck,
  IconCircleDashed,
  IconEyeCheck,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { SyncStatus } from '../../contract/calls/sync.ts';
import { useAction, useCall } from '../bridge/index.ts';
import { AgeText, failureWords, hashHref, TimeOfDayText } from '../ui/index.ts';
import {
  certificateWords,
  countOf,
  deliveriesWords,
  leftWords,
  missingWords,
  phaseWords,
  rereadWords,
  sinceWords,
  statusesWords,
} from './sync-words.ts';

/** The certificate with its progress and its switch. */
export function MirrorStatus(): ReactNode {
  const { data, failure } = useCall('sync.status', {});
  return (
    <section className="mc-stand" aria-label="Mirror">
      {data === undefined ? (
        <p className="mc-stand-note">{failure === undefined ? 'Mirror: asking…' : failureWords(failure).sentence}</p>
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
  return (
    <>
      <div className="mc-stand-head" data-certificate={invoices.certificate}>
        <Icon size={16} aria-hidden="true" />
        <span className="mc-stand-title">{certificateWords(invoices)}</span>
        <Switch status={status} />
      </div>
      <p className="mc-stand-note mc-num">
        {invoices.certificate === 'incomplete' ? null : `${countOf(invoices)}, `}
        {invoices.asOf === null ? null : <TimeOfDayText value={invoices.asOf} />}
      </p>
      {invoices.reason === undefined ? null : <p className="mc-stand-note">{invoices.reason}</p>}
      <Line words={sinceWords(invoices)} />
      <Line words={missingWords(invoices, 'invoice')} path="/invoices?missing=true" />
      <Statuses status={status} />
      {withdrawals.certificate === 'certified' ? null : (
        <p className="mc-stand-note mc-num">Withdrawals: {certificateWords(withdrawals).toLowerCase()}</p>
      )}
      <Line words={missingWords(withdrawals, 'withdrawal')} path="/withdrawals?missing=true" />
      <Activity status={status} />
      <Reread status={status} />
      {deliveries === null ? null : (
        <p className="mc-stand-note mc-num">
          {deliveries}
          <Left etaSeconds={status.deliveries.etaSeconds} />
        </p>
      )}
    </>
  );
}

/** A line, or a warning that leads to its records. */
function Line({ words, path }: { readonly words: string | null; readonly path?: string }): ReactNode {
  if (words === null) return null;
  return (
    <p className="mc-stand-note mc-num" data-tone={path === undefined ? undefined : 'warn'}>
      {path === undefined ? words : <a href={hashHref(path)}>{words}</a>}
    </p>
  );
}

/** Membership is one thing, statuses another: both are proved by counting. */
function Statuses({ status }: { readonly status: SyncStatus }): ReactNode {
  const words = statusesWords(status);
  return words === null || status.statuses === undefined ? null : (
    <p className="mc-stand-note mc-num">
      {words}, <TimeOfDayText value={status.statuses.asOf} />
    </p>
  );
}

/** The rolling re-read: its period, and how old the oldest reading is. */
function Reread({ status }: { readonly status: SyncStatus }): ReactNode {
  const words = rereadWords(status);
  const oldest = status.reread?.oldestReading ?? null;
  return words === null ? null : (
    <p className="mc-stand-note mc-num" title={words.sentence}>
      {words.line}
      {oldest === null ? null : (
        <>
          ,{' '}
          <span className="mc-stand-phrase">
            oldest <AgeText since={oldest} />
          </span>
        </>
      )}
    </p>
  );
}

/** An estimate on a line of its own where it does not fit. */
function Left({ etaSeconds }: { readonly etaSeconds: number | undefined }): ReactNode {
  const words = leftWords(etaSeconds);
  return words === null ? null : (
    <>
      , <span className="mc-stand-phrase">{words}</span>
    </>
  );
}

function Activity({ status }: { readonly status: SyncStatus }): ReactNode {
  const { progress, state } = status;
  const words = phaseWords(status);
  const percent = progress?.total ? Math.min(100, (progress.done / progress.total) * 100) : null;
  const isWalking = (state === 'running' || state === 'waiting' || state === 'paused') && percent !== null;
  return (
    <div className="mc-stand-activity">
      {isWalking ? <Progress size={4} value={percent} aria-label="Reading the lists" /> : null}
      {words === null ? null : (
        <p className="mc-stand-note mc-num" data-tone={state === 'stopped' ? 'bad' : undefined}>
          {words}
          {isWalking ? <Left etaSeconds={progress?.etaSeconds} /> : null}
        </p>
      )}
    </div>
  );
}

/** Pause while it works; resume or check again while it does not. */
function Switch({ status }: { readonly status: SyncStatus }): ReactNode {
  const start = useAction('sync.start');
  const pause = useAction('sync.pause');
  const works = status.state === 'running' || status.state === 'waiting';
  const label = works ? 'Pause reading' : status.state === 'paused' ? 'Resume reading' : 'Check again now';
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label={label}
        loading={start.busy || pause.busy}
        onClick={() => void (works ? pause.run({}) : start.run({}))}
      >
        {works ? (
          <IconPlayerPause size={14} aria-hidden="true" />
        ) : status.state === 'paused' ? (
          <IconPlayerPlay size={14} aria-hidden="true" />
        ) : (
          <IconRefresh size={14} aria-hidden="true" />
        )}
      </ActionIcon>
    </Tooltip>
  );
}
