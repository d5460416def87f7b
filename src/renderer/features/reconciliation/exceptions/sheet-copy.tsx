/** The result of every row as text for the clipboard, also of the rows on other pages. Not here: the text (sheet-words.ts). */
import { Button, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { resultsAsText } from './sheet-words.ts';
import type { Sheet } from './use-sheet.ts';

/** Reads them all, then copies. */
export function CopyResults({ rows }: { readonly rows: Sheet['allRows'] }): ReactNode {
  const { copied, copy } = useClipboard({ timeout: 2_000 });
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    const all = await rows();
    setBusy(false);
    setFailed(all === null);
    if (all !== null) copy(resultsAsText(all));
  };
  return (
    <>
      <Text size="sm" c="dimmed" mr="auto" role="status">
        {hasFailed ? 'The rows could not be read now, so nothing was copied.' : copied ? 'Copied.' : ''}
      </Text>
      <Button
        size="xs"
        variant="default"
        loading={isBusy}
        leftSection={copied ? <IconCheck size={14} aria-hidden="true" /> : <IconCopy size={14} aria-hidden="true" />}
        onClick={() => void run()}
      >
        Copy the results
      </Button>
    </>
  );
}
