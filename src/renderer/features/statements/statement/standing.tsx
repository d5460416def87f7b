/**
 * What a statement rests on: its instants, how complete the lists were, the oldest reading, records that could not be read. Of a locked one: as it
 * was then. Not here: the figures (account.tsx).
 */
import type { ReactNode } from 'react';
import type { Statement } from '../../../../domain/statement.ts';
import {
  certificateWords,
  countOf,
  Fact,
  FactGrid,
  InstantText,
  type Lists,
  type ListStanding,
  Panel,
  Under,
} from '../../../ui/index.ts';

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
    <Panel title="Data sources">
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
      {list.certificate === 'incomplete' ? null : <Under>{countOf(list)}</Under>}
      {list.asOf === null ? null : (
        <Under>
          as of <InstantText value={list.asOf} />
        </Under>
      )}
    </>
  );
}
