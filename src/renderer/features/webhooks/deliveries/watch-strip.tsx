/**
 * The watch over the deliveries, always in view above their list: what it does, how far it is, what it costs, pause and resume, and the
 * incident that goes first. Not here: the words (watch-words.ts), naming an incident (incident-dialog.tsx).
 */
import { ActionIcon, Button, Progress, Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconPlayerPause,
  IconPlayerPlay,
  IconRadar2,
  IconUrgent,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { WatchStatus } from '../../../../contract/calls/desk.ts';
import { useAction, useActions } from '../../../bridge/index.ts';
import { countWords, FailureNotice, hashHref, planOfFilterPath, plainText, useUi } from '../../../ui/index.ts';
import { AT_RISK_QUERY, incidentListQuery, incidentQuery, listPath } from './addresses.ts';
import { IncidentDialog } from './incident-dialog.tsx';
import { windowWords } from './incident-window.ts';
import {
  againWords,
  coverageWords,
  estimateWords,
  incidentEnd,
  incidentProgress,
  nextWords,
  percentRead,
  watchTitle,
} from './watch-words.ts';

interface Props {
  readonly status: WatchStatus;
  /** Deliveries in the at-risk lane; absent until they are counted. */
  readonly atRisk: number | undefined;
  readonly hosts: readonly string[];
  /** Reads how the watch stands, after something was changed. */
  readonly onChanged: () => void;
}

/** One or two lines; the second only while an incident is named. */
export function WatchStrip({ status, atRisk, hosts, onChanged }: Props): ReactNode {
  const [naming, setNaming] = useState(false);
  const control = useSwitch(status, onChanged);
  const estimate = estimateWords(status);
  const again = againWords(status);
  return (
    <section className="mc-watch" aria-label="Delivery watch">
      <div className="mc-watch-line">
        <Icon state={status.state} />
        <div className="mc-watch-words">
          <p className="mc-watch-title">
            {watchTitle(status)}
            <span className="mc-watch-figure mc-num">{coverageWords(status)}</span>
          </p>
          <p className="mc-watch-note mc-num">
            {estimate === null ? null : `${estimate} `}
            {nextWords(status)}
            {again === null ? null : ` ${again}`}
          </p>
        </div>
        <div className="mc-watch-actions">
          <AtRisk count={atRisk} />
          {status.incident?.state === 'reading' ? null : (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconUrgent size={14} aria-hidden="true" />}
              onClick={() => setNaming(true)}
            >
              {status.incident === undefined ? 'Name an incident' : 'Name another incident'}
            </Button>
          )}
          <Switch control={control} state={status.state} />
        </div>
      </div>
      <Progress className="mc-watch-progress" size={3} value={percentRead(status)} aria-label="Final invoices read" />
      {status.incident === undefined ? null : <IncidentLine incident={status.incident} onChanged={onChanged} />}
      {control.failure === undefined ? null : <FailureNotice failure={control.failure} />}
      {naming ? <IncidentDialog hosts={hosts} onClose={() => setNaming(false)} onBegun={onChanged} /> : null}
    </section>
  );
}

const ICONS = { running: IconRadar2, waiting: IconRadar2, paused: IconPlayerPause, done: IconCircleCheck } as const;

function Icon({ state }: Pick<WatchStatus, 'state'>): ReactNode {
  const Shape = ICONS[state];
  return (
    <span className="mc-watch-icon" data-state={state}>
      <Shape size={18} stroke={1.75} aria-hidden="true" />
    </span>
  );
}

function AtRisk({ count }: { readonly count: number | undefined }): ReactNode {
  if (count === undefined || count === 0) return null;
  return (
    <a className="mc-watch-risk" href={hashHref(listPath(AT_RISK_QUERY))}>
      <IconAlertTriangle size={14} stroke={2} aria-hidden="true" />
      <span className="mc-num">{countWords(count, 'at risk', 'at risk')}</span>
    </a>
  );
}

/** The named window, its progress, and the ways on from it. */
function IncidentLine(props: {
  readonly incident: NonNullable<WatchStatus['incident']>;
  readonly onChanged: () => void;
}): ReactNode {
  const { incident, onChanged } = props;
  const { timeZone } = useUi();
  const end = useAction('watch.endIncident');
  const { invoices, read } = incident;
  const ended = incidentEnd(incident);
  const host = incident.host === null ? 'any host' : plainText(incident.host);
  return (
    <div className="mc-watch-incident" role="group" aria-label="Incident">
      <div className="mc-watch-words">
        <p className="mc-watch-title">
          Incident {windowWords(incident, timeZone)}
          <span className="mc-watch-figure">{ended === null ? `${host}, ${incidentProgress(incident)}` : host}</span>
        </p>
        {ended === null ? (
          <Progress
            size={5}
            value={percentRead({ read, terminal: invoices })}
            aria-label="Invoices of the incident read"
          />
        ) : (
          <p className="mc-watch-note mc-num">{ended}</p>
        )}
      </div>
      <div className="mc-watch-actions">
        <Button component="a" variant="default" size="xs" href={hashHref(listPath(incidentListQuery(incident)))}>
          Show its invoices
        </Button>
        <Button
          component="a"
          variant="default"
          size="xs"
          href={hashHref(planOfFilterPath(incidentQuery(incident, true)))}
        >
          Plan a resend
        </Button>
        <Button variant="subtle" size="xs" loading={end.busy} onClick={() => void end.run({}).then(onChanged)}>
          {ended === null ? 'End incident' : 'Dismiss'}
        </Button>
      </div>
      {end.failure === undefined ? null : <FailureNotice failure={end.failure} />}
    </div>
  );
}

function useSwitch({ state }: WatchStatus, onChanged: () => void) {
  const { run, busy, failure } = useActions();
  return {
    press: () => void run(state === 'paused' ? 'watch.resume' : 'watch.pause', {}).then(onChanged),
    busy,
    failure,
  };
}

function Switch(props: {
  readonly control: ReturnType<typeof useSwitch>;
  readonly state: WatchStatus['state'];
}): ReactNode {
  const { control, state } = props;
  const label = state === 'paused' ? 'Resume the watch' : 'Pause the watch';
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={30} aria-label={label} loading={control.busy} onClick={control.press}>
        {state === 'paused' ? (
          <IconPlayerPlay size={14} aria-hidden="true" />
        ) : (
          <IconPlayerPause size={14} aria-hidden="true" />
        )}
      </ActionIcon>
    </Tooltip>
  );
}
