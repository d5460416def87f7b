/**
 * What a statement rests on: its instants, how complete the lists were, the oldest reading, records that could not be read. Of a locked one: as it
 * was then. Not here: the figures (account.tsx).
 */
import type { ReactNode } from 'react';
import type { Statement } from '../../../domain/statement.ts';
import {
  certificateWords,
  type CountedList,
  countOf,
  Fact,
  FactGrid,
  hashHref,
  InstantText,
  Notice,
  Panel,
} from '../../ui/index.ts';

/** A list with the certificate that it had. */
export interface ListStanding extends CountedList {
  readonly asOf: string | null;
}

export interface Lists {
  readonly invoices: ListStanding;
  readonly withdrawals: ListStanding;
}

/** The facts beside the figures. */
export function StandingPanel(props: {
  readonly statement: Statement;
  /** Null while it is not known. */
  readonly lists: Lists | null;
  readonly computedAt: string;
  /** Locked: `computedAt` is when it was closed. */
  readonly isLocked: boolean;
}): ReactNode {
  const { statement, lists, computedAt, isLocked } = props;
  const { period, bounds, oldestReading } = statement;
  return (
    <Panel title="What it rests on">
      <FactGrid>
        <Fact label={`From, in ${period.timeZone}`}>
          <InstantText value={bounds.from} />
        </Fact>
        <Fact label="Up to, not with it">
          <InstantText value={bounds.to} />
        </Fact>
        <Fact label="Invoices">{lists === null ? '…' : <Certificate list={lists.invoices} />}</Fact>
        <Fact label="Withdrawals">{lists === null ? '…' : <Certificate list={lists.withdrawals} />}</Fact>
        <Fact label="Oldest reading of a row in it">
          {oldestReading === null ? 'It has no rows' : <InstantText value={oldestReading} withAge={!isLocked} />}
        </Fact>
        <Fact label={isLocked ? 'Locked' : 'Computed, by this computer’s clock'}>
          <InstantText value={computedAt} />
        </Fact>
      </FactGrid>
    </Panel>
  );
}

function Certificate({ list }: { readonly list: ListStanding }): ReactNode {
  return (
    <>
      {certificateWords(list)}
      {list.certificate === 'incomplete' ? null : <span className="mc-standing-more mc-num">{countOf(list)}</span>}
      {list.asOf === null ? null : (
        <span className="mc-standing-more">
          as of <InstantText value={list.asOf} />
        </span>
      )}
    </>
  );
}

/** Records that nobody could read without guessing are in no line, whatever they are worth. */
export function UnreadableNotice({ unreadable }: Pick<Statement, 'unreadable'>): ReactNode {
  const words = [
    ...(unreadable.invoices === 0 ? [] : [`${unreadable.invoices.toLocaleString('en-GB')} of the list of invoices`]),
    ...(unreadable.withdrawals === 0
      ? []
      : [`${unreadable.withdrawals.toLocaleString('en-GB')} of the list of withdrawals`]),
  ];
  if (words.length === 0) return null;
  return (
    <Notice tone="warn" title="Some records could not be read and are in no line">
      {words.join(' and ')}; their money may belong to this period.{' '}
      <a className="mc-link mc-link-inline" href={hashHref('/quarantine')}>
        See them
      </a>
    </Notice>
  );
}

/** A statement over a list that is not proved complete says so before its figures. */
export function IncompleteNotice({ lists }: { readonly lists: Lists | null }): ReactNode {
  if (lists === null) return null;
  const open = [
    ...(lists.invoices.certificate === 'certified' ? [] : ['invoices']),
    ...(lists.withdrawals.certificate === 'certified' ? [] : ['withdrawals']),
  ];
  if (open.length === 0) return null;
  return (
    <Notice tone="warn" title={`The list of ${open.join(' and the list of ')} is not certified complete`}>
      What the mirror does not hold is in no figure here. The figures follow as it is read.
    </Notice>
  );
}
