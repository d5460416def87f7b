// A link out of the console: https only, with the host in view.
import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useUi } from '../window/environment.tsx';
import { plainText } from './foreign-text.tsx';

/** The address when it is https without credentials, else null. */
export function safeHref(href: string): URL | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url : null;
}

/** A link with its host; an address that is not https is shown as text and leads nowhere. */
export function ExternalLink({ href, children }: { readonly href: string; readonly children?: ReactNode }): ReactNode {
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
