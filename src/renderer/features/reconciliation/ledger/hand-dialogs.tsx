// Which dialog about matches by hand is open.
import type { ReactNode } from 'react';
import type { Entry } from '../../../../domain/entry.ts';
import { HandMatchDialog } from './hand-match.tsx';
import { Button, Group, Modal, Skeleton, Text } from '@mantine/core';
import { useAction } from '../../../bridge/index.ts';
import { countWords, FailureNotice } from '../../../ui/index.ts';
import { entryName } from './entry-view.ts';
import { HandPanel } from './hand-panel.tsx';
import { useEntry } from './inspector.tsx';

/** What a person has asked for; it stays with the entries it was asked for. */
export type Asked =
  | { readonly kind: 'match'; readonly entries: readonly Entry[] }
  | { readonly kind: 'take-back'; readonly entry: Entry };

/** `onEnd` with what is to be said of it; null: nothing was done. */
export function HandDialogs(props: {
  readonly asked: Asked | null;
  readonly onEnd: (said: string | null) => void;
}): ReactNode {
  const { asked, onEnd } = props;
  if (asked === null) return null;
  return asked.kind === 'match' ? (
    <HandMatchDialog entries={asked.entries} onEnd={onEnd} />
  ) : (
    <TakeBackDialog entry={asked.entry} onEnd={onEnd} />
  );
}

/** The match of this entry. */
function TakeBackDialog(props: { readonly entry: Entry; readonly onEnd: (said: string | null) => void }): ReactNode {
  const { entry, onEnd } = props;
  const { data, failure, refresh } = useEntry(entry.id);
  const taking = useAction('entries.unmatch');
  const match = data?.handMatch ?? null;
  const run = async (id: string): Promise<void> => {
    const answer = await taking.run({ id });
    if (answer?.ok === true) onEnd(`${entryName(entry)}: the match by hand is taken back.`);
  };
  return (
    <Modal opened onClose={() => onEnd(null)} title="Take the match by hand back?" size={560}>
      {failure === undefined ? null : <FailureNotice failure={failure} onRetry={refresh} />}
      {data === undefined ? failure === undefined ? <Skeleton height={160} radius="sm" /> : null : null}
      {data === undefined || match === null ? null : (
        <>
          <HandPanel detail={data} match={match} />
          <Text fz={13} c="var(--mc-text-soft)">
            {countWords(match.entries.length, 'entry is', 'entries are')} matched by the rules again. The note goes with
            the match; what was done stays in the audit log.
          </Text>
        </>
      )}
      {data !== undefined && match === null ? (
        <Text fz={13} c="var(--mc-text-soft)">
          It was taken back meanwhile: there is no match by hand any more.
        </Text>
      ) : null}
      {taking.failure === undefined ? null : <FailureNotice failure={taking.failure} />}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" size="xs" onClick={() => onEnd(null)}>
          {match === null ? 'Close' : 'Keep it'}
        </Button>
        <Button
          size="xs"
          data-autofocus
          disabled={match === null}
          loading={taking.busy}
          onClick={() => {
            if (match !== null) void run(match.id);
          }}
        >
          Take it back
        </Button>
      </Group>
    </Modal>
  );
}
