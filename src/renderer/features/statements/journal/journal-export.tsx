// The way of a journal into a file: of all currencies or of one, not while a line has no account, and not a second time without being asked.
import { Button, Menu, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import type { CallInput, CallOutput } from '../../../../contract/calls.ts';
import {
  FIRST_MAPPING,
  type JournalMade,
  missingAccounts,
  saysCurrency,
} from '../../../../domain/period/journal-mapping.ts';
import { isPlainDialect } from '../../../../domain/kernel/text/spreadsheet-text.ts';
import { useExport } from '../../../bridge/index.ts';
import { ActionDialog, csvDialect, InstantText, plainText, writing } from '../../../ui/index.ts';
import { ExportWords, tokenWords } from '../../../parts/index.ts';

type Answer = CallOutput<'journal.read'>;
type Asked = Extract<CallInput<'exports.start'>, { readonly kind: 'journal' }>;

export function JournalExport({ answer }: { readonly answer: Answer | undefined }) {
  const { state, start, cancel, fetchManifest } = useExport();
  const [again, setAgain] = useState<{ readonly asked: Asked; readonly made: JournalMade } | null>(null);
  const isRunning = state.kind === 'running';
  const bar = answer === undefined ? 'It is not computed yet' : isRunning ? 'An export is under way' : barOf(answer);
  const begin = (currency: string | undefined, inHome = false): void => {
    if (answer === undefined) return;
    const dialect = csvDialect();
    const asked: Asked = {
      kind: 'journal',
      period: answer.journal.period,
      days: writing().days,
      ...(currency === undefined ? {} : { currency }),
      ...(inHome ? { inHome } : {}),
      ...(isPlainDialect(dialect) ? {} : { dialect }),
    };
    const made = answer.made.find(
      (one) => one.currency === null || currency === undefined || one.currency === currency,
    );
    if (made === undefined) start(asked);
    else setAgain({ asked, made });
  };
  return (
    <>
      <ExportWords state={state} />
      {isRunning && state.jobId !== null ? (
        <Button variant="subtle" onClick={cancel}>
          Stop export
        </Button>
      ) : null}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            disabled={bar !== null}
            title={bar ?? undefined}
            rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          >
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {choicesOf(answer).map((currency) => (
            <Menu.Item key={currency ?? 'all'} onClick={() => begin(currency)}>
              CSV, {currency === undefined ? 'all currencies' : `${tokenWords(currency)} alone`}
            </Menu.Item>
          ))}
          <HomeItem answer={answer} onChoose={() => begin(undefined, true)} />
          {state.kind === 'saved' && state.hasManifest ? (
            <Menu.Item title="What the file holds, of when, and its SHA-256" onClick={fetchManifest}>
              Manifest of the last file
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {again === null ? null : (
        <ActionDialog
          title="Make the journal again?"
          label="Make it again"
          cancel="Leave it"
          isDanger
          action={{ busy: false, failure: undefined }}
          onSubmit={() => {
            start({ ...again.asked, again: true });
            setAgain(null);
          }}
          onClose={() => setAgain(null)}
        >
          <Text>
            {plainText(again.made.fileName)} was made <InstantText value={again.made.at} /> by{' '}
            {plainText(again.made.by)}. A ledger that takes in both books these days twice. The manifest of the new one
            names the earlier.
          </Text>
        </ActionDialog>
      )}
    </>
  );
}

/** The whole journal in the home currency; off while a rate is not known, or the remainder has no account. Nothing without a home currency. */
function HomeItem(props: { readonly answer: Answer | undefined; readonly onChoose: () => void }) {
  const { answer, onChoose } = props;
  const home = answer?.journal.home ?? null;
  if (answer === undefined || home === null) return null;
  const { rounding, unknown } = home;
  const isBare = rounding !== null && missingAccounts(answer.mapping ?? FIRST_MAPPING, [rounding]).length > 0;
  const bar =
    unknown > 0
      ? 'Rows without a rate keep it from leaving'
      : isBare
        ? 'The remainder of rounding has no account'
        : null;
  return (
    <Menu.Item disabled={bar !== null} title={bar ?? undefined} onClick={onChoose}>
      CSV, all of it in {home.currency}
    </Menu.Item>
  );
}

/** Undefined are all of them, where the shape says which line is in which. */
function choicesOf(answer: Answer | undefined): readonly (string | undefined)[] {
  if (answer === undefined) return [];
  const named = answer.journal.totals.flatMap(({ currency }) => currency ?? []);
  return saysCurrency(answer.mapping ?? FIRST_MAPPING) ? [undefined, ...(named.length > 1 ? named : [])] : named;
}

function barOf({ journal, missing }: Answer): string | null {
  if (journal.lines.length === 0) return 'There is nothing to book';
  return missing.length === 0 ? null : 'A line without an account keeps the file from leaving: map the accounts first';
}
