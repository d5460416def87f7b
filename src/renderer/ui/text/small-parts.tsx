// Buttons, links and lines of words that many screens have.
import { Button, type ButtonProps, Title } from '@mantine/core';
import { IconPlus, IconPrinter, IconRefresh } from '@tabler/icons-react';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { screenPath } from '../../../domain/console/screens.ts';
import { useUi } from '../window/environment.tsx';
import { Link } from './link.tsx';
import { hashHref, RESTORED_PATH } from '../window/route.ts';
import './monogram.css';

export function ReadAgainButton(props: { readonly isReading: boolean; readonly onReadAgain: () => void }) {
  return (
    <Button
      leftSection={<IconRefresh size={16} aria-hidden="true" />}
      loading={props.isReading}
      data-console-key="refresh"
      onClick={props.onReadAgain}
    >
      Refresh
    </Button>
  );
}

/** `name` is what the file is called; `bar`, why nothing may go on paper now, null when it may. */
export function PrintButton({ name, bar }: { readonly name: string; readonly bar: string | null }) {
  const { savePdf } = useUi();
  return (
    <Button
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

/** A button that leads to another screen of the console: `to` is a path within it. */
export function ButtonLink({
  to,
  ...button
}: ButtonProps & Omit<ComponentPropsWithoutRef<'a'>, keyof ButtonProps | 'href'> & { readonly to: string }) {
  return <Button component="a" href={hashHref(to)} {...button} />;
}

/** Not filled where something else on the screen is what it is for. */
export function NewInvoiceLink() {
  return (
    <ButtonLink to={screenPath('new-invoice')} leftSection={<IconPlus size={16} aria-hidden="true" />}>
      New invoice
    </ButtonLink>
  );
}

export function DecideLink() {
  return (
    <Link inline to={RESTORED_PATH}>
      Decide what becomes of it
    </Link>
  );
}

/** A paragraph that explains what stands above it. */
export function Note({ children }: { readonly children: ReactNode }) {
  return <p className="mc-note">{children}</p>;
}

/** A title of level three, or four below one of three. */
export function PartTitle({ order = 3, children }: { readonly order?: 3 | 4; readonly children: ReactNode }) {
  return (
    <Title order={order} mb={6} fz={12} lh="16px" fw={500} c="var(--mc-text-muted)">
      {children}
    </Title>
  );
}

/** Of a name without a letter or a digit an empty box, so that the names of a list stand in one line. */
export function Monogram({ name }: { readonly name: string }) {
  const [letter = ''] = /[\p{L}\p{N}]/u.exec(name) ?? [];
  // Written by the style sheet, so that it is neither copied nor read out with the name.
  return <span className="mc-monogram" data-letter={Array.from(letter.toUpperCase())[0] ?? ''} aria-hidden="true" />;
}
