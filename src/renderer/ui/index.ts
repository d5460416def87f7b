/**
 * The building blocks of the screens. None of them knows a feature or the engine.
 */
export { useNow } from './clock.ts';
export { dateBounds, type InstantRange, periodDays, type PeriodName, type PlainRange } from './date-bounds.ts';
export { DateRange, type DateRangeProps, rangeInWords } from './date-range.tsx';
export { type EmptyKind, EmptyState } from './empty-state.tsx';
export { type UiEnvironment, UiProvider } from './environment.tsx';
export { ExternalLink } from './external-link.tsx';
export { FailureNotice, Notice } from './failure-notice.tsx';
export { failureCode, type FailureWords, failureWords } from './failure-words.ts';
export {
  FilterBar,
  type FilterOption,
  MultiSelect,
  type MultiSelectProps,
  SearchField,
  type SearchFieldProps,
} from './filter-bar.tsx';
export { ExportButton, type ExportView } from './export-button.tsx';
export { CopyText, ForeignText, plainText } from './foreign-text.tsx';
export { DataGrid } from './grid/data-grid.tsx';
export {
  type DataGridProps,
  type GridColumn,
  type GridPage,
  readSort,
  writeSort,
} from './grid/grid-types.ts';
export { AgeText, InstantText, type InstantTextProps, TimeOfDayText, ZoneNote } from './instant-text.tsx';
export { MoneyText, type MoneyTextProps, mostDecimals } from './money-text.tsx';
export { Fact, FactGrid, PageFrame, Panel } from './page-frame.tsx';
export {
  type FilterPatch,
  hashHref,
  type NavigateOptions,
  navigateTo,
  type RouteFilters,
  useHashLocation,
  useHashSearch,
  useRouteFilters,
} from './route.ts';
export { StatusBadge, type StatusKind, type Tone, ToneBadge } from './status-badge.tsx';
