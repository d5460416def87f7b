// Words that lead somewhere: to another screen of the console, or out of it.
import type { ReactNode } from 'react';
import { hashHref } from '../window/route.ts';
import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useUi } from '../window/environment.tsx';
import { plainText } from './foreign-text.tsx';

/** `to`: a path within the console. `inline`: among words, where more than its colour has to tell it from them. */
export function Link(props: {
  readonly to: string;
  readonly inline?: boolean;
  readonly title?: string;
  readonly children: ReactNode;
}) {
  const { to, inline = false, title, children } = props;
  return (
    <a className={inline ? 'mc-link mc-link-inline' : 'mc-link'} href={hashHref(to)} title={title}>
      {children}
    </a>
  );
}

/** The address when it is https without credentials, else null. */
export function safeHref(href: string): URL | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url : null;
}

/** A link with its host; an address that is not https is shown as text and leads nowhere. */
export function ExternalLink({ href, children }: { readonly href: string; readonly children?: ReactNode }) {
  const { openLink } = useUi();
  const url = safeHref(href);
  if (url === null) {
    return (
      <Text span inherit style={{ overflowWrap: 'anywhere' }} title="Only https addresses are opened">
        {plainText(href.slice(0, 600))}
      </Text>
    );
  }
  return (
    <Anchor
      inherit
      display="inline-flex"
      maw="100%"
      style={{ alignItems: 'center', gap: 6 }}
      href={url.href}
      target="_blank"
      rel="noopener noreferrer"
      title={url.href}
      onClick={(event) => {
        if (openLink === null) return;
        event.preventDefault();
        openLink(url.href);
      }}
    >
      <Text span inherit truncate>
        {children ?? url.href}
      </Text>
      {children === undefined ? null : (
        <Text span fz={12} c="dimmed">
          {url.host}
        </Text>
      )}
      <IconExternalLink size={14} style={{ flex: 'none' }} aria-hidden="true" />
      <VisuallyHidden> (opens in the browser)</VisuallyHidden>
    </Anchor>
  );
}
