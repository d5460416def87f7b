// Nothing of the console is in the page while it is locked: no screen, no answer that was read, no title, no address.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CallOutput } from '../../contract/calls.ts';
import { describeDuration } from '../../domain/kernel/time/time.ts';
import { useAction, useCall } from '../bridge/index.ts';
import { VAULT_WORDS } from '../features/settings/verdict-words.ts';
import { emptySecret, FailureNotice, Form, holdDrafts, SecretField, secretIn } from '../ui/index.ts';
import { FullPage } from './error-boundary.tsx';
import { dropWrittenFrame } from './written-frame.ts';
import { useNewsHeard } from './strips.tsx';

/** The console, once it is known that it is not locked. */
export function LockGate({ children }: { readonly children: ReactNode }) {
  // Heard here, where something listens also in the moment in which the screens come back.
  useNewsHeard();
  const { data, isLoading, refresh } = useCall('lock.status', {});
  if (data?.isLocked === true) return <LockScreen status={data} refresh={refresh} />;
  return isLoading ? null : children;
}

const TICK_MS = 1_000;

function LockScreen(props: { readonly status: CallOutput<'lock.status'>; readonly refresh: () => void }) {
  const { status, refresh } = props;
  const { waitMs, bySystem } = status;
  const field = useRef<HTMLInputElement>(null);
  const open = useAction('lock.open');
  const [wrong, setWrong] = useState<string>();
  useEmptied();
  useEffect(() => {
    field.current?.focus();
  }, []);
  useEffect(() => {
    if (waitMs === 0) return undefined;
    const timer = setTimeout(refresh, Math.min(TICK_MS, waitMs));
    return () => clearTimeout(timer);
  });
  const attempt = async (passphrase: string | undefined): Promise<void> => {
    setWrong(undefined);
    const result = await open.run(passphrase === undefined ? {} : { passphrase });
    if (result?.ok === true && !result.value.ok) {
      const { problem } = result.value;
      setWrong(problem === undefined ? 'That did not open it.' : VAULT_WORDS[problem]);
      emptySecret(field.current);
      field.current?.focus();
    }
    refresh();
  };
  return (
    <main>
      <FullPage title="Locked">
        <Form
          onSubmit={() => {
            const passphrase = secretIn(field.current);
            if (passphrase !== '' && waitMs === 0) void attempt(passphrase);
          }}
        >
          <Stack w={360} maw="100%">
            <SecretField
              field={field}
              label="Passphrase"
              what="passphrase"
              disabled={open.busy}
              error={wrong}
              hint="Forgot it? The API key of a connected business opens the console as well."
            />
            <FailureNotice failure={open.failure} />
            <Group gap="sm">
              <Button variant="filled" type="submit" loading={open.busy} disabled={waitMs > 0}>
                Open
              </Button>
              {bySystem ? (
                <Button disabled={open.busy} onClick={() => void attempt(undefined)}>
                  Let the system ask
                </Button>
              ) : null}
            </Group>
            <Text fz={13} role="status">
              {waitMs > 0
                ? `Too many were wrong: the next try is in ${describeDuration(waitMs)}.`
                : 'Syncing, runs and exports go on.'}
            </Text>
          </Stack>
        </Form>
      </FullPage>
    </main>
  );
}

/** The title, the address and all answers are put away; the address and what is half written come back once it is open. */
function useEmptied(): void {
  const client = useQueryClient();
  useLayoutEffect(() => {
    const release = holdDrafts();
    dropWrittenFrame();
    document.title = 'Merchant Console';
    const { hash } = window.location;
    window.history.replaceState(null, '', '#/');
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[2] !== 'lock.status' });
    return () => {
      release();
      window.history.replaceState(null, '', hash);
    };
  }, [client]);
}
