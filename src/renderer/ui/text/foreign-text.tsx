// Text from elsewhere (ids, errors, response bodies) as text: capped, wrapping anywhere, never as markup.
import { ActionIcon, Anchor, Group, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { plainText } from '../../../domain/kernel/text/plain-text.ts';
import { useCopy } from './copied.tsx';

export { plainText };

const CAP = 2_000;

/** Foreign text, safe to show. Longer texts are cut and say so; the rest opens on demand. `block` keeps line breaks: for bodies and errors. */
export function ForeignText(props: { readonly text: string | null; readonly block?: boolean }) {
  const { text, block = false } = props;
  const [whole, setWhole] = useState(false);
  if (text === null || text === '') {
    return (
      <Text span inherit c="dimmed">
        —
      </Text>
    );
  }
  const rest = text.length - CAP;
  return (
    <span className={block ? 'mc-foreign mc-mono' : 'mc-foreign'} dir="auto">
      {plainText(whole ? text : text.slice(0, CAP))}
      {rest > 0 && !whole ? (
        <Anchor component="button" type="button" inherit px={4} onClick={() => setWhole(true)}>
          … show {rest} more characters
        </Anchor>
      ) : null}
    </span>
  );
}

/** At most `most` characters of it on one line; "—" for none. */
export function cellText(text: string | null, most = CELL_CHARACTERS): string {
  return text === null || text === '' ? '—' : plainText(text.slice(0, most));
}

const CELL_CHARACTERS = 200;
const WRAP = { overflowWrap: 'anywhere' } as const;

/** A value to copy: its text (cut in the middle of a narrow place, whole in the tooltip) and a button. */
export function CopyText(props: {
  readonly value: string;
  /** What is copied, for the button's name: "invoice id". */
  readonly label: string;
  /** Shows the whole text on several lines rather than cutting it. */
  readonly wrap?: boolean;
  /** A shorter text to show; what is copied is whole. */
  readonly shown?: string;
}) {
  const { value, label, wrap = false, shown = value } = props;
  const { copied, copy } = useCopy();
  return (
    <Group component="span" display="inline-flex" wrap="nowrap" gap={4} maw="100%" miw={0}>
      <Text span inherit miw={0} truncate={!wrap} style={wrap ? WRAP : {}} title={plainText(value.slice(0, CAP))}>
        {plainText(shown.slice(0, CAP))}
      </Text>
      <Tooltip label={copied ? 'Copied' : `Copy ${label}`}>
        <ActionIcon size={24} aria-label={`Copy ${label}`} onClick={() => copy(value)}>
          {copied ? <IconCheck size={14} aria-hidden="true" /> : <IconCopy size={14} aria-hidden="true" />}
        </ActionIcon>
      </Tooltip>
      <VisuallyHidden role="status">{copied ? `Copied ${label}` : ''}</VisuallyHidden>
    </Group>
  );
}

/** "3f1c2b1e…9a04c7d2" of a digest: enough to compare by eye; a copy is whole. */
export function shortHash(sha256: string): string {
  return sha256.length <= 20 ? sha256 : `${sha256.slice(0, 8)}…${sha256.slice(-8)}`;
}
