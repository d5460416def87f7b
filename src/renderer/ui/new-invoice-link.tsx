/** The way to the form of a new invoice, from wherever invoices are looked at. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { screenPath } from '../../domain/screens.ts';
import { hashHref } from './route.ts';

/** Not filled where something else on the screen is what it is for. */
export function NewInvoiceLink(): ReactNode {
  return (
    <Button
      component="a"
      href={hashHref(screenPath('new-invoice'))}
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden="true" />}
    >
      New invoice
    </Button>
  );
}
