// Makes a scheduled export or changes one: what, of which days, when, and where to; with the next times and the names that their files will have.
import { Group, Select, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import {
  type DueRule,
  FILE_NAME,
  MAX_SCHEDULE_NAME,
  mayRoll,
  mustRoll,
  nextDues,
  periodName,
  ROLLS,
  type Rolls,
  rolledPeriod,
} from '../../../../domain/exports/schedule.ts';
import { EXPORTS, type ExportDeclaration } from '../../../../domain/exports/export.ts';
import { WEEKDAYS } from '../../../../domain/kernel/time/months.ts';
import { dayAt } from '../../../../domain/kernel/time/time.ts';
import { useAction, useSeen } from '../../../bridge/index.ts';
import { FolderField } from '../../../parts/index.ts';
import {
  ActionDialog,
  dayText,
  engineWords,
  InstantText,
  InZone,
  DAY_STEP_MS,
  useNow,
  writing,
} from '../../../ui/index.ts';
import { hourWords, plainRequests, type Request, ROLL_WORDS, ruleWords, type Schedule, titleOf } from './words.ts';

const FORMATS = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'Excel workbook' },
] as const;
const EVERY = [
  { value: 'month', label: 'Every month' },
  { value: 'week', label: 'Every week' },
  { value: 'day', label: 'Every day' },
] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: `${hour}`, label: hourWords(hour) }));
const DAYS = Array.from({ length: 31 }, (_, at) => ({ value: `${at + 1}`, label: at === 30 ? 'last' : `${at + 1}` }));
/** Monday is 1, as the rule has it, Sunday 7; in the order in which this window counts a week. */
const weekFrom = (first: number) =>
  WEEKDAYS.map((_, at) => (first + at) % 7).map((day) => ({
    value: `${day === 0 ? 7 : day}`,
    label: WEEKDAYS[day] ?? '',
  }));
const OF_EVERY: Readonly<Record<DueRule['every'], Rolls>> = {
  month: 'last-month',
  week: 'last-week',
  day: 'yesterday',
};

interface Draft {
  readonly name: string;
  readonly request: Request;
  readonly format: 'csv' | 'xlsx';
  readonly rolls: Rolls | null;
  readonly every: DueRule['every'];
  readonly day: number;
  readonly weekday: number;
  readonly hour: number;
  readonly timeZone: string;
  readonly folder: string;
  readonly fileName: string;
}

function draftOf({ name, request, rolls, rule, folder, fileName }: Schedule): Draft {
  const { every, hour, timeZone } = rule;
  const [day, weekday] = [every === 'month' ? rule.day : 1, every === 'week' ? rule.weekday : 1];
  return { name, request, format: formatOf(request), rolls, every, day, weekday, hour, timeZone, folder, fileName };
}

function firstDraft(request: Request, timeZone: string, folder: string): Draft {
  const rolls = mayRoll(request.kind) ? 'last-month' : null;
  const when = { every: 'month', day: 1, weekday: 1, hour: 6, timeZone } as const;
  return {
    ...when,
    name: titleOf(request),
    request,
    format: formatOf(request),
    rolls,
    folder,
    fileName: fileOf(request),
  };
}

const formatOf = (request: Request): 'csv' | 'xlsx' => ('format' in request ? (request.format ?? 'csv') : 'csv');
const fileOf = ({ kind }: Request): string => EXPORTS[kind].file;
const isFixed = ({ kind }: Request): boolean => {
  const { ending }: ExportDeclaration = EXPORTS[kind];
  return ending !== undefined;
};

function ruleOf({ every, day, weekday, hour, timeZone }: Draft): DueRule {
  if (every === 'month') return { every, day, hour, timeZone };
  return every === 'week' ? { every, weekday, hour, timeZone } : { every, hour, timeZone };
}

