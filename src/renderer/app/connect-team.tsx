// Connecting to a team's host: its address, what is found there, and the way in. Loaded when it is first asked for.
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction, useCalls, useTeams } from '../bridge/index.ts';
import { FailureNotice, Form, Note, plainText } from '../ui/index.ts';
import { SignIn } from './teams.tsx';

export function ConnectTeam({ onClose }: { readonly onClose: () => void }) {
  const { way, teams } = useTeams();
  const [address, setAddress] = useState('');
  const [added, setAdded] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const add = useAction('teams.add');
  const { run, busy, failure } = useCalls();
  const team = teams.find(({ id }) => id === added);
  const look = async (): Promise<void> => {
    setProblem(null);
    const found = await run('teams.look', { address });
    if (!found.ok) return;
    if (found.value.problem !== null) return setProblem(found.value.problem);
    const result = await add.run({ address });
    if (result?.ok === true) setAdded(result.value.id);
  };
  return (
    <Modal opened onClose={onClose} title="Connect to a team" size={480}>
      <Form onSubmit={() => void (address.trim() === '' || team !== undefined || look())}>
        <Stack>
          <TextInput
            label="Address of the host"
            description="As your team’s people open it in a browser"
            placeholder="https://console.yourteam.example"
            data-autofocus
            spellCheck={false}
            value={address}
            readOnly={team !== undefined}
            error={problem === null ? undefined : plainText(problem)}
            onChange={({ currentTarget }) => {
              setProblem(null);
              setAddress(currentTarget.value);
            }}
          />
          <FailureNotice failure={failure ?? add.failure} />
          {team === undefined ? (
            <>
              <Note>
                One engine for several people, on a host of your team. What this computer holds stays as it is; nothing
                is copied either way.
              </Note>
              <Group justify="flex-end" gap="sm">
                <Button onClick={onClose}>Cancel</Button>
                <Button variant="filled" type="submit" loading={busy || add.busy} disabled={address.trim() === ''}>
                  Look it up
                </Button>
              </Group>
            </>
          ) : (
            <>
              <Text role="status">
                <strong>{plainText(team.host)}</strong> is a Merchant Console for a team that this one can speak with,
                and its certificate is good.
              </Text>
              {way === 'links' ? (
                <Button
                  variant="filled"
                  component="a"
                  href={team.origin}
                  target="_blank"
                  rel="noopener noreferrer"
                  onClick={onClose}
                >
                  Open its page
                </Button>
              ) : (
                <SignIn team={team} />
              )}
            </>
          )}
        </Stack>
      </Form>
    </Modal>
  );
}
