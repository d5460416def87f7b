// The proof of a close: whether it still is what was locked, its SHA-256 and the one before it, its file, and how
// anybody checks that without this console.
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconRefresh, IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { CheckedClose } from '../../../../domain/close.ts';
import type { Failure } from '../../../../domain/failure.ts';
import { useBridge, useExport, useProfile } from '../../../bridge/index.ts';
import { exportWords } from '../../../parts/export-menu.tsx';
import {
  CopyText,
  Fact,
  FactGrid,
  failureWords,
  ForeignText,
  InstantText,
  Panel,
  periodWords,
  plainText,
  shortHash,
} from '../../../ui/index.ts';

/** The answer first: is it still as it was closed? Then who closed it, and when. */
export function LockedFacts(props: { readonly close: CheckedClose; readonly onChecked: () => void }): ReactNode {
  const { close, onChecked } = props;
  const { proof, document, facts } = close;
  const { closedAt, closedBy, statement } = document;
  const bridge = useBridge();
  const profile = useProfile().id;
  const [isChecking, setChecking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const check = async (): Promise<void> => {
    if (profile === null) return;
    setChecking(true);
    const answer = await bridge.call('periods.get', { id: close.id, verify: true }, { profile });
    setChecking(false);
    setFailure(answer.ok ? null : answer.failure);
    if (answer.ok) onChecked();
  };
  const Icon = proof.verified ? IconShieldCheck : IconShieldX;
  return (
    <Panel>
      <Group justify="space-between" wrap="nowrap">
        <Group gap="sm" wrap="nowrap">
          <Icon size={24} color={proof.verified ? 'var(--mc-good-text)' : 'var(--mc-bad-text)'} aria-hidden="true" />
          <div aria-live="polite">
            <Text size="xl" fw={600}>
              {periodWords(statement.period)} is {proof.verified ? 'still exactly' : 'NOT'} as it was closed
            </Text>
            <Text size="sm" c="dimmed" component="div">
              Closed by {plainText(closedBy.slice(0, 200))}, <InstantText value={closedAt} withZone />. All{' '}
              {facts.toLocaleString('en-GB')} rows hashed again <InstantText value={proof.checkedAt} />.
              {failure === null ? '' : ` ${failureWords(failure).sentence}`}
            </Text>
          </div>
        </Group>
        <Button
          variant="default"
          className="mc-no-print"
          leftSection={<IconRefresh size={16} aria-hidden="true" />}
          loading={isChecking}
          onClick={() => void check()}
        >
          Check again
        </Button>
      </Group>
    </Panel>
  );
}

/** Hash and chain, and the file that they are of. */
export function ProofPanel({ close }: { readonly close: CheckedClose }): ReactNode {
  const { sha256, document } = close;
  const exporting = useExport();
  return (
    <Panel title="Proof">
      <FactGrid>
        <Fact label="SHA-256" wide>
          <span className="mc-mono">
            <CopyText value={sha256} label="SHA-256" wrap />
          </span>
        </Fact>
        <Fact label="SHA-256 of the close before it">
          {document.previousSha256 === null ? (
            'None: it is the first'
          ) : (
            <span className="mc-mono">
              <CopyText
                value={document.previousSha256}
                shown={shortHash(document.previousSha256)}
                label="SHA-256 of the close before"
              />
            </span>
          )}
        </Fact>
        <Fact label="Business">
          {plainText(document.business.profile.slice(0, 200))}
          {document.business.sandbox ? ' (SANDBOX)' : ''}
        </Fact>
        <Fact label="API">
          <ForeignText text={document.business.origin} />
        </Fact>
      </FactGrid>
      <Group mt="md" gap="sm" className="mc-no-print">
        <Button
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          loading={exporting.state.kind === 'running'}
          onClick={() => exporting.start({ kind: 'close', closeId: close.id })}
        >
          Download proof file
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {exportWords(exporting.state)}
        </Text>
      </Group>
    </Panel>
  );
}

/** Four steps, with what every computer has. */
export function VerifyPanel({ close: { document } }: { readonly close: CheckedClose }): ReactNode {
  return (
    <Panel title="Verify it without this console">
      <Stack gap="xs" component="ol" m={0} pl="lg" fz="sm">
        <li>Download the proof file: statement, tie-out, certificates, the reason and every row, one line each.</li>
        <li>
          Compute its SHA-256: <Code>sha256sum FILE</Code>
        </li>
        <li>
          Compare it with the one above. Equal: nothing was changed since <InstantText value={document.closedAt} />.
        </li>
        <li>Add up its rows, if you like: twenty lines in docs/close-format.md give the same sums.</li>
      </Stack>
    </Panel>
  );
}
