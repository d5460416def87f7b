// What others wrote of this program, and its licences: a text that a package carries beside the screens.
import { Box, Loader, Modal, ScrollArea, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { plainText, scrollable } from '../../ui/index.ts';

const FILE = 'licences.txt';
/** Characters; a longer text is no list of licences. */
const MOST = 4_000_000;

const TEXT = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

type Read = { readonly kind: 'reading' | 'absent' } | { readonly kind: 'text'; readonly text: string };

export function LicencesDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const read = useLicences();
  return (
    <Modal
      opened
      onClose={onClose}
      title="Licences of others’ work"
      size={760}
      scrollAreaComponent={ScrollArea.Autosize}
    >
      {read.kind === 'reading' ? <Loader size="sm" aria-label="Reading the licences" /> : null}
      {read.kind === 'absent' ? (
        <Text c="var(--mc-text-soft)">
          This build carries no list of licences; a packaged one does. The names and versions of what it is made of
          stand in the file package-lock.json of its source.
        </Text>
      ) : null}
      {read.kind === 'text' ? (
        <Box component="pre" m={0} className="mc-mono" style={TEXT} {...scrollable('Licences')}>
          {read.text}
        </Box>
      ) : null}
    </Modal>
  );
}

function useLicences(): Read {
  const [read, setRead] = useState<Read>({ kind: 'reading' });
  useEffect(() => {
    const stop = new AbortController();
    fetchText(stop.signal).then(setRead, () => {
      if (!stop.signal.aborted) setRead({ kind: 'absent' });
    });
    return () => stop.abort();
  }, []);
  return read;
}

async function fetchText(signal: AbortSignal): Promise<Read> {
  const response = await fetch(FILE, { signal, credentials: 'omit', redirect: 'error' });
  const isText = response.headers.get('content-type')?.startsWith('text/plain') === true;
  if (!response.ok || !isText) return { kind: 'absent' };
  const text = await response.text();
  return { kind: 'text', text: plainText(text.slice(0, MOST)) };
}
