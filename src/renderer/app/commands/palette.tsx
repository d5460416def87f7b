// The finder: records by id, amount, day, customer or purpose, and every command. Loaded when it is first asked for.
import '@mantine/spotlight/styles.layer.css';
import { Badge, Box, Group, Mark, Text, TextInput, UnstyledButton } from '@mantine/core';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import {
  IconBriefcase,
  IconFileInvoice,
  IconFilter,
  IconNote,
  IconSearch,
  IconTable,
  IconTag,
} from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { MAX_ID_CHARACTERS, parseIds } from '../../../domain/records/lookup.ts';
import { matchedAmount } from '../../../domain/records/matched-amount.ts';
import { completionsOf, printTerm, type Term } from '../../../domain/support/search-grammar.ts';
import { TERMS } from '../../../domain/support/search-terms.ts';
import { screenPath } from '../../../domain/console/screens.ts';
import { useCall, useProfile } from '../../bridge/index.ts';
import {
  cellText,
  grouped,
  groupedAmount,
  heldHere,
  InstantText,
  invoicePath,
  isHeld,
  lookupOfTextPath,
  MoneyText,
  PERIOD_TITLES,
  plainText,
  rangeInWords,
  recordPath,
  takeHanded,
  writing,
} from '../../ui/index.ts';
import { exceptionPath, findingName, StatusBadge, webhookWords } from '../../parts/index.ts';
import { type Command, COMMAND_GROUPS, type CommandStanding, type Deeds, ranked, READY } from './command.ts';
import { COMMANDS } from './commands.ts';
import { findCommand, profileCommands, viewCommands } from './found-commands.ts';
import { KeyCaps } from './key-caps.tsx';
import { useStanding } from './use-deeds.ts';
import { type Finder, type FinderInvoice, useFinder, useWritten, type Written } from './use-finder.ts';
import classes from './palette.module.css';

const [store, palette] = createSpotlight();

const LIST = 'console-palette-list';

/** More than these nobody reads: another letter narrows them. */
const MOST_SHOWN = 60;

/** Lines that Page Up and Page Down pass. */
const PAGE = 8;

/** Opens and closes whenever `asked` changes. */
export function Palette({ asked, deeds }: { readonly asked: number; readonly deeds: Deeds }) {
  const { opened } = useSpotlight(store);
  const answered = useRef(0);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    if (answered.current === asked) return;
    answered.current = asked;
    const here = document.activeElement;
    if (here?.closest('[data-console-palette]') === null) before.current = here;
    palette.toggle();
  }, [asked]);
  // Not the theme's own way, which takes the keyboard back from whatever a command gave it to.
  const giveBack = (): void => {
    const place = before.current;
    before.current = null;
    if (place instanceof HTMLElement) place.focus({ preventScroll: true });
  };
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      returnFocus={false}
      onSpotlightClose={giveBack}
      // As the theme's dialogs, whose way to come and go does not reach it: keys right behind it are nobody else's to lose.
      transitionProps={{ duration: 0 }}
      scrollable
      // Its field stays where it is, however many lines there are.
      centered={false}
      yOffset="12vh"
      maxHeight={600}
      size={720}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      attributes={{ content: { 'aria-label': 'Finder', 'data-console-palette': '' } }}
      classNames={{ content: classes.palette }}
    >
      {opened ? <Chooser deeds={deeds} onLeave={giveBack} /> : null}
    </Spotlight.Root>
  );
}

/**
 * The field and its options. They are our own, in the frame of the theme's palette: its own field says nothing of which line is chosen to whoever
 * does not see it.
 */