/** `schedule`: the one that is changed; `handed`: what a list has handed over, with its filter; `folder`: where the others go. */
export function ScheduleDialog(props: {
  readonly schedule: Schedule | null;
  readonly handed: Request | null;
  readonly folder: string;
  readonly timeZone: string;
  readonly onClose: () => void;
}) {
  const { schedule, handed, folder, timeZone, onClose } = props;
  const save = useAction('schedules.save');
  const seen = useSeen(schedule?.since, save.failure);
  const now = useNow(DAY_STEP_MS);
  const [scheduleId] = useState(() => schedule?.id ?? crypto.randomUUID());
  const plain = useMemo(
    () => plainRequests(rolledPeriod('last-month', dayAt(now, timeZone), timeZone)),
    [now, timeZone],
  );
  const [fees] = plain;
  const [draft, setDraft] = useState<Draft | null>(() =>
    schedule !== null ? draftOf(schedule) : fees === undefined ? null : firstDraft(handed ?? fees, timeZone, folder),
  );
  if (draft === null) return null;
  const change = (next: Partial<Draft>): void => setDraft({ ...draft, ...next });
  const { request } = draft;
  // What came with a filter stays what it is.
  const own = schedule?.request ?? handed;
  const choices = [...(own === null ? [] : [own]), ...plain.filter(({ kind }) => kind !== own?.kind)];
  const choose = (kind: string | null): void => {
    const next = choices.find((one) => one.kind === kind);
    if (next === undefined) return;
    const isNamed = draft.name !== titleOf(request);
    const rolls = mayRoll(next.kind) ? (draft.rolls ?? OF_EVERY[draft.every]) : null;
    change({ request: next, rolls, fileName: fileOf(next), ...(isNamed ? {} : { name: titleOf(next) }) });
  };
  const bar =
    draft.name.trim() === ''
      ? 'It has a name.'
      : draft.folder.trim() === ''
        ? 'Name the folder that the files go into.'
        : FILE_NAME.safeParse(draft.fileName).success
          ? null
          : 'A file name has letters of the English alphabet, digits, - and _.';
  const submit = () => {
    const { name, rolls, fileName, format } = draft;
    const whole = isFixed(request) ? request : { ...request, format };
    return save.run({
      scheduleId,
      name: name.trim(),
      request: whole,
      rolls,
      rule: ruleOf(draft),
      folder: draft.folder.trim(),
      fileName,
      isOn: schedule?.isOn ?? true,
      ...(seen === undefined ? {} : { seen }),
    });
  };
  return (
    <ActionDialog
      title={schedule === null ? 'New scheduled export' : `Change “${schedule.name}”`}
      label={schedule === null ? 'Schedule' : 'Save'}
      action={save}
      bar={bar}
      busyWords="The folder is tried."
      size={620}
      onSubmit={submit}
      onClose={onClose}
    >
      <Group grow align="flex-end">
        <Select
          label="What"
          data={choices.map((one) => ({
            value: one.kind,
            label: one === own ? `${titleOf(one)}, as filtered` : titleOf(one),
          }))}
          value={request.kind}
          searchable
          onChange={choose}
        />
        <Select
          label="Of"
          data={[
            ...ROLLS.map((value) => ({ value, label: ROLL_WORDS[value], disabled: !mayRoll(request.kind) })),
            { value: 'now', label: 'all, as it is then', disabled: mustRoll(request.kind) },
          ]}
          value={draft.rolls ?? 'now'}
          onChange={(value) => change({ rolls: ROLLS.find((one) => one === value) ?? null })}
        />
      </Group>
      <WhenFields draft={draft} onChange={change} />
      <FileFields draft={draft} onChange={change} />
      <Preview draft={draft} nowMs={now} />
    </ActionDialog>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
}

function WhenFields({ draft, onChange: change }: FieldsProps) {
  return (
    <Group grow align="flex-end" wrap="nowrap">
      <Select
        label="When"
        data={EVERY}
        value={draft.every}
        onChange={(chosen) => {
          const every = chosen ?? draft.every;
          change({ every, rolls: draft.rolls === OF_EVERY[draft.every] ? OF_EVERY[every] : draft.rolls });
        }}
      />
      {draft.every === 'day' ? null : (
        <Select
          label="Day"
          data={draft.every === 'month' ? DAYS : weekFrom(writing().weekStart)}
          value={`${draft.every === 'month' ? draft.day : draft.weekday}`}
          onChange={(value) => change(draft.every === 'month' ? { day: Number(value) } : { weekday: Number(value) })}
        />
      )}
      <Select label="Hour" data={HOURS} value={`${draft.hour}`} onChange={(value) => change({ hour: Number(value) })} />
      <ZoneField zone={draft.timeZone} onZone={(zone) => change({ timeZone: zone })} />
    </Group>
  );
}

function FileFields({ draft, onChange: change }: FieldsProps) {
  return (
    <>
      <FolderField
        description={`Its whole path on ${engineWords().computer}, a disk of the network under its letter or mount`}
        value={draft.folder}
        onChange={(folder) => change({ folder })}
      />
      <Group grow align="flex-end">
        <TextInput
          label="File name, before its days"
          spellCheck={false}
          maxLength={60}
          value={draft.fileName}
          onChange={({ currentTarget }) => change({ fileName: currentTarget.value })}
        />
        {isFixed(draft.request) ? null : (
          <Select
            label="Format"
            data={FORMATS}
            value={draft.format}
            onChange={(format) => change({ format: format ?? 'csv' })}
          />
        )}
        <TextInput
          label="Name in the list"
          maxLength={MAX_SCHEDULE_NAME}
          value={draft.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
      </Group>
    </>
  );
}

/** The next two times, on the clock of the rule. */
function Preview({ draft, nowMs }: { readonly draft: Draft; readonly nowMs: number }) {
  const { request, rolls, fileName, format } = draft;
  const { ending = format }: ExportDeclaration = EXPORTS[request.kind];
  const rule = ruleOf(draft);
  return (
    <InZone timeZone={rule.timeZone}>
      <Text role="status">
        {ruleWords(rule)}
        {nextDues(rule, nowMs, 2).map(({ day, at }) => {
          const days = rolls === null ? null : rolledPeriod(rolls, day, rule.timeZone);
          return (
            <Text key={day} component="span" display="block" c="dimmed">
              <InstantText value={at} withZone />: {fileName}-{periodName(rolls, day)}.{ending}
              {days === null ? '' : `, from ${dayText(days.from)} on and before ${dayText(days.to)}`}
            </Text>
          );
        })}
      </Text>
    </InZone>
  );
}

function ZoneField({ zone, onZone }: { readonly zone: string; readonly onZone: (zone: string) => void }) {
  const zones = useMemo(() => [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])], [zone]);
  return (
    <Select
      label="Time zone"
      data={zones}
      value={zone}
      searchable
      // Hundreds of zones are there once somebody opens it.
      comboboxProps={{ keepMounted: false }}
      onChange={(next) => {
        if (next !== null) onZone(next);
      }}
    />
  );
}
