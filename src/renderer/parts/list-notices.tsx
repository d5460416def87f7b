// What stands above every report: lists that are not proved complete, records that could not be read.
import { screenPath } from '../../domain/console/screens.ts';
import type { CountedList } from './certificate-words.ts';
import { Notice } from '../ui/frame/failure-notice.tsx';
import { Link } from '../ui/text/link.tsx';
import { grouped } from '../ui/index.ts';
import { InstantText } from '../ui/text/instant-text.tsx';

export interface ListStanding extends CountedList {
  readonly asOf: string | null;
}

export interface Lists {
  readonly invoices: ListStanding;
  readonly withdrawals: ListStanding;
}

/** Records that nobody could read without guessing are in no figure, whatever they are worth. */
export function UnreadableNotice(props: {
  readonly unreadable: { readonly invoices: number; readonly withdrawals: number };
}) {
  const { unreadable } = props;
  const words = LISTS.filter((name) => unreadable[name] > 0).map(
    (name) => `${grouped(unreadable[name])} of the list of ${name}`,
  );
  if (words.length === 0) return null;
  return (
    <Notice tone="warn" title="Some records could not be read and are in no figure here">
      {words.join(' and ')}; what they say may belong here.{' '}
      <Link inline to={screenPath('unreadable')}>
        See them
      </Link>
    </Notice>
  );
}

/** A report over a list that is not proved complete says so before its figures; `lists` are those that it rests on. */
export function IncompleteNotice({ lists }: { readonly lists: Partial<Lists> | null }) {
  const open = LISTS.filter((name) => {
    const certificate = lists?.[name]?.certificate;
    return certificate !== undefined && certificate !== 'certified';
  });
  if (open.length === 0) return null;
  return (
    <Notice tone="warn" title={`The list of ${open.join(' and the list of ')} is not certified complete`}>
      What the mirror does not hold is in no figure here. The figures follow as it is read.
    </Notice>
  );
}

const LISTS = ['invoices', 'withdrawals'] as const;

/** Above the record's verdict, since nothing below it can be read again. */
export function NotSeenNotice(props: {
  readonly kind: 'invoice' | 'withdrawal';
  readonly asOf: string;
  readonly missingSince: string;
}) {
  return (
    <Notice tone="warn" title={`The API does not show this ${props.kind} any more`}>
      Not seen since <InstantText value={props.asOf} withAge />; found missing{' '}
      <InstantText value={props.missingSince} />. What is below is the last reading. It is kept, and counted in the
      totals. Ask the service before you act on it.
    </Notice>
  );
}
