/**
 * The sheet that lists every key of the console. Not here: what the keys do (use-shortcuts.ts).
 */
import { Kbd, Modal } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { ENTRY_KEYS, TRIAGE_KEYS } from '../ui/index.ts';
import { CHECK_SIGNATURE, DESTINATIONS, NEW_INVOICE, NUMBERED, PLAN_RESEND } from './destinations.ts';

/** The keys of lists that are worked through; those of entries that exceptions do not have. */
const WORKED_LISTS = [
  ...TRIAGE_KEYS.map((one) => ['Exceptions', one] as const),
  ...ENTRY_KEYS.filter(({ keys }) => ['O', 'M', 'U'].includes(keys.join(''))).map(
    (one) => ['Your books', one] as const,
  ),
];

/** There are no more digits than that. */
const DIGITS = 9;

/** All keys that work everywhere, those of the tables, and those of the lists that are worked through. */
export function ShortcutSheet({
  opened,
  onClose,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size={520}>
      <dl className="mc-sheet">
        {DESTINATIONS.map((place) => (
          <Line key={place.path} words={place.label}>
            <Kbd>g</Kbd> <Kbd>{place.key}</Kbd>
            <Digit index={NUMBERED.indexOf(place)} />
          </Line>
        ))}
        {[NEW_INVOICE, PLAN_RESEND, CHECK_SIGNATURE].map(({ label, key }) => (
          <Line key={key} words={label}>
            <Kbd>g</Kbd> <Kbd>{key}</Kbd>
          </Line>
        ))}
        <Line words="Find any id">
          <Kbd>Ctrl</Kbd> <Kbd>K</Kbd>
        </Line>
        <Line words="Copy a support reply for the invoice on screen">
          <Kbd>y</Kbd>
        </Line>
        <Line words="Search on this screen">
          <Kbd>/</Kbd>
        </Line>
        <Line words="Move in a table">
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> <Kbd>←</Kbd> <Kbd>→</Kbd> <Kbd>Page Up</Kbd> <Kbd>Page Down</Kbd>
        </Line>
        <Line words="Open the row">
          <Kbd>Enter</Kbd>
        </Line>
        <Line words="Select the row, or all from the last one to it">
          <Kbd>Space</Kbd> or <Kbd>Shift</Kbd> <Kbd>Space</Kbd>
        </Line>
        <Line words="Select all of the filter, or nothing">
          <Kbd>Ctrl</Kbd> <Kbd>A</Kbd> or <Kbd>Esc</Kbd>
        </Line>
        {WORKED_LISTS.map(([list, { keys, words }]) => (
          <Line key={`${list} ${words}`} words={`${list}: ${words}`}>
            {keys.map((key, at) => (
              <Fragment key={key}>
                {at === 0 ? null : ' '}
                <Kbd>{key}</Kbd>
              </Fragment>
            ))}
          </Line>
        ))}
        <Line words="This sheet">
          <Kbd>?</Kbd>
        </Line>
      </dl>
      <p className="mc-sheet-note">In a browser, Ctrl and a digit belongs to its tabs; use g and a letter there.</p>
    </Modal>
  );
}

function Digit({ index }: { readonly index: number }): ReactNode {
  if (index < 0 || index >= DIGITS) return null;
  return (
    <>
      {' '}
      or <Kbd>Ctrl</Kbd> <Kbd>{index + 1}</Kbd>
    </>
  );
}

function Line({ words, children }: { readonly words: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="mc-sheet-line">
      <dt>{words}</dt>
      <dd>{children}</dd>
    </div>
  );
}
