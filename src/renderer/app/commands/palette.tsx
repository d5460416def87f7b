// The finder: records by id, amount, day, customer or purpose, and every command by its words; keyboard first.
import '@mantine/spotlight/styles.css';
import { TextInput, UnstyledButton } from '@mantine/core';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconFileInvoice, IconSearch, IconTable } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { MAX_ID_CHARACTERS, parseIds } from '../../../domain/lookup.ts';
import { useCall, useProfile } from '../../bridge/index.ts';
import { invoicePath, isHeld, lookupOfTextPath, takeHanded } from '../../ui/index.ts';
import { COMMAND_GROUPS, type Command, type Deeds, READY, type Standing } from './command.ts';
import { COMMANDS } from './commands.ts';
import { findCommand, profileCommands, viewCommands } from './found-commands.ts';
import { InvoiceLine, Understood } from './finder-rows.tsx';
import { KeyCaps } from './key-caps.tsx';
import { ranked } from './rank.ts';
import { noteCommand, recentCommands } from './recent.ts';
import { useStanding } from './use-deeds.ts';
import { type Finder, type FoundInvoice, useFinder } from './use-finder.ts';
import classes from './palette.module.css';

const [store, palette] = createSpotlight();

const LIST = 'console-palette-list';

/** More than these nobody reads: another letter narrows them. */
const MOST_SHOWN = 60;

/** Lines that Page Up and Page Down pass. */
const PAGE = 8;

/** Opens and closes whenever `asked` changes. */
export function Palette({ asked, deeds }: { readonly asked: number; readonly deeds: Deeds }): ReactNode {
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
function Chooser({ deeds, onLeave }: { readonly deeds: Deeds; readonly onLeave: () => void }): ReactNode {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const { id: profile } = useProfile();
  const [isAwaited, setAwaited] = useState(false);
  const finder = useFinder(text.trim());
  const sections = useSections(text, finder);
  const offers = sections.flatMap((section) => section.offers);
  const at = Math.min(chosen, offers.length - 1);
  const give = ({ command, reason }: Offered): void => {
    if (reason !== null) return;
    if (command.group !== 'Records') noteCommand(command.id);
    palette.close();
    // Before the command, which may take the keyboard elsewhere.
    onLeave();
    command.run?.(deeds);
  };
  // Enter that comes before the answer opens its first row once it is there.
  const isDue = isAwaited && !finder.isLooking;
  const [first] = offers;
  const giveFirst = useEffectEvent(() => {
    if (first !== undefined) give(first);
  });
  useEffect(() => {
    if (isDue) giveFirst();
  }, [isDue]);
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    const next = event.nativeEvent.isComposing ? null : stepOf(event.key, at, offers.length);
    const offer = offers[at];
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
    if (next !== null) setChosen(next);
    else if (isEnter && isHeld(event) && finder.total > 0) {
      palette.close();
      onLeave();
      deeds.go(finder.path);
    } else if (isEnter && finder.isLooking && isOfRecords(finder)) setAwaited(true);
    else if (isEnter && offer !== undefined) give(offer);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        variant="unstyled"
        className={classes.paletteField}
        data-autofocus
        placeholder="Id, amount, customer, date, a screen, or what to do"
        aria-label="Find"
        role="combobox"
        aria-expanded={offers.length > 0}
        aria-controls={LIST}
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? optionId(at) : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_ID_CHARACTERS}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
          setAwaited(false);
        }}
        // What was typed into Home's field goes on here.
        onFocus={() => setText((before) => takeHanded() ?? before)}
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
      <p className={offers.length === 0 ? classes.paletteNone : 'mc-visually-hidden'} role="status">
        {standingWords(finder, offers.length)}
      </p>
      <p className={classes.paletteFoot} aria-hidden="true">
        <span>↑ ↓ move · Enter open</span>
        <span>Paste up to 500 ids to see the state of each</span>
      </p>
    </>
  );
}

/** What was typed names records rather than commands. */
function isOfRecords({ query: { amount, days, text } }: Finder): boolean {
  return amount !== null || days !== null || /\d/.test(text);
}

