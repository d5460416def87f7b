// Whose engine the window shows, said at every moment where there is more than one; and what stands in place of the screens while nobody is in there.
import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { type TeamSummary, useAction, useTeams, useWhere } from '../bridge/index.ts';
import { FailureNotice, plainText, tellUndone, failureWords } from '../ui/index.ts';
import { FullPage } from './error-boundary.tsx';
import { dropWrittenFrame } from './written-frame.ts';
import { WIDE } from './sidebar.tsx';
import classes from './frame.module.css';

/** "console.shop.example · Ada". */
export function useWhereText(): string | null {
  const where = useWhere();
  if (where === null) return null;
  return where.person === null ? where.name : `${where.name} · ${plainText(where.person)}`;
}

/** Above the screen where the column at the left has no room for words. */
export function WhereBar() {
  const text = useWhereText();
  const isWide = useMediaQuery(WIDE, true);
  if (text === null || isWide) return null;
  return (
    <Text className={classes.strip} px="md" py={2} fz={12} c="var(--mc-text-soft)" bg="var(--mc-sunken)" truncate>
      {text}
    </Text>
  );
}

/** Shows that engine in this window, or says why not. */
export function useShowTeam(): (id: string | null) => void {
  const { show } = useTeams();
  return (id) =>
    void show(id).then((failure) => {
      if (failure !== null) tellUndone('The window shows what it showed', failureWords(failure).sentence);
    });
}

/** The screens, unless the window shows a team's engine to nobody who may see it. */
export function TeamGate({ children }: { readonly children: ReactNode }) {
  const { here } = useTeams();
  if (here?.standing === 'out')
    return (
      <Instead title={`You are signed out of ${here.host}`}>
        <Text>Nothing of it is shown here until you sign in. What you sent before is carried out all the same.</Text>
        <SignIn team={here} />
      </Instead>
    );
  if (here?.standing === 'other')
    return (
      <Instead title={`${here.host} is of another version`}>
        <Text>{plainText(here.reason ?? 'It and this console do not understand each other.')}</Text>
        <Again id={here.id} />
      </Instead>
    );
  return children;
}

function Instead({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const show = useShowTeam();
  const client = useQueryClient();
  useLayoutEffect(() => {
    dropWrittenFrame();
    document.title = `${title} · Merchant Console`;
    // What was read there is put away with the screens.
    client.removeQueries({
      predicate: ({ queryKey }) => queryKey[2] !== 'lock.status' && queryKey[2] !== 'teams.list',
    });
  }, [title, client]);
  return (
    <main>
      <FullPage title={title}>
        <Stack align="flex-start">
          {children}
          <Button variant="subtle" px={0} onClick={() => show(null)}>
            Show this computer instead
          </Button>
        </Stack>
      </FullPage>
    </main>
  );
}

function Again({ id }: { readonly id: string }) {
  const show = useShowTeam();
  return (
    <Button variant="filled" onClick={() => show(id)}>
      Try again
    </Button>
  );
}

const WHOLE = { whiteSpace: 'nowrap', fontSize: 15 } as const;

/** Comes in over the system's browser; once somebody is in, the window shows that team. */
export function SignIn({ team }: { readonly team: Pick<TeamSummary, 'id' | 'host' | 'standing'> }) {
  const { id, host, standing } = team;
  const signIn = useAction('teams.signIn');
  const show = useShowTeam();
  const [asked, setAsked] = useState<{ readonly compared: string | null; readonly problem: string | null } | null>(
    null,
  );
  const begin = async (): Promise<void> => {
    setAsked(null);
    const result = await signIn.run({ id });
    if (result?.ok === true) setAsked(result.value);
  };
  const compared = asked?.compared ?? null;
  const problem = asked?.problem ?? null;
  const isIn = compared !== null && standing === 'in';
  useEffect(() => {
    if (isIn) show(id);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when somebody came in
  }, [isIn, id]);
  return (
    <Stack gap="sm" align="flex-start">
      {compared === null ? null : (
        <Group gap="sm" role="status" wrap="nowrap" align="flex-start">
          <Loader size={16} mt={3} aria-hidden="true" />
          <Text>
            Go on in your browser. Before you let this console in there, see that {plainText(host)} shows the same
            signs:{' '}
            <strong className="mc-mono" style={WHOLE}>
              {compared}
            </strong>
          </Text>
        </Group>
      )}
      {problem === null ? null : (
        <Text role="alert" c="var(--mc-bad-text)">
          {plainText(problem)}
        </Text>
      )}
      <FailureNotice failure={signIn.failure} />
      <Button loading={signIn.busy} variant={compared === null ? 'filled' : 'default'} onClick={() => void begin()}>
        {compared === null ? 'Sign in' : 'Open the browser again'}
      </Button>
    </Stack>
  );
}
