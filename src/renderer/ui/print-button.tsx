// "Save as PDF" where the program does that itself, else "Print…", which is the system's.
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useUi } from './environment.tsx';

/** `name` is what the file is called; `bar`, why nothing may go on paper now, null when it may. */
export function PrintButton({ name, bar }: { readonly name: string; readonly bar: string | null }): ReactNode {
  const { savePdf } = useUi();
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={16} aria-hidden="true" />}
      disabled={bar !== null}
      title={bar ?? undefined}
      data-console-print=""
      onClick={() => (savePdf === null ? window.print() : savePdf(name))}
    >
      {savePdf === null ? 'Print…' : 'Save as PDF'}
    </Button>
  );
}