function Chooser({ deeds, onLeave }: { readonly deeds: Deeds; readonly onLeave: () => void }) {
  const [text, setText] = useState('');
  /** The line that somebody went to: it stays that one where others come above it. Null before a step: then it is the first. */
  const [chosen, setChosen] = useState<string | null>(null);
  const { id: profile } = useProfile();
  const [isAwaited, setAwaited] = useState(false);
  const finder = useFinder(text.trim());
  const sections = useSections(text, finder);
  const offers = sections.flatMap((section) => section.offers);
  const goneTo = offers.findIndex(({ command }) => command.id === chosen);
  const at = offers.length === 0 ? -1 : Math.max(0, goneTo);
  const run = ({ command, reason }: Offered): void => {
    if (reason !== null) return;
    palette.close();
    // Before the command, which may take the keyboard elsewhere.
    onLeave();
    command.run?.(deeds);
  };
  const give = (offer: Offered): void => {
    if (offer.fill === undefined) return run(offer);
    setText(offer.fill);
    setChosen(null);
  };
  // Enter that comes before the answer opens its first row once it is there.
  const isDue = isAwaited && !finder.isLooking;
  const first = offers.find(({ fill }) => fill === undefined);
  const runFirst = useEffectEvent(() => {
    if (first !== undefined) run(first);
  });
  useEffect(() => {
    if (isDue) runFirst();
  }, [isDue]);
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    const next = event.nativeEvent.isComposing ? null : stepOf(event.key, at, offers.length);
    const offer = offers[at];
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
    const completion =
      event.key === 'Tab' && !event.shiftKey ? offers.find(({ fill }) => fill !== undefined) : undefined;
    if (next !== null) {
      setChosen(offers[next]?.command.id ?? null);
      setAwaited(false);
    } else if (completion !== undefined) give(completion);
    else if (isEnter && isHeld(event) && finder.total > 0) {
      palette.close();
      onLeave();
      deeds.go(finder.path);
    } else if (isEnter && goneTo < 0 && finder.isLooking && isOfRecords(finder)) setAwaited(true);
    else if (isEnter && offer !== undefined) give(offer);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        variant="unstyled"
        className={classes.field}
        data-autofocus
        placeholder="Id, amount, customer, date, a screen, or what to do"
        aria-label="Find"
        role="combobox"
        aria-expanded={offers.length > 0}
        aria-controls={LIST}
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? optionId(at) : undefined}
        spellCheck={false}
        maxLength={MAX_ID_CHARACTERS}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(null);
          setAwaited(false);
        }}
        // What was typed before goes on here.
        onFocus={() => {
          const typed = takeHanded();
          if (typed === null) return;
          setText(typed.replaceAll('\n', ''));
          setAwaited(typed.endsWith('\n'));
        }}
        onKeyDown={press}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text');
          // A field of one line would run the ids of a column together.
          if (profile === null || parseIds(pasted).ids.length < 2) return;
          event.preventDefault();
          palette.close();
          onLeave();
          deeds.go(lookupOfTextPath(profile, pasted));
        }}
      />
      <Understood finder={finder} />
      <Options sections={sections} chosen={at} onGive={give} />
      <Text className={offers.length === 0 ? undefined : 'mc-visually-hidden'} p="md" c="dimmed" role="status">
        {standingWords(finder, offers.length)}
      </Text>
      <Foot total={finder.total} />
    </>
  );
}

/** What the keys do; `total`: rows that could be opened as a list. */
function Foot({ total }: { readonly total: number }) {
  return (
    <Group justify="space-between" px="md" py={10} fz={12} c="dimmed" bg="var(--mc-sunken)" aria-hidden="true">
      <span>↑ ↓ move · Enter open{total > 1 ? ` · ${heldHere()} Enter as a list` : ''}</span>
      <Text span inherit visibleFrom="sm">
        : shows the filters · paste up to 500 ids to see the state of each
      </Text>
    </Group>
  );
}

/** What was typed names records rather than commands. */
function isOfRecords({ search, query: { amount, days, text } }: Finder): boolean {
  return search.terms.length > 0 || amount !== null || days !== null || /\d/.test(text);
}

function standingWords(finder: Finder, offers: number): string {
  if (finder.isLooking && (isOfRecords(finder) || offers === 0)) return 'Looking…';
  if (finder.list === null) return 'No list has all of these filters at once.';
  if (offers === 0 && isOfRecords(finder)) return `Nothing like this in ${finder.label}.`;
  if (offers === 0) return 'No command, screen or id like this.';
  return `${offers} to choose from`;
}

/** The line that a key goes to, round at both ends; null for another key. */
function stepOf(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at + count - 1) % count;
  if (key === 'PageDown') return Math.min(count - 1, at + PAGE);
  return key === 'PageUp' ? Math.max(0, at - PAGE) : null;
}

function optionId(index: number): string {
  return `${LIST}-${index}`;
}

