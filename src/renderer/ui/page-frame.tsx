/**
 * The frame of a screen (title, actions, body) and the plain blocks it is filled with: panels and facts.
 */
import { type ReactNode, useEffect } from 'react';
import { useUi } from './environment.tsx';
import './page-frame.css';

/** A screen. Its title is the page's heading. `fill` gives the body the height that is left. */
export function PageFrame({
  title,
  windowTitle = title,
  subtitle,
  actions,
  back,
  fill = false,
  children,
}: {
  readonly title: string;
  /** What the window is called, where the heading alone says too little beside other windows: "Invoice 4711". */
  readonly windowTitle?: string;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  /** A link back to the list, shown above the title. */
  readonly back?: ReactNode;
  readonly fill?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { isSandbox } = useUi();
  useEffect(() => {
    document.title = [windowTitle, ...(isSandbox ? ['SANDBOX'] : []), 'Merchant Console'].join(' · ');
  }, [windowTitle, isSandbox]);
  return (
    <div className="mc-page" data-fill={fill || undefined}>
      <header className="mc-page-head">
        <div className="mc-page-titles">
          {back === undefined ? null : <div className="mc-page-back">{back}</div>}
          <h1 className="mc-page-title">{title}</h1>
          {subtitle === undefined ? null : <div className="mc-page-subtitle">{subtitle}</div>}
        </div>
        {actions === undefined ? null : <div className="mc-page-actions">{actions}</div>}
      </header>
      <div className="mc-page-body">{children}</div>
    </div>
  );
}

/** A surface with an optional heading. `flush` lets a table reach the edges. */
export function Panel({
  title,
  note,
  actions,
  flush = false,
  children,
}: {
  readonly title?: string;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly flush?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className="mc-panel" data-flush={flush || undefined} aria-label={title}>
      {title === undefined && actions === undefined ? null : (
        <header className="mc-panel-head">
          <div>
            <h2 className="mc-panel-title">{title}</h2>
            {note === undefined ? null : <div className="mc-panel-note">{note}</div>}
          </div>
          {actions}
        </header>
      )}
      <div className="mc-panel-body">{children}</div>
    </section>
  );
}

/** A grid of facts; as many columns as fit. */
export function FactGrid({ children }: { readonly children: ReactNode }): ReactNode {
  return <dl className="mc-facts">{children}</dl>;
}

/** A named fact. `wide` takes a whole line; `action` is what can be done about it, beside its name. */
export function Fact({
  label,
  wide = false,
  action,
  children,
}: {
  readonly label: string;
  readonly wide?: boolean;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="mc-fact" data-wide={wide || undefined}>
      <dt className="mc-fact-label">
        {label}
        {action === undefined ? null : <span className="mc-fact-action">{action}</span>}
      </dt>
      <dd className="mc-fact-value">{children}</dd>
    </div>
  );
}
