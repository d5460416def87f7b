// How far the deliveries are known, where they are not all, and the outage that goes first.
import { ActionIcon, Button, Group, Progress, Text, Tooltip } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { WatchStatus } from '../../../../contract/calls/desk.ts';
import { screenPath } from '../../../../domain/screens.ts';
import { useAction, useActions } from '../../../bridge/index.ts';
import { FailureNotice, hashHref, plainText, useUi } from '../../../ui/index.ts';
import { incidentListQuery, incidentQuery, listPath } from '../deliveries/addresses.ts';
import {
  coverageWords,
  estimateWords,
  incidentEnd,
  incidentProgress,
  isEverythingRead,
  nextWords,
  percentRead,
} from '../deliveries/watch-words.ts';
import { windowWords } from './outage-window.ts';

/** Nothing while everything was checked, nothing is paused and no outage is named. */
export function WatchLine(props: { readonly status: WatchStatus; readonly onChanged: () => void }): ReactNode {
  const { status, onChanged } = props;
  const { run, busy, failure } = useActions();
  const isPaused = status.state === 'paused';
  const label = isPaused ? 'Go on checking' : 'Pause checking';
  if (isEverythingRead(status) && !isPaused && status.incident === undefined) return null;
  return (
    <section aria-label="Checking deliveries">
      {isEverythingRead(status) && !isPaused ? null : (
        <Group px="md" py={4} gap="xs" wrap="nowrap" fz="xs" c="dimmed" className="mc-num">
          <Tooltip label={label}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={label}
              loading={busy}
              onClick={() => void run(isPaused ? 'watch.resume' : 'watch.pause', {}).then(onChanged)}
            >
              {isPaused ? (
                <IconPlayerPlay size={14} aria-hidden="true" />
              ) : (
                <IconPlayerPause size={14} aria-hidden="true" />
              )}
            </ActionIcon>
          </Tooltip>
          <span>
            {coverageWords(status)}. {estimateWords(status)} {nextWords(status)}
          </span>
        </Group>
      )}
      {failure === undefined ? null : <FailureNotice failure={failure} />}
      {status.incident === undefined ? null : <Outage incident={status.incident} onChanged={onChanged} />}
    </section>
  );
}

/** The window that is checked first, its progress, and the ways on from it. */
function Outage(props: {
  readonly incident: NonNullable<WatchStatus['incident']>;
  readonly onChanged: () => void;
}): ReactNode {
  const { incident, onChanged } = props;
  const { timeZone } = useUi();
  const end = useAction('watch.endIncident');
  const ended = incidentEnd(incident);
  const host = incident.host === null ? 'any endpoint' : plainText(incident.host);
  return (
    <Group role="group" aria-label="Outage" px="md" py={6} gap="xs" justify="space-between">
      <div>
        <Text fw={600}>
          Outage {windowWords(incident, timeZone)}{' '}
          <Text span c="dimmed">
            {host}, {ended ?? incidentProgress(incident)}
          </Text>
        </Text>
        {ended === null ? (
          <Progress
            size={5}
            value={percentRead({ read: incident.read, terminal: incident.invoices })}
            aria-label="Invoices of the outage checked"
          />
        ) : null}
      </div>
      <Group gap="xs">
        <Button component="a" variant="default" size="xs" href={hashHref(listPath(incidentListQuery(incident)))}>
          Show its invoices
        </Button>
        <Button
          component="a"
          variant="default"
          size="xs"
          href={hashHref(`${screenPath('failing')}?of=filter&${incidentQuery(incident, true)}`)}
        >
          Resend…
        </Button>
        <Button variant="subtle" size="xs" loading={end.busy} onClick={() => void end.run({}).then(onChanged)}>
          {ended === null ? 'Stop checking it' : 'Dismiss'}
        </Button>
      </Group>
      {end.failure === undefined ? null : <FailureNotice failure={end.failure} />}
    </Group>
  );
}