interface Offered {
  readonly command: Command;
  /** Why it cannot be given now; null when it can. */
  readonly reason: string | null;
  readonly body?: ReactNode;
  readonly count?: number | undefined;
  /** What stands in the field once it is chosen, in place of a command that is given. */
  readonly fill?: string;
}

interface Section {
  readonly name: string;
  readonly count?: number;
  readonly offers: readonly Offered[];
}

function Options(props: {
  readonly sections: readonly Section[];
  readonly chosen: number;
  readonly onGive: (offer: Offered) => void;
}) {
  const { sections, chosen, onGive } = props;
  useEffect(() => {
    document.getElementById(optionId(chosen))?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const starts = sections.map((_, at) => sections.slice(0, at).reduce((sum, { offers }) => sum + offers.length, 0));
  return (
    <Spotlight.ActionsList id={LIST} role="listbox" aria-label="Commands" px={8} pt={4} pb={8} bd={0}>
      {sections.map(({ name, offers, count }, section) => (
        <div key={name} role="group" aria-label={name}>
          <Group justify="space-between" px={8} pt={10} pb={4} fz={12} lh="16px" fw={500} c="dimmed" aria-hidden="true">
            {name}
            {count === undefined ? null : <span className="mc-num">{grouped(count)}</span>}
          </Group>
          {offers.map((offer, at) => {
            const index = (starts[section] ?? 0) + at;
            return (
              <Option key={offer.command.id} offer={offer} index={index} isChosen={index === chosen} onGive={onGive} />
            );
          })}
        </div>
      ))}
    </Spotlight.ActionsList>
  );
}

function leadTo(
  offer: Pick<Command, 'id' | 'label' | 'icon'> & Pick<Offered, 'body' | 'count'> & { readonly path: string },
): Offered {
  const { path, body, count, ...command } = offer;
  return {
    command: {
      ...command,
      keywords: '',
      group: 'Records',
      keys: [],
      available: () => READY,
      run: (deeds) => deeds.go(path),
    },
    reason: null,
    body,
    count,
  };
}

/** The invoices that match, all of any day, and the list of them. */
function recordSections({ search, query, list, label, rows, total, amount, path, anyDay }: Finder): readonly Section[] {
  const what = [
    ...search.terms.map(typedTerm),
    query.isAmountSure ? (query.amount ?? '') : '',
    query.currency ?? '',
    query.text === '' ? '' : `“${query.text}”`,
  ]
    .join(' ')
    .trim();
  const exactFirst = [...rows].sort(
    (left, right) => Number(hasId(right, query.text)) - Number(hasId(left, query.text)),
  );
  const lines = exactFirst.map((row) =>
    leadTo({
      id: `invoice-${row.uuid}`,
      label: row.external_id,
      icon: null,
      path: invoicePath(row.uuid),
      body: <InvoiceLine row={row} wanted={amount} />,
    }),
  );
  const all = { id: 'any-day', label: `All invoices of ${what}`, icon: IconFileInvoice };
  const asList = { id: 'as-list', label: `Show all ${grouped(total)} in ${label}`, icon: IconTable, path };
  // Of the other lists there are no rows here, so that one alone is a list as well.
  const isList = total > 1 || (total === 1 && list !== 'invoices');
  return [
    ...(lines.length === 0 ? [] : [{ name: 'Invoices', offers: lines, count: total }]),
    ...(anyDay === null
      ? []
      : [{ name: 'Without the date', offers: [leadTo({ ...all, path: anyDay.path, count: anyDay.total })] }]),
    ...(isList ? [{ name: 'Do', offers: [leadTo(asList)] }] : []),
  ];
}

function writtenSection({ labels, wearers, cases, notes }: Written): readonly Section[] {
  const offers = [
    ...labels.flatMap(({ id, name, withdrawals }) => {
      const of = (what: string, path: string) =>
        leadTo({ id: `label-${id}-${what}`, label: `${what} with the label ${plainText(name)}`, icon: IconTag, path });
      const listed = (what: string, list: 'invoices' | 'withdrawals') =>
        of(what, `${screenPath(list)}?${new URLSearchParams({ label: name }).toString()}`);
      return [
        listed('Invoices', 'invoices'),
        ...(withdrawals === 0 ? [] : [listed('Withdrawals', 'withdrawals')]),
        ...wearers
          .filter(({ label }) => label === name)
          .map(({ list, recordId }) =>
            of(
              `${list === 'customers' ? 'Customer' : 'Endpoint'} ${cellText(recordId, 40)}`,
              recordPath(list, recordId),
            ),
          ),
      ];
    }),
    ...cases.map((row) =>
      leadTo({
        id: `case-${row.id}`,
        label: `Case: ${findingName(row)} · ${cellText(row.label ?? row.recordUuid, 40)}`,
        icon: IconBriefcase,
        path: exceptionPath(row),
      }),
    ),
    ...notes.map(({ id, text, name, list, recordId }) =>
      leadTo({
        id: `note-${id}`,
        label: `${cellText(text, 80)} · ${cellText(name ?? recordId, 40)}`,
        icon: IconNote,
        path: recordPath(list, recordId),
      }),
    ),
  ];
  return offers.length === 0 ? [] : [{ name: 'Labels, cases and notes', offers }];
}

function hasId({ uuid, external_id: externalId }: FinderInvoice, id: string): boolean {
  return externalId === id || uuid === id.toLowerCase();
}

/** What is offered for the text: records and commands; without one by group. */
function useSections(text: string, finder: Finder): readonly Section[] {
  const written = writtenSection(useWritten(text.trim()));
  const standing = useStanding();
  const { profiles, id: shown, select } = useProfile();
  const views = useCall('views.list', {}).data?.views ?? [];
  const all = [...COMMANDS, ...viewCommands(views), ...profileCommands(profiles, shown, select)];
  const completions = useCompletions(text);
  const offers = ranked(text, all).flatMap((command) => offerOf(command, standing));
  if (text.trim() !== '') {
    const records = recordSections(finder);
    const hasTerms = finder.search.terms.length > 0;
    const filters = completions.length === 0 ? [] : [{ name: 'Filters', offers: completions }];
    const typed =
      hasTerms || filters.length > 0 ? null : findCommand(text, offers.length + records.length + written.length === 0);
    const id = typed === null ? [] : [{ command: typed, reason: null }];
    const found = hasTerms ? [] : [...id, ...offers].slice(0, MOST_SHOWN);
    const commands = found.length === 0 ? [] : [{ name: 'Found', offers: found }];
    // A whole id that no row has as it is written: looking for it, at the API as well, comes first.
    const isUnseen = typed !== null && !finder.rows.some((row) => hasId(row, finder.query.text));
    const others = isOfRecords(finder) && !isUnseen ? [...records, ...commands] : [...commands, ...records];
    // Behind a colon a word of its term is meant; before it, a screen or a record more often.
    return /:\S*$/.test(text) ? [...filters, ...others, ...written] : [...others, ...written, ...filters];
  }
  return COMMAND_GROUPS.map((name) => ({
    name,
    offers: offers.filter(({ command }) => command.group === name),
  })).filter((section) => section.offers.length > 0);
}

/** Terms and their words that the last word of the text may become; methods and currencies are those that invoices have. */
function useCompletions(text: string): readonly Offered[] {
  const isOfFacets = /(?:method|currency):\S*$/i.test(text);
  const facets = useCall('invoices.facets', {}, { enabled: isOfFacets }).data;
  const words = (of: 'methods' | 'currencies') => facets?.[of].map(({ value }) => value) ?? [];
  const isOfLabels = /label:\S*$/i.test(text);
  const labels = useCall('labels.list', {}, { enabled: isOfLabels, refreshOn: ['notes'] }).data?.labels ?? [];
  const known = isOfFacets
    ? { method: words('methods'), currency: words('currencies') }
    : isOfLabels
      ? { label: labels.map(({ name }) => name) }
      : {};
  return completionsOf(text, known)
    .slice(0, MOST_SHOWN)
    .map(({ word, says, typed }) => ({
      ...leadTo({ id: `fill-${word}`, label: word, icon: IconFilter, path: '' }),
      fill: typed,
      ...(says === ''
        ? {}
        : {
            body: (
              <Text span flex={1} miw={0} truncate>
                <b>{word}</b>{' '}
                <Text span c="dimmed">
                  {says}
                </Text>
              </Text>
            ),
          }),
    }));
}

function offerOf(command: Command, standing: CommandStanding): Offered[] {
  const available = command.available(standing);
  if (command.run === null || available.kind === 'absent') return [];
  return [{ command, reason: available.kind === 'refused' ? available.reason : null }];
}

function Option(props: {
  readonly offer: Offered;
  readonly index: number;
  readonly isChosen: boolean;
  readonly onGive: (offer: Offered) => void;
}) {
  const { offer, index, isChosen, onGive } = props;
  const { command, reason, body, count } = offer;
  const Icon = command.icon;
  return (
    <UnstyledButton
      id={optionId(index)}
      role="option"
      aria-selected={isChosen}
      aria-disabled={reason === null ? undefined : true}
      tabIndex={-1}
      className={classes.option}
      // The field keeps the keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onGive(offer)}
    >
      {Icon === null ? null : <Icon size={18} stroke={1.75} aria-hidden="true" />}
      {body ?? (
        <Box component="span" flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
          {command.label}
          {reason === null ? null : (
            <Text span display="block" fz={12} lh="16px">
              {reason}
            </Text>
          )}
        </Box>
      )}
      {count === undefined ? null : <span className="mc-num">{grouped(count)}</span>}
      <KeyCaps keys={command.keys} />
    </UnstyledButton>
  );
}

/** What of the text is an amount and what days; nothing where it is only text. */
function Understood({ finder }: { readonly finder: Finder }) {
  const { amount, isAmountSure, currency, days, text } = finder.query;
  const { terms, problems } = finder.search;
  const hasAmount = amount !== null && isAmountSure;
  if (!hasAmount && days === null && terms.length === 0 && problems.length === 0) return null;
  return (
    <Group
      gap={6}
      px="md"
      py="xs"
      style={{ borderBottom: '1px solid var(--mc-line)' }}
      aria-label="Understood as"
      role="group"
    >
      {terms.map((term) => (
        <Chip key={term.name}>{plainText(typedTerm(term).slice(0, 80))}</Chip>
      ))}
      {hasAmount ? <Chip>Amount {groupedAmount(amount)}</Chip> : null}
      {currency === null ? null : <Chip>{currency}</Chip>}
      {days === null ? null : <Chip>{days.period === null ? rangeInWords(days) : PERIOD_TITLES[days.period]}</Chip>}
      {text === '' ? null : <Chip>“{text}”</Chip>}
      {hasAmount ? (
        <Text size="xs" c="dimmed">
          ordered, to pay or paid, in {currency ?? 'any currency'}
        </Text>
      ) : null}
      {problems.map((problem) => (
        <Text key={problem} size="xs" c="var(--mc-warn-text)" role="status">
          {plainText(problem)}
        </Text>
      ))}
    </Group>
  );
}

/** As a person types it: "status:paid", which the API calls success. */
function typedTerm({ name, values }: Term): string {
  const { alias = {}, offers = [] } = TERMS.get(name) ?? {};
  return printTerm({ name, values: values.map((value) => offers.find((word) => alias[word] === value) ?? value) });
}

function Chip({ children }: { readonly children: ReactNode }) {
  return (
    <Badge variant="light" radius="sm" tt="none" fw={500}>
      {children}
    </Badge>
  );
}

/** One invoice: how it stands, its id, which amount was meant, whose it is and of when. */
function InvoiceLine({ row, wanted }: { readonly row: FinderInvoice; readonly wanted: Finder['amount'] }) {
  const { word, amount, unit, detail } = matchedAmount(row, wanted, writing().numbers);
  const isFailing = row.webhook?.state === 'failed' || row.webhook?.state === 'retrying';
  const shown = <MoneyText value={amount} unit={unit} />;
  return (
    <span className={classes.invoice}>
      <StatusBadge kind="invoice" status={row.status} words="" isMissing={row.missingSince !== undefined} />
      <Text span fz={13} fw={500}>
        {cellText(row.external_id, 40)}
      </Text>
      <span>
        {word} {wanted === null ? shown : <Mark>{shown}</Mark>} {cellText(unit, 8)}
      </span>
      <Text span fz={13} c="dimmed" truncate>
        {detail}
        {isFailing ? `, webhook ${webhookWords(row.webhook).toLowerCase()}` : ''}
      </Text>
      <Text span fz={13} c="dimmed" truncate>
        {cellText(row.customer_id, 24)}
      </Text>
      <InstantText value={row.created_at} short />
    </span>
  );
}
