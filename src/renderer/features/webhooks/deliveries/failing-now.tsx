/**
 * What is failing now, by host and cause: how much, since when, and what can be done about all of it at once. Somebody's knowledge of a
 * group folds it away until it fails anew. Not here: the words of the causes (ui/delivery-state).
 */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FailureGroup, WatchStatus } from '../../../../contract/calls/desk.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  AgeText,
  CAUSE_WORDS,
  countWords,
  FailureNotice,
  GroupedTable,
  hashHref,
  hostWords,
  planOfFilterPath,
  plainText,
  ToneBadge,
} from '../../../ui/index.ts';
import { AcknowledgeDialog, UndoAcknowledge } from './acknowledge.tsx';
import { groupQuery, listPath } from './addresses.ts';
import { groupName, isKnown, sumWords } from './group-words.ts';
import { nothingFailingWords } from './watch-words.ts';

/** The groups; a click on one leads to its deliveries. */
export function FailingNow({ watch }: { readonly watch: WatchStatus | undefined }): ReactNode {
  const { data, failure, refresh } = useCall('deliveries.groups', {}, { refreshOn: ['deliveries', 'invoices'] });
  const [showsKnown, setShowsKnown] = useState(false);
  const groups = data?.groups ?? [];
  // A group that failed anew since somebody acknowledged it is news again.
  const open = groups.filter((group) => !isKnown(group));
  const known = groups.filter(isKnown);
  if (data === undefined && failure === undefined) return null;
  return (
    <section className="mc-failing" aria-label="Failing now">
      <div className="mc-failing-head">
        <h2 className="mc-failing-title">Failing now</h2>
        <span className="mc-note mc-num">{open.length === 0 ? nothingFailingWords(watch) : sumWords(open)}</span>
        {known.length === 0 ? null : (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={showsKnown}
            onClick={() => setShowsKnown(!showsKnown)}
          >
            {showsKnown ? 'Hide the acknowledged' : `${countWords(known.length, 'group', 'groups')} acknowledged`}
          </Button>
        )}
      </div>
      {failure === undefined ? null : <FailureNotice failure={failure} onRetry={refresh} />}
      <Groups groups={showsKnown ? [...open, ...known] : open} onChanged={refresh} />
    </section>
  );
}

function Groups(props: { readonly groups: readonly FailureGroup[]; readonly onChanged: () => void }): ReactNode {
  const { groups, onChanged } = props;
  if (groups.length === 0) return null;
  return (
    <GroupedTable label="Groups of failures" className="mc-failing-table">
      <thead>
        <tr>
          <th scope="col">Host and cause</th>
          <th scope="col" data-end>
            Failed
          </th>
          <th scope="col" data-end>
            Retrying
          </th>
          <th scope="col" data-end>
            At risk
          </th>
          <th scope="col">Oldest</th>
          <th scope="col">Newest</th>
          <th scope="col">
            <span className="mc-visually-hidden">What to do</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <GroupRow key={`${group.host} ${group.cause}`} group={group} onChanged={onChanged} />
        ))}
      </tbody>
    </GroupedTable>
  );
}

function GroupRow({ group, onChanged }: { readonly group: FailureGroup; readonly onChanged: () => void }): ReactNode {
  const { failed, retrying, atRisk, oldest, newest } = group;
  const query = groupQuery(group);
  return (
    <tr data-first data-known={isKnown(group) || undefined}>
      <th scope="row">
        <GroupFace group={group} query={query} />
        <Acknowledgement group={group} />
      </th>
      <td data-end className="mc-num">
        {failed === 0 ? '—' : failed.toLocaleString('en-GB')}
      </td>
      <td data-end className="mc-num">
        {retrying === 0 ? '—' : retrying.toLocaleString('en-GB')}
      </td>
      <td data-end className="mc-num">
        {atRisk === 0 ? '—' : <ToneBadge tone="warn">{atRisk.toLocaleString('en-GB')}</ToneBadge>}
      </td>
      <td>
        <AgeText since={oldest} />
      </td>
      <td>
        <AgeText since={newest} />
      </td>
      <td className="mc-failing-actions">
        <GroupActions group={group} query={query} onChanged={onChanged} />
      </td>
    </tr>
  );
}

function GroupFace({ group, query }: { readonly group: FailureGroup; readonly query: string | null }): ReactNode {
  const face = (
    <>
      <span className="mc-failing-host">{hostWords(group.host)}</span> <span>{CAUSE_WORDS[group.cause]}</span>
    </>
  );
  return query === null ? (
    face
  ) : (
    <a className="mc-link" href={hashHref(listPath(query))} title="List the deliveries of this group">
      {face}
    </a>
  );
}

/** Who knows of it, and what has happened since. */
function Acknowledgement({ group: { acknowledged, since } }: { readonly group: FailureGroup }): ReactNode {
  if (acknowledged === null && since === 0) return null;
  return (
    <span className="mc-failing-known">
      {since === 0 ? null : (
        <ToneBadge tone="warn">{countWords(since, 'new failure', 'new failures')} since it was acknowledged</ToneBadge>
      )}
      {acknowledged === null ? null : (
        <>
          acknowledged by {plainText(acknowledged.by.slice(0, 60))} <AgeText since={acknowledged.at} by="console" />
          {acknowledged.note === null || acknowledged.note === '' ? null : `: “${plainText(acknowledged.note)}”`}
        </>
      )}
    </span>
  );
}

function GroupActions(props: {
  readonly group: FailureGroup;
  readonly query: string | null;
  readonly onChanged: () => void;
}): ReactNode {
  const { group, query, onChanged } = props;
  const [asking, setAsking] = useState(false);
  const name = groupName(group);
  return (
    <>
      {query === null ? null : (
        <Button
          component="a"
          variant="default"
          size="xs"
          href={hashHref(planOfFilterPath(query))}
          aria-label={`Plan a resend: ${name}`}
        >
          Plan a resend
        </Button>
      )}
      {isKnown(group) ? (
        <UndoAcknowledge group={group} name={name} onChanged={onChanged} />
      ) : (
        <Button variant="subtle" size="xs" aria-label={`Acknowledge: ${name}`} onClick={() => setAsking(true)}>
          Acknowledge
        </Button>
      )}
      {asking ? <AcknowledgeDialog group={group} onClose={() => setAsking(false)} onDone={onChanged} /> : null}
    </>
  );
}
