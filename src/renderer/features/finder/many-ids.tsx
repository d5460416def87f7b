// A pasted list: matched, ambiguous and not found; to be copied, looked up at the API, or put into the plan of a resend.
import { Button, Group, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { LookupResult } from '../../../contract/calls/lookup.ts';
import type { PastedIds } from '../../../domain/records/lookup.ts';
import { type Misses, useCall, useMisses } from '../../bridge/index.ts';
import {
  countWords,
  EmptyState,
  FailureNotice,
  grouped,
  navigateTo,
  Note,
  Notice,
  planOfSelectionPath,
  ReadState,
  useCopy,
} from '../../ui/index.ts';
import {
  API_HAS_NOT,
  costWords,
  FINDING_WORDS,
  findingOf,
  leftOutWords,
  type LookupFinding,
  MirrorReach,
  NOT_ASKABLE,
} from './lookup-view.tsx';
import { ResultsTable } from './results-table.tsx';
import { ExportMenu } from '../../parts/index.ts';

const MIRROR_KINDS = ['invoices', 'deliveries', 'withdrawals'] as const;
const FINDINGS = ['matched', 'ambiguous', 'not-found'] as const satisfies readonly LookupFinding[];

export function ManyIds({ pasted, profile }: { readonly pasted: PastedIds; readonly profile: string }) {
  const read = useCall('lookup.find', { ids: pasted.ids }, { refreshOn: MIRROR_KINDS });
  return (
    <>
      {leftOutWords(pasted).map((words) => (
        <Note key={words}>{words}</Note>
      ))}
      <ReadState read={read} unreadTitle="The ids could not be looked up">
        {({ results }) => <Found found={results} profile={profile} />}
      </ReadState>
    </>
  );
}

function Found({ found, profile }: { readonly found: readonly LookupResult[]; readonly profile: string }) {
  const misses = useMisses();
  const [shown, setShown] = useState<LookupFinding | 'all'>('all');
  const results = found.map((result) => withAnswer(result, misses.answers.get(result.ident)));
  const of = (finding: LookupFinding): LookupResult[] => results.filter((result) => findingOf(result) === finding);
  const missing = of('not-found');
  const unasked = missing.filter(({ ident }) => !misses.isAnswered(ident));
  return (
    <>
      <Group gap="8px 16px">
        <SegmentedControl
          aria-label="Which ids are shown"
          value={shown}
          onChange={(value) => setShown(FINDINGS.find((finding) => finding === value) ?? 'all')}
          data={[
            { value: 'all', label: `All ${grouped(results.length)}` },
            ...FINDINGS.map((finding) => ({
              value: finding,
              label: `${FINDING_WORDS[finding]} ${grouped(of(finding).length)}`,
            })),
          ]}
        />
        <Group gap={8} ml="auto">
          <CopyIds ids={missing.map(({ ident }) => ident)} />
          <FileOf uuids={invoicesOf(results)} />
          <PlanLink results={results} profile={profile} />
        </Group>
      </Group>
      <MissesPanel misses={misses} ids={unasked.map(({ ident }) => ident)} />
      {shown !== 'all' && of(shown).length === 0 ? (
        <EmptyState kind="nothing-matches" title={`${FINDING_WORDS[shown]}: none`} />
      ) : (
        <ResultsTable results={shown === 'all' ? results : of(shown)} />
      )}
    </>
  );
}

/** What the API said of an id counts as long as the mirror does not have it. */
function withAnswer(result: LookupResult, answer: LookupResult | undefined): LookupResult {
  return result.matches.length > 0 || answer === undefined ? result : answer;
}

type FoundInvoice = Extract<LookupResult['matches'][number], { readonly kind: 'invoice' }>;

/** Invoices that are each meant by one of the ids alone. */
function invoicesOf(
  results: readonly LookupResult[],
  isWanted: (match: FoundInvoice) => boolean = () => true,
): string[] {
  return results.flatMap(({ matches }) => {
    const [match] = matches;
    return matches.length === 1 && match?.kind === 'invoice' && isWanted(match) ? [match.uuid] : [];
  });
}

/** The whole rows of a sample: what an auditor is handed for the ids that they named. */
function FileOf({ uuids }: { readonly uuids: readonly string[] }) {
  if (uuids.length === 0) return null;
  return (
    <ExportMenu
      label={`Export ${countWords(uuids.length, 'invoice', 'invoices')}`}
      count={uuids.length}
      rows={(file) => ({ kind: 'invoices', filter: { ids: [...uuids] }, ...file })}
    />
  );
}

/** Final invoices that one id alone means; ambiguous ids are for a person to decide. */
function PlanLink(props: { readonly results: readonly LookupResult[]; readonly profile: string }) {
  const uuids = invoicesOf(props.results, ({ status }) => status !== 'pending');
  if (uuids.length === 0) return null;
  return (
    <Button onClick={() => navigateTo(planOfSelectionPath(props.profile, uuids))}>
      Resend {countWords(uuids.length, 'invoice', 'invoices')}…
    </Button>
  );
}

function CopyIds({ ids }: { readonly ids: readonly string[] }) {
  const { copied, copy } = useCopy();
  if (ids.length === 0) return null;
  return (
    <>
      <Button onClick={() => copy(ids.join('\n'))}>
        {copied ? 'Copied' : `Copy the ${grouped(ids.length)} not found`}
      </Button>
      <span className="mc-visually-hidden" role="status">
        {copied ? 'Copied the ids that were not found' : ''}
      </span>
    </>
  );
}

/** `ids`: those that nobody has asked the API for yet. */
function MissesPanel({ misses, ids }: { readonly misses: Misses; readonly ids: readonly string[] }) {
  const budget = useCall('sync.status', {}).data?.budget;
  if (misses.state === 'running') {
    return (
      <Notice
        tone="notice"
        title={`Asking the API: ${misses.done} of ${misses.total}`}
        action={{ label: 'Stop', run: misses.stop }}
      >
        {countWords(misses.requests, 'request', 'requests')} so far. What is found comes into the list and stays in the
        mirror.
      </Notice>
    );
  }
  return (
    <>
      <FailureNotice failure={misses.failure} />
      {ids.length === 0 && misses.state === 'done' ? (
        <Notice tone="quiet" title="The API was asked for everything that the mirror did not have">
          {countWords(misses.requests, 'request', 'requests')}. What is still not found: {API_HAS_NOT}. {NOT_ASKABLE}
        </Notice>
      ) : null}
      {ids.length === 0 ? null : (
        <Notice
          tone="quiet"
          title={`${countWords(ids.length, 'id is', 'ids are')} not in the mirror`}
          action={{ label: `Look them up at the API: ${costWords(ids, budget)}`, run: () => void misses.start(ids) }}
        >
          <MirrorReach />
        </Notice>
      )}
    </>
  );
}
