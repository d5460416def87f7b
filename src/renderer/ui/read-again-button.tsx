// The button that reads what is on screen from the API now.
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export function ReadAgainButton(props: { readonly isReading: boolean; readonly onReadAgain: () => void }): ReactNode {
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden="true" />}
      loading={props.isReading}
      onClick={props.onReadAgain}
    >
      Refresh
    </Button>
  );
}