function standingWords(finder: Finder, offers: number): string {
  if (finder.isLooking && isOfRecords(finder)) return 'Looking…';
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
  /** Shown in place of its words. */
  readonly body?: ReactNode;
  /** How many rows stand behind it. */
  readonly count?: number;
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
}): ReactNode {
  const { sections, chosen, onGive } = props;
  useEffect(() => {
    document.getElementById(optionId(chosen))?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const starts = sections.map((_, at) => sections.slice(0, at).reduce((sum, { offers }) => sum + offers.length, 0));
  return (
    <Spotlight.ActionsList id={LIST} role="listbox" aria-label="Commands" className={classes.paletteList}>
      {sections.map(({ name, offers, count }, section) => (
        <div key={name} role="group" aria-label={name}>
          <div className={classes.paletteGroup} aria-hidden="true">
            {name}
            {count === undefined ? null : <span className="mc-num">{count.toLocaleString('en-GB')}</span>}
          </div>
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

/** Something that leads to records. */
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
    ...(body === undefined ? {} : { body }),
    ...(count === undefined ? {} : { count }),
  };
}

/** The invoices that match, all of any day, and the list of them. */
function recordSections({ query, rows, total, path, anyDay }: Finder): readonly Section[] {
  const wanted = query.isAmountSure ? query.amount : null;
  const what = [wanted ?? '', query.currency ?? '', query.text === '' ? '' : `“${query.text}”`].join(' ').trim();
  const exactFirst = [...rows].sort(
    (left, right) => Number(hasId(right, query.text)) - Number(hasId(left, query.text)),
  );
  const lines = exactFirst.map((row) =>
    leadTo({
      id: `invoice-${row.uuid}`,
      label: row.external_id,
      icon: null,
      path: invoicePath(row.uuid),
      body: <InvoiceLine row={row} wanted={wanted} />,
    }),
  );
  const all = { id: 'any-day', label: `All invoices of ${what}`, icon: IconFileInvoice };
  const list = { id: 'as-list', label: `Open these ${total.toLocaleString('en-GB')} as a list`, icon: IconTable, path };
  return [
    ...(lines.length === 0 ? [] : [{ name: 'Invoices', offers: lines, count: total }]),
    ...(anyDay === null ? [] : [{ name: 'Without the date', offers: [leadTo({ ...all, ...withCount(anyDay) })] }]),
    ...(total > 1 ? [{ name: 'Do', offers: [leadTo(list)] }] : []),
  ];
}

function hasId({ uuid, external_id: externalId }: FoundInvoice, id: string): boolean {
  return externalId === id || uuid === id.toLowerCase();
}

function withCount({ total, path }: { readonly total: number; readonly path: string }) {
  return { count: total, path };
}

/** What is offered for the text: records and commands; without one by group, those used lately first. */
function useSections(text: string, finder: Finder): readonly Section[] {
  const standing = useStanding();
  const { profiles, id: shown, select } = useProfile();
  const deliveries = useCall('views.list', { list: 'deliveries' }).data?.views ?? [];
  const invoices = useCall('views.list', { list: 'invoices' }).data?.views ?? [];
  const [recent] = useState(recentCommands);
  const all = [
    ...COMMANDS,
    ...viewCommands('deliveries', deliveries),
    ...viewCommands('invoices', invoices),
    ...profileCommands(profiles, shown, select),
  ];
  const offers = ranked(text, all, recent).flatMap((command) => offerOf(command, standing));
  if (text.trim() !== '') {
    const records = recordSections(finder);
    const typed = findCommand(text, offers.length === 0 && records.length === 0);
    const id = typed === null ? [] : [{ command: typed, reason: null }];
    const found = [...id, ...offers].slice(0, MOST_SHOWN);
    const commands = found.length === 0 ? [] : [{ name: 'Found', offers: found }];
    // A whole id that no row has as it is written: looking for it, at the API as well, comes first.
    const isUnseen = typed !== null && !finder.rows.some((row) => hasId(row, finder.query.text));
    return isOfRecords(finder) && !isUnseen ? [...records, ...commands] : [...commands, ...records];
  }
  const isRecent = ({ command }: Offered): boolean => recent.includes(command.id);
  const rest = offers.filter((offer) => !isRecent(offer));
  return [
    { name: 'Used lately', offers: offers.filter(isRecent) },
    ...COMMAND_GROUPS.map((name) => ({ name, offers: rest.filter(({ command }) => command.group === name) })),
  ].filter((section) => section.offers.length > 0);
}

function offerOf(command: Command, standing: Standing): Offered[] {
  const available = command.available(standing);
  if (command.run === null || available.kind === 'absent') return [];
  return [{ command, reason: available.kind === 'refused' ? available.reason : null }];
}

function Option(props: {
  readonly offer: Offered;
  readonly index: number;
  readonly isChosen: boolean;
  readonly onGive: (offer: Offered) => void;
}): ReactNode {
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
      className={classes.paletteOption}
      // The field keeps the keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onGive(offer)}
    >
      {Icon === null ? null : <Icon size={18} stroke={1.75} aria-hidden="true" />}
      {body ?? (
        <span className={classes.paletteWords}>
          <span>{command.label}</span>
          {reason === null ? null : <span className={classes.paletteReason}>{reason}</span>}
        </span>
      )}
      {count === undefined ? null : <span className="mc-num">{count.toLocaleString('en-GB')}</span>}
      <KeyCaps keys={command.keys} />
    </UnstyledButton>
  );
}
