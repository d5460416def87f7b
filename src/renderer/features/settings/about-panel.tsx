// What this program is, whether there is a newer one, and what others wrote of it.
import { Box, Button, Group, Loader, Modal, ScrollArea, Stack, Text } from '@mantine/core';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { UpdateState } from '../../../domain/console/update.ts';
import { useAction, useCall } from '../../bridge/index.ts';
import { ExternalLink, Facts, FailureNotice, InstantText, Panel, plainText, scrollable } from '../../ui/index.ts';
import { type Tone, ToneBadge } from '../../parts/index.ts';
import { installBar, updateWords } from './desktop-words.ts';

const TONES: Readonly<Record<UpdateState, Tone>> = {
  off: 'quiet',
  current: 'good',
  newer: 'notice',
  loading: 'notice',
  ready: 'good',
  waiting: 'notice',
  refused: 'warn',
  failed: 'warn',
};

export function AboutPanel() {
  const version = useCall('app.info', {}).data?.version;
  const [licences, setLicences] = useState(false);
  return (
    <Panel
      title="About and updates"
      actions={<Button onClick={() => setLicences(true)}>Licences of others’ work</Button>}
    >
      <Facts
        of={[['Merchant Console', version === undefined ? 'Asking…' : `Version ${plainText(version.slice(0, 40))}`]]}
      />
      <Updates />
      {licences ? <LicencesDialog onClose={() => setLicences(false)} /> : null}
    </Panel>
  );
}

const MARKED = ['ready', 'waiting'] as const;
/** Where a person who wants it has to fetch it. */
const FETCHED_BY_HAND = ['off', 'newer', 'refused'] as const;

function Updates() {
  const { data: status, failure, refresh } = useCall('updates.status', {});
  const jobs = useCall('jobs.list', {}).data?.jobs.filter(({ state }) => state === 'running' || state === 'waiting');
  const check = useAction('updates.check');
  const install = useAction('updates.install');
  if (status === undefined) return failure === undefined ? null : <FailureNotice failure={failure} onRetry={refresh} />;
  const { title, sentence } = updateWords(status);
  const canInstall = MARKED.some((state) => state === status.state);
  const bar = installBar(status, jobs?.length ?? 0);
  const wrong = check.failure ?? install.failure;
  return (
    <Stack gap="sm" mt="sm">
      <Text component="div" role="status" maw="76ch">
        <ToneBadge tone={TONES[status.state]}>{title}</ToneBadge> {sentence}
      </Text>
      {status.page === undefined || !FETCHED_BY_HAND.some((state) => state === status.state) ? null : (
        <p>
          <ExternalLink href={status.page}>Releases</ExternalLink>
        </p>
      )}
      {status.checkedAt === null ? null : (
        <Text c="dimmed">
          Asked <InstantText value={status.checkedAt} withAge />
        </Text>
      )}
      <Group gap={8}>
        {status.state === 'off' ? null : (
          <Button
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            loading={check.busy}
            disabled={status.state === 'loading'}
            onClick={() => void check.run({}).then(refresh)}
          >
            Check now
          </Button>
        )}
        {canInstall ? (
          <Button
            variant="filled"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            loading={install.busy}
            disabled={bar !== null}
            aria-describedby={bar === null ? undefined : 'install-bar'}
            onClick={() => void install.run({}).then(refresh)}
          >
            Install and restart
          </Button>
        ) : null}
      </Group>
      {canInstall && bar !== null ? (
        <Text c="dimmed" id="install-bar">
          {bar}
        </Text>
      ) : null}
      <FailureNotice failure={wrong} />
    </Stack>
  );
}

/** What others wrote of this program, and its licences: a text that a package carries beside the screens. */
const LICENCES = 'licences.txt';
/** Characters; a longer text is no list of licences. */
const MOST = 4_000_000;

const TEXT = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

function LicencesDialog({ onClose }: { readonly onClose: () => void }) {
  const read = useLicences();
  return (
    <Modal
      opened
      onClose={onClose}
      title="Licences of others’ work"
      size={760}
      scrollAreaComponent={ScrollArea.Autosize}
    >
      {read === undefined ? (
        <Loader size="sm" aria-label="Reading the licences" />
      ) : read === null ? (
        <Text c="var(--mc-text-soft)">
          This build carries no list of licences; a packaged one does. The names and versions of what it is made of
          stand in the file package-lock.json of its source.
        </Text>
      ) : (
        <Box component="pre" m={0} className="mc-mono" style={TEXT} {...scrollable('Licences')}>
          {read}
        </Box>
      )}
    </Modal>
  );
}

/** Null: there are none. */
function useLicences(): string | null | undefined {
  const [read, setRead] = useState<string | null>();
  useEffect(() => {
    fetchText().then(setRead, () => setRead(null));
  }, []);
  return read;
}

async function fetchText(): Promise<string | null> {
  const response = await fetch(LICENCES, { credentials: 'omit', redirect: 'error' });
  const isText = response.headers.get('content-type')?.startsWith('text/plain') === true;
  return response.ok && isText ? plainText((await response.text()).slice(0, MOST)) : null;
}
