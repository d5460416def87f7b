// The building blocks of the screens. None of them knows a feature or the engine.

export { ActionDialog } from './action-dialog.tsx';
export { ApartButton } from './apart-button.tsx';
export { cellText } from './cell-text.ts';
export { CannotTell, type Untellable } from './cannot-tell.tsx';
export { certificateWords, countOf, sinceWords } from './certificate-words.ts';
export { DAY_STEP_MS, followServerClock, useNow, useOwnNow } from './clock.ts';
export { type CopyItem, CopyMenu } from './copy-menu.tsx';
export { countWords } from '../../domain/count-words.ts';
export {
  dateBounds,
  dayBefore,
  dayOf,
  PERIOD_TITLES,
  periodDays,
  type PeriodName,
  type PlainRange,
} from './date-bounds.ts';
export { barHeight } from './bar-height.ts';
export { DayBars } from './day-bars.tsx';
export { DayLegend } from './day-legend.tsx';
export { DecideLink } from './decide-link.tsx';
export { DateRange, type DateRangeProps } from './list/days-filter.tsx';
export {
  CAUSE_WORDS,
  DeliveryStateBadge,
  deliveryStateWord,
  HostAnswersText,
  hostWords,
  lastAnswerWords,
  WebhookText,
  webhookWords,
} from './delivery-state.tsx';
export { type EmptyKind, EmptyState } from './empty-state.tsx';
export { type Apart, type UiEnvironment, UiProvider, useUi } from './environment.tsx';
export {
  AGAINST_WORDS,
  HAND_MATCH_REFUSAL_WORDS,
  NOT_LOOKED_AT,
  OUTCOME_WORDS,
  OUTCOMES_ON_SCREEN,
  outcomeName,
  PASS_WORDS,
  saidWords,
  whyWords,
} from './entries/entry-words.ts';
export { ExternalLink } from './external-link.tsx';

