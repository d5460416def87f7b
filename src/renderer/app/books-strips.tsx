// Strips about the books themselves: they were put back from a copy, or copies hold more than they do.
import { CloseButton } from '@mantine/core';
import { IconDatabaseExclamation, IconDatabaseImport, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { BooksRestore } from '../../contract/calls/books.ts';
import { useAction, useCall } from '../bridge/index.ts';
import { countWords, InstantText, plainText, RESTORED_PATH } from '../ui/index.ts';
import classes from './frame.module.css';

/** Those that apply now. */
export function BooksStrips(): ReactNode {
  const { data, refresh } = useCall('books.state', {});
  const standing = useCall('restored.list', {}, { enabled: data?.restore !== undefined }).data?.items ?? [];
  const { run } = useAction('books.seen');
  if (data === undefined) return null;
  const { restore, largerCopies } = data;
  const seen = async (what: Parameters<typeof run>[0]): Promise<void> => {
    await run(what);
    refresh();
  };
  return (
    <>
      {restore === undefined ? null : (
        <Strip
          icon={IconDatabaseImport}
          close="Close: the books were put back"
          onClose={() => void seen({ restore: restore.position })}
          way={
            <Link className="mc-link" href={RESTORED_PATH}>
              {standing.length === 0 ? 'About it' : 'Decide'}
            </Link>
          }
        >
          <Restored restore={restore} standing={standing.length} />
        </Strip>
      )}
      {largerCopies.length === 0 ? null : (
        <Strip
          icon={IconDatabaseExclamation}
          close="Close: copies of the books hold more"
          onClose={() => void seen({ largerCopies })}
        >
          <LargerCopies names={largerCopies} />
        </Strip>
      )}
    </>
  );
}

function LargerCopies({ names }: { readonly names: readonly string[] }): ReactNode {
  const latest = <span className="mc-mono">{plainText((names.at(-1) ?? '').slice(0, 80))}</span>;
  return (
    <>
      <strong>The books hold less than {names.length === 1 ? 'a copy' : 'copies'} of them.</strong>{' '}
      {names.length === 1 ? (
        <>{latest} in the folder “backups” holds what they do not, and is kept. </>
      ) : (
        <>
          {countWords(names.length, 'copy', 'copies')} in the folder “backups” hold what they do not, the latest is{' '}
          {latest}; all are kept.{' '}
        </>
      )}
      If you did not mean to use older books, end the console and put the copy back: docs/faults.md says how.
    </>
  );
}

function Restored({ restore, standing }: { readonly restore: BooksRestore; readonly standing: number }): ReactNode {
  const { asOf, usedUntil } = restore;
  return (
    <>
      <strong>
        The books were put back from a copy, as of <InstantText value={asOf} withZone />.
      </strong>{' '}
      What this console sent after that
      {usedUntil === undefined ? null : (
        <>
          , until <InstantText value={usedUntil} />,
        </>
      )}{' '}
      is not known here.{' '}
      {standing === 0
        ? 'Nothing of this business stands still.'
        : `${countWords(standing, 'thing of this business stands', 'things of this business stand')} still until you decide.`}
    </>
  );
}

function Strip(props: {
  readonly icon: TablerIcon;
  readonly close: string;
  readonly onClose: () => void;
  readonly way?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const { icon: Icon, close, onClose, way, children } = props;
  return (
    <div className={classes.banner} data-tone="warn" role="status">
      <Icon size={16} aria-hidden="true" />
      <span>{children}</span>
      <span className={`${classes.bannerEnd} ${classes.newsWays}`}>
        {way}
        <CloseButton size="sm" aria-label={close} onClick={onClose} />
      </span>
    </div>
  );
}
