// Checking an outage: a window of time in the chosen zone and perhaps a host, with what it costs before anything is
// begun.
import { Box, Button, Group, Select, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useAction, useCall } from '../../../bridge/index.ts';
import { ActionDialog, FailureNotice, navigateTo, Note, useNow, useSettled, useUi } from '../../../ui/index.ts';
import { incidentQuery, listPath } from '../deliveries/addresses.ts';
import { costWords } from '../deliveries/watch-words.ts';
import { lastHours, PRESETS, type Window, windowInstants } from './outage-window.ts';

/** The dialog; it is open as long as it is there. */
export function OutageDialog(props: {
  readonly hosts: readonly string[];
  readonly onClose: () => void;
  readonly onBegun: () => void;
}): ReactNode {
  const { hosts, onClose, onBegun } = props;
  const { timeZone } = useUi();
  const now = useNow(60_000);
  const [typed, setTyped] = useState<Window>(() => lastHours(3, now, timeZone));
  const [host, setHost] = useState<string | null>(null);
  const begin = useAction('watch.beginIncident');
  const instants = windowInstants(typed, timeZone);
  const input = instants.ok ? { ...instants.value, ...(host === null ? {} : { host }) } : null;
  const cost = useCost(input);
  // Nothing to read: what is known of the window stands in the list already.
  const isKnown = cost.data !== undefined && cost.data.invoices > 0 && cost.data.requests === 0;
  const submit = async (): Promise<void> => {
    if (input === null) return;
    if (isKnown) navigateTo(listPath(incidentQuery({ ...input, host }, false)));
    else if ((await begin.run(input))?.ok === true) onBegun();
    else return;
    onClose();
  };
  return (
    <ActionDialog
      title="Check an outage"
      label={isKnown ? 'Show its invoices' : 'Check these first'}
      action={begin}
      bar={cost.data === undefined || cost.data.invoices === 0 ? '' : null}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text c="var(--mc-text-soft)">
        The webhooks of invoices that became final in this window are checked first, so that you see within minutes
        which of them did not arrive.
      </Text>
      <Group gap="xs" role="group" aria-label="Common windows">
        {PRESETS.map(({ hours, words }) => (
          <Button key={hours} variant="default" size="xs" onClick={() => setTyped(lastHours(hours, now, timeZone))}>
            {words}
          </Button>
        ))}
      </Group>
      <Group grow gap="sm">
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            className="mc-num"
            placeholder="YYYY-MM-DD HH:MM"
            maxLength={40}
            autoComplete="off"
            label={`${end === 'from' ? 'From' : 'To'} (${timeZone})`}
            value={typed[end]}
            data-autofocus={end === 'from' || undefined}
            onChange={({ currentTarget }) => setTyped({ ...typed, [end]: currentTarget.value })}
          />
        ))}
      </Group>
      <Select
        label="Endpoint"
        description="Only invoices whose webhooks go there"
        placeholder="Any endpoint"
        data={hosts}
        value={host}
        onChange={setHost}
        searchable
        clearable
      />
      <Box mih={40} aria-live="polite">
        {!instants.ok ? (
          <Note>{instants.why}</Note>
        ) : cost.failure !== undefined ? (
          <FailureNotice failure={cost.failure} onRetry={cost.refresh} />
        ) : (
          <Text fw={500} className="mc-num">
            {cost.data === undefined ? 'Counting the invoices…' : costWords(cost.data)}
          </Text>
        )}
      </Box>
    </ActionDialog>
  );
}

/** What reading the window costs, once nobody is typing any more. */
function useCost(input: { readonly from: string; readonly to: string; readonly host?: string } | null) {
  const present = JSON.stringify(input);
  const isSettled = useSettled(present) === present;
  const asked = input ?? { from: '1970-01-01', to: '1970-01-02' };
  const { data, failure, isPrevious, refresh } = useCall('watch.estimate', asked, {
    enabled: input !== null && isSettled,
  });
  // The cost of another window is no cost of this one.
  const isOwn = input !== null && isSettled && !isPrevious;
  return { data: isOwn ? data : undefined, failure: isOwn ? failure : undefined, refresh };
}