export { FailureNotice, Notice } from './failure-notice.tsx';
export { failureCode, type FailureWords, failureWords } from './failure-words.ts';
export { CopyText, ForeignText, plainText } from './foreign-text.tsx';
export { DataGrid } from './grid/data-grid.tsx';
export type { GridColumn, TotalRow } from './grid/grid-types.ts';
export { moneyTotal, TotalFold } from './grid/total-fold.tsx';
export { type RowSelection, useRowSelection } from './grid/row-selection.ts';
export { handToFinder, takeHanded } from './handed-text.ts';
export { type Held, heldHere, isHeld } from './held-key.ts';
export { HourBars } from './hour-bars.tsx';
export { AgeText, InstantText, type InstantTextProps, TimeOfDayText, ZoneNote } from './instant-text.tsx';
export { lookupOfTextPath, pastedText, pickedInvoices, planOfSelectionPath } from './kept.ts';
export { type Address, isNarrowed, knownIn, textIn } from './list/address.ts';
export { DESK_FILTER, deskFilter, hasUnknownWord } from './list/desk-filter.ts';
export { filterOf, NONE } from './list/filter-of.ts';
export { ListFilters } from './list/list-filters.tsx';
export { ListStrip, type StripView } from './list/list-strip.tsx';
export { ChoiceFilter, OneChoiceFilter } from './list/filters.tsx';
export { ListEmpty, ListFrame, ListGrid } from './list/list-frame.tsx';
export { type ListKind, useList } from './list/use-list.ts';
export { IncompleteNotice, type Lists, type ListStanding, UnreadableNotice } from './list-notices.tsx';
export { Monogram } from './monogram.tsx';
export { type Look, noteLook, useLooks } from './last-looks.ts';
export { Link } from './link.tsx';
export { LookupState } from './lookup-state.tsx';
export { groupedAmount, moneyWords, MoneyText, type MoneyTextProps } from './money-text.tsx';
export { NewInvoiceLink } from './new-invoice-link.tsx';
export { Note } from './note.tsx';
export { type News, putNewsAway, tellNews, useNews } from './news.ts';
export { NotSeenNotice } from './not-seen-notice.tsx';
export { FieldsPanel } from './fields-panel.tsx';
export { Fact, FactGrid, PageFrame, Panel } from './page-frame.tsx';
export { PaperLists, PaperLocked, PaperMirror, paperName, type PaperOwner, PaperSandbox } from './paper-standing.tsx';
export { PageTurn } from './page-turn.tsx';
export {
  monthBeforeOf,
  monthsAgo,
  monthsSince,
  periodIn,
  periodQuery,
  periodWords,
  restOfMonth,
  zoneIn,
} from './period/period-address.ts';
export { BalanceField } from './period/balance-field.tsx';
export { CloseTrust } from './period/close-trust.tsx';
export { explainedOf } from './period/explained.ts';
export { LINE_WORDS, type LineWords, rowsWords, tokenWords } from './period/line-words.ts';
export { AccountPeriodPicker } from './period/period-picker.tsx';
export { usePeriod } from './period/use-period.ts';
export {
  adjustmentsIn,
  adjustmentsPath,
  amountTyped,
  type Balance,
  closedPeriodPath,
  closingPath,
  lineIn,
  movementsPath,
  rowsPath,
  statementPath,
} from './period/statement-address.ts';
export { type TypedBalances, useBalances } from './period/use-balances.ts';
export { PrintButton } from './print-button.tsx';
export { encodable, QrCode } from './qr-code.tsx';
export { ReadAgainButton } from './read-again-button.tsx';
export { RecordPage } from './record-page.tsx';
export { ReadState } from './read-state.tsx';
export { EvidenceList } from './resend-evidence.tsx';
export { MAY_DELIVER_TWICE, type OutcomeWords, outcomeWords, RESEND_AND_RETRIES } from './resend-outcome-words.ts';
export {
  customerPath,
  entriesPath,
  entryPath,
  type FilterPatch,
  hashHref,
  importPath,
  invoicePath,
  lookupOfIdPath,
  type NavigateOptions,
  navigateTo,
  planOfFilterPath,
  readQuery,
  type RouteFilters,
  RESTORED_PATH,
  runPath,
  RUNS_PATH,
  useHashLocation,
  useHashSearch,
  useRouteFilters,
  withdrawalPath,
} from './route.ts';
export { SelectionBar } from './selection-bar.tsx';
export { shortHash } from './short-hash.ts';
export { SnapshotPage } from './snapshot-frame.tsx';
export { StatusBadge, type StatusKind, statusWord, type Tone, ToneBadge } from './status-badge.tsx';
export { type ColumnMakers, type RowLook, scrollable, Table, Under } from './table.tsx';
export { COVERAGE_WORDS, coverageReasons, MISSING_WORDS, UNTOLD_WORDS } from './tie-words.ts';
export { EvidenceChange, EvidenceTable } from './triage/evidence-table.tsx';
export { AGE_WORDS, REASON_WORDS, RESULT_WORDS } from './triage/exception-words.ts';
export { exceptionsPath } from './triage/exceptions-path.ts';
export { FindingLines, FindingsUnread } from './triage/finding-lines.tsx';
export { FINDING_WORDS, unitWords } from './triage/finding-words.ts';
export { ENTRY_KEYS, TRIAGE_KEYS, type TriageKey } from './triage/triage-keys.ts';
export { useBulk } from './triage/bulk-triage.tsx';
export { Key, Said, SeenText, StandingBadges, TriagePanel } from './triage/triage-panel.tsx';
export { TriageList, useWork } from './triage/triage-list.tsx';
export { type TriageSubject, type Triaging } from './triage/use-triage.ts';
export { type Tabs, TabsProvider } from './tabs.tsx';
export { useIsHere } from './use-is-here.ts';
export { isTyping, useKey } from './use-key.ts';
export { useLatest } from './use-latest.ts';
export { useSettled } from './use-settled.ts';
