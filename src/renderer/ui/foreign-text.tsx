// Text from elsewhere (ids, errors, response bodies) as text: capped, wrapping anywhere, never as markup.
import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { plainText } from '../../domain/plain-text.ts';
import classes from './foreign-text.module.css';

export { plainText };

const CAP = 2_000;

/** Foreign text, safe to show. Longer texts are cut and say so; the rest opens on demand. */
export function ForeignText({
  text,
  block = false,
}: {
  readonly text: string | null;
  /** Keeps line breaks, in a figure-width face: for bodies and errors. */
  readonly block?: boolean;
}): ReactNode {
  const [whole, setWhole] = useState(false);
  if (text === null || text === '') return <span className={classes.foreignNone}>—</span>;
  const shown = plainText(whole ? text : text.slice(0, CAP));
  const rest = text.length - CAP;
  return (
    <span className={block ? `${classes.foreign} ${classes.foreignBlock} mc-mono` : classes.foreign} dir="auto">
      {shown}
      {rest > 0 && !whole ? (
        <button type="button" className={classes.foreignMore} onClick={() => setWhole(true)}>
          … show {rest} more characters
        </button>
      ) : null}
    </span>
  );
}

/** A value to copy: its text (cut in the middle of a narrow place, whole in the tooltip) and a button. */
export function CopyText({
  value,
  label,
  shown = value,
  wrap = false,
}: {
  readonly value: string;
  /** A shorter text to show; what is copied is whole. */
  readonly shown?: string;
  /** What is copied, for the button's name: "invoice id". */
  readonly label: string;
  /** Shows the whole text on several lines rather than cutting it. */
  readonly wrap?: boolean;
}): ReactNode {
  const { copied, copy } = useClipboard({ timeout: 1_500 });
  return (
    <span className={classes.copy}>
      <span
        className={wrap ? `${classes.copyValue} ${classes.copyWrap}` : classes.copyValue}
        title={plainText(value.slice(0, CAP))}
      >
        {plainText(shown.slice(0, CAP))}
      </span>
      <Tooltip label={copied ? 'Copied' : `Copy ${label}`}>
        <ActionIcon variant="subtle" color="gray" size={24} aria-label={`Copy ${label}`} onClick={() => copy(value)}>
          {copied ? <IconCheck size={14} aria-hidden="true" /> : <IconCopy size={14} aria-hidden="true" />}
        </ActionIcon>
      </Tooltip>
      <span className="mc-visually-hidden" role="status">
        {copied ? `Copied ${label}` : ''}
      </span>
    </span>
  );
}
