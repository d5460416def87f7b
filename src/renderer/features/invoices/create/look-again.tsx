/**
 * Looking an unknown outcome up once more, with what came of the look: nothing is dropped. Not here: what is known of the order
 * (outcome-page.tsx).
 */
import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Failure } from '../../../../domain/failure.ts';
import { fromEpochMs } from '../../../../domain/time.ts';
import { useAction } from '../../../bridge/index.ts';
import { FailureNotice, hashHref, TimeOfDayText } from '../../../ui/index.ts';
import { formPath } from './use-form.ts';

type Looked = { readonly failure: Failure } | { readonly stillAt: string };

/** A look costs one request; the same order sent again is safe, because the API makes one invoice of one id. */
export function LookAgain(props: { readonly intentId: string; readonly onLooked: () => void }): ReactNode {
  const { intentId, onLooked } = props;
  const { run, busy } = useAction('creates.lookAgain');
  const [looked, setLooked] = useState<Looked | null>(null);
  const look = async (): Promise<void> => {
    setLooked(null);
    const result = await run({ intentId });
    if (result === null) return;
    if (!result.ok) setLooked({ failure: result.failure });
    else if (result.value.outcome === 'unknown') setLooked({ stillAt: fromEpochMs(Date.now()) });
    onLooked();
  };
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button size="xs" loading={busy} onClick={() => void look()}>
          Look again now
        </Button>
        <Button component="a" href={hashHref(formPath(intentId))} size="xs" variant="default">
          Open the form with this order
        </Button>
      </Group>
      <div role="status">
        {looked !== null && 'stillAt' in looked ? (
          <p className="mc-note">
            Looked again at <TimeOfDayText value={looked.stillAt} />: still not known.
          </p>
        ) : null}
      </div>
      {looked !== null && 'failure' in looked ? <FailureNotice failure={looked.failure} /> : null}
      <p className="mc-note">
        The same order under the same id can be sent once more without harm: the API makes one invoice of one id. Under
        another id it would be a second invoice.
      </p>
    </Stack>
  );
}
