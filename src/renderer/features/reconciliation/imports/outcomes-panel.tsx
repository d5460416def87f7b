/** How the entries of one import stand now, each count the way to its entries. */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import {
  EmptyState,
  entriesPath,
  GroupedTable,
  hashHref,
  NOT_LOOKED_AT,
  OUTCOME_WORDS,
  outcomeName,
  OUTCOMES_ON_SCREEN,
  Panel,
} from '../../../ui/index.ts';
import classes from './imports.module.css';

type Answer = CallOutput<'imports.get'>;

export function OutcomesPanel({ answer }: { readonly answer: Answer }): ReactNode {
  const { import: present, outcomes } = answer;
  const { id, kind, entries } = present;
  const countOf = (outcome: Answer['outcomes'][number]['outcome']): number =>
    outcomes.find((one) => one.outcome === outcome)?.count ?? 0;
  const open = countOf(null);
  const filled = OUTCOMES_ON_SCREEN.filter((outcome) => countOf(outcome) > 0);
  return (
    <Panel
      title="How its entries stand now"
      note={open === 0 ? undefined : 'They are being held against the records.'}
      flush
    >
      {entries === 0 ? (
        <EmptyState kind="nothing-yet" title="It brought no new entry" />
      ) : (
        <GroupedTable label="Entries by how they stand" className={classes.impBuckets}>
          <thead className="mc-visually-hidden">
            <tr>
              <th scope="col">How they stand</th>
              <th scope="col">Count</th>
            </tr>
          </thead>
          <tbody>
            {filled.map((outcome) => (
              <tr key={outcome}>
                <th scope="row">
                  <span
                    className={classes.impDot}
                    data-group={outcome === 'replaced' ? 'aside' : OUTCOME_WORDS[outcome].isInOrder ? 'agree' : 'look'}
                    aria-hidden="true"
                  />
                  <a
                    className="mc-link"
                    href={hashHref(entriesPath({ importId: id, outcome }))}
                    title={OUTCOME_WORDS[outcome].meaning}
                  >
                    {outcomeName(outcome, kind)}
                  </a>
                </th>
                <td data-end className="mc-num">
                  {countOf(outcome).toLocaleString('en-GB')}
                </td>
              </tr>
            ))}
            {open === 0 ? null : (
              <tr>
                <th scope="row">
                  <span className={classes.impDot} data-group="aside" aria-hidden="true" />
                  <a className="mc-link" href={hashHref(entriesPath({ importId: id, outcome: 'unmatched-yet' }))}>
                    {NOT_LOOKED_AT}
                  </a>
                </th>
                <td data-end className="mc-num">
                  {open.toLocaleString('en-GB')}
                </td>
              </tr>
            )}
            <tr className={classes.impSum}>
              <th scope="row">
                <a className="mc-link" href={hashHref(entriesPath({ importId: id }))}>
                  All entries
                </a>
              </th>
              <td data-end className="mc-num">
                {entries.toLocaleString('en-GB')}
              </td>
            </tr>
          </tbody>
        </GroupedTable>
      )}
    </Panel>
  );
}
