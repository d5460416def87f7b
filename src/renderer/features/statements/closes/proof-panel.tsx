/** The proof of a close: its SHA-256, whether what is kept still has it, the one before it, and how anybody checks them without this console. Not here: the form itself (docs/close-format.md). */
import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { CheckedClose } from '../../../../domain/close.ts';
import type { CloseProof } from '../../../../domain/close-proof.ts';
import type { Failure } from '../../../../domain/failure.ts';
import { useBridge, useExport, useProfile } from '../../../bridge/index.ts';
import {
  CopyText,
  exportWords,
  Fact,
  FactGrid,
  failureWords,
  InstantText,
  Note,
  Panel,
  shortHash,
  ToneBadge,
} from '../../../ui/index.ts';

interface ProofPanelProps {
  readonly close: CheckedClose;
  /** It was looked at again: what is shown of it is to be read anew. */
  readonly onChecked: () => void;
}

/** Hash and chain. */
export function ProofPanel({ close, onChecked }: ProofPanelProps): ReactNode {
  const { sha256, document, proof } = close;
  const exporting = useExport();
  return (
    <Panel title="Proof">
      <FactGrid>
        <Fact label="SHA-256 of the close" wide>
          <span className="mc-mono">
            <CopyText value={sha256} label="SHA-256" wrap />
          </span>
        </Fact>
        <Fact label="Still what was locked" wide>
          <Standing id={close.id} proof={proof} onChecked={onChecked} />
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
      </FactGrid>
      <div className="mc-proof-words">
        <Note>
          The hash is of the canonical form: the statement, the tie-out, the certificates, the reason and every row, one
          line each. Export that form and compare: <span className="mc-mono">sha256sum FILE</span> gives the same.
          Twenty lines in docs/close-format.md also add the rows up again.
        </Note>
      </div>
      <Group mt="md" gap="sm">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          loading={exporting.state.kind === 'running'}
          onClick={() => exporting.start({ kind: 'close', closeId: close.id })}
        >
          Export the canonical form
        </Button>
        <span className="mc-export-words" role="status">
          {exportWords(exporting.state)}
        </span>
      </Group>
    </Panel>
  );
}

/** What hashing it again has shown, and doing it now. */
function Standing(props: {
  readonly id: string;
  readonly proof: CloseProof;
  readonly onChecked: () => void;
}): ReactNode {
  const { id, proof, onChecked } = props;
  const bridge = useBridge();
  const profile = useProfile().id;
  const [isChecking, setChecking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const check = async (): Promise<void> => {
    if (profile === null) return;
    setChecking(true);
    const answer = await bridge.call('periods.get', { id, verify: true }, { profile });
    setChecking(false);
    setFailure(answer.ok ? null : answer.failure);
    if (answer.ok) onChecked();
  };
  return (
    <span className="mc-proof-standing" aria-live="polite">
      <ToneBadge tone={proof.verified ? 'good' : 'bad'}>{proof.verified ? 'Verified' : 'NOT verified'}</ToneBadge>
      <span>
        hashed again at <InstantText value={proof.checkedAt} />
      </span>
      <Button variant="subtle" size="compact-sm" loading={isChecking} onClick={() => void check()}>
        Check again
      </Button>
      {failure === null ? null : <span>{failureWords(failure).sentence}</span>}
    </span>
  );
}
