// A link out of the console: https only, with the host in view.
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useUi } from './environment.tsx';
import { plainText } from './foreign-text.tsx';
import classes from './external-link.module.css';

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
      <span className={classes.externalDead} title="Only https addresses are opened">
        {plainText(href.slice(0, 600))}
      </span>
    );
  }
  return (
    <a
      className={`mc-link ${classes.external}`}
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
      <span className={classes.externalWords}>{children ?? url.href}</span>
      {children === undefined ? null : <span className={classes.externalHost}>{url.host}</span>}
      <IconExternalLink size={14} aria-hidden="true" />
      <span className="mc-visually-hidden"> (opens in the browser)</span>
    </a>
  );
}
