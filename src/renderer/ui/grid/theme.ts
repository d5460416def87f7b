// The table's look in the names of our palette, and the only modules of the grid library that are used.
import {
  CellStyleModule,
  ColumnApiModule,
  InfiniteRowModelModule,
  ModuleRegistry,
  PinnedRowModule,
  RenderApiModule,
  RowApiModule,
  ScrollApiModule,
  themeQuartz,
} from 'ag-grid-community';
import { PacedFramesModule } from './frames.ts';

ModuleRegistry.registerModules([
  InfiniteRowModelModule,
  ColumnApiModule,
  ScrollApiModule,
  RowApiModule,
  RenderApiModule,
  CellStyleModule,
  PinnedRowModule,
  PacedFramesModule,
]);

/** Height of the header, in pixels. */
export const HEADER_HEIGHT = 36;

export const gridTheme = themeQuartz.withParams({
  accentColor: 'var(--mc-accent)',
  backgroundColor: 'var(--mc-surface)',
  foregroundColor: 'var(--mc-text)',
  textColor: 'var(--mc-text)',
  headerBackgroundColor: 'var(--mc-surface)',
  headerTextColor: 'var(--mc-text-muted)',
  headerFontWeight: 500,
  headerFontSize: 12.5,
  headerRowBorder: { color: 'var(--mc-line)' },
  headerColumnResizeHandleColor: 'transparent',
  borderColor: 'var(--mc-line)',
  rowBorder: { color: 'var(--mc-line)' },
  rowHoverColor: 'var(--mc-hover)',
  selectedRowBackgroundColor: 'var(--mc-selected)',
  oddRowBackgroundColor: 'var(--mc-surface)',
  wrapperBorder: false,
  wrapperBorderRadius: 0,
  columnBorder: false,
  pinnedColumnBorder: false,
  cellHorizontalPadding: 12,
  fontFamily: 'inherit',
  fontSize: 13,
  spacing: 8,
  focusShadow: 'inset 0 0 0 2px var(--mc-focus)',
  browserColorScheme: 'inherit',
});
