// Checking an outage: a window of time in the chosen zone and perhaps a host, with what it costs before anything is
// begun.
import { Box, Button, Group, Modal, Select, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useAction, useCall } from '../../../bridge/index.ts';
import { FailureNotice, navigateTo, Note, useNow, useSettled, useUi } from '../../../ui/index.ts';
import { incidentQuery, listPath } from '../deliveries/addresses.ts';
import { lastHours, PRESETS, type Window, windowInstants } from './outage-window.ts';
import { costWords } from '../deliveries/watch-words.ts';

const PLACEHOLDER = 'YYYY-MM-DD HH:MM';

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
  const show = (): void => {
    if (input !== null) navigateTo(listPath(incidentQuery({ ...input, host }, false)));
    onClose();
  };
  const start = async (): Promise<void> => {
    if (input === null || isKnown) return;
    const result = await begin.run(input);
    if (result?.ok !== true) return;
    onBegun();
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Check an outage" size={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <Text c="var(--mc-text-soft)" mb="md">
          The webhooks of invoices that became final in this window are checked first, so that you see within minutes
          which of them did not arrive.
        </Text>
        <Group gap="xs" mb="sm" role="group" aria-label="Common windows">
          {PRESETS.map(({ hours, words }) => (
            <Button key={hours} variant="default" size="xs" onClick={() => setTyped(lastHours(hours, now, timeZone))}>
              {words}
            </Button>
          ))}
        </Group>
        <Group grow gap="sm" mb="sm">
          <TextInput
            className="mc-num"
            placeholder={PLACEHOLDER}
            maxLength={40}
            autoComplete="off"
            label={`From (${timeZone})`}
            value={typed.from}
            data-autofocus
            onChange={({ currentTarget }) => setTyped({ ...typed, from: currentTarget.value })}
          />
          <TextInput
            className="mc-num"
            placeholder={PLACEHOLDER}
            maxLength={40}
            autoComplete="off"
            label={`To (${timeZone})`}
            value={typed.to}
            onChange={({ currentTarget }) => setTyped({ ...typed, to: currentTarget.value })}
          />
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
        <Box mih={40} mt="md" aria-live="polite">
          {instants.ok ? <Cost cost={cost} /> : <Note>{instants.why}</Note>}
        </Box>
        {begin.failure === undefined ? null : <FailureNotice failure={begin.failure} />}
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {isKnown ? (
            <Button onClick={show}>Show its invoices</Button>
          ) : (
            <Button type="submit" loading={begin.busy} disabled={cost.data === undefined || cost.data.invoices === 0}>
              Check these first
            </Button>
          )}
        </Group>
      </form>
    </Modal>
  );
}

type CostInput = { readonly from: string; readonly to: string; readonly host?: string };

/** What reading the window costs, once nobody is typing any more. */
function useCost(input: CostInput | null) {
  const present = JSON.stringify(input);
  const isSettled = useSettled(present) === present;
  const { data, failure, isLoading, isPrevious, refresh } = useCall(
    'watch.estimate',
    input ?? { from: '1970-01-01', to: '1970-01-02' },
    {
      enabled: input !== null && isSettled,
    },
  );
  // The cost of another window is no cost of this one.
  const isOwn = input !== null && isSettled && !isPrevious;
  return { data: isOwn ? data : undefined, failure: isOwn ? failure : undefined, isLoading, refresh };
}

function Cost({ cost: { data, failure, refresh } }: { readonly cost: ReturnType<typeof useCost> }): ReactNode {
  if (failure !== undefined) return <FailureNotice failure={failure} onRetry={refresh} />;
  return (
    <Text fw={500} className="mc-num">
      {data === undefined ? 'Counting the invoices…' : costWords(data)}
    </Text>
  );
}
