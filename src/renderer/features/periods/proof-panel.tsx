/** The proof of a close: its SHA-256, the one before it, and how anybody checks them without this console. Not here: the form itself (docs/close-format.md). */
import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Close } from '../../../domain/close.ts';
import { useExport } from '../../bridge/index.ts';
import { CopyText, Fact, FactGrid, Note, Panel, exportWords } from '../../ui/index.ts';
import { shortHash } from './words.ts';

/** Hash and chain. */
export function ProofPanel({ close }: { readonly close: Close }): ReactNode {
  const { sha256, document } = close;
  const exporting = useExport();
  return (
    <Panel title="Proof">
      <FactGrid>
        <Fact label="SHA-256 of the close" wide>
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
