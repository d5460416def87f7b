// Mantine in the console's clothes: palette, type scale, defaults of components.
import { colorsTuple, createTheme, type CSSVariablesResolver } from '@mantine/core';

const ink = colorsTuple('#eef1fd #dde3fb #bcc7f7 #97a7f1 #7689ea #5b70e2 #4a5fd9 #3c4fc0 #32429e #27347b'.split(' '));

/** From text to canvas, as Mantine counts its dark shades; the same cool neutral as tokens.css. */
const dark = colorsTuple('#e7ebf0 #bcc4cf #97a2b0 #6f7b8b #3a4452 #272f3a #1b222b #151a21 #10151b #0e1217'.split(' '));

const red = colorsTuple('#fcebea #f8d5d3 #efb0ac #f4a09b #dc6a63 #cf4d46 #b83232 #a52a2a #8b2222 #701b1b'.split(' '));

const gray = colorsTuple('#f6f7f9 #f0f2f5 #e4e7ec #d6dbe2 #c9cfd8 #a8b0bc #8b93a1 #5f6a79 #46515f #16202e'.split(' '));

/** What opens is there at once, and gone at once: while it faded out it would be a dialog still, before which no key means anything but its own. */
const AT_ONCE = { transitionProps: { duration: 0 } } as const;

/** One neutral and one accent; sizes on an eight-point rhythm. */
export const theme = createTheme({
  colors: { ink, dark, gray, red },
  primaryColor: 'ink',
  // White words on shade 5 have a contrast of 4.3:1; on shade 6 it is 5.3:1 in both schemes.
  primaryShade: { light: 6, dark: 6 },
  fontFamily: 'var(--mc-font)',
  fontFamilyMonospace: 'var(--mc-mono)',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  headings: {
    fontFamily: 'var(--mc-font)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '32px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Badge: { defaultProps: { tt: 'none' } },
    Button: { defaultProps: { size: 'sm', variant: 'default' } },
    Kbd: { defaultProps: { size: 'xs' } },
    List: { defaultProps: { size: 'sm' } },
    // Not by a key: one that comes before the keyboard has arrived in the menu would close it.
    Menu: { defaultProps: { shadow: 'md', clickOutsideEvents: ['mousedown', 'touchstart'] } },
    Popover: { defaultProps: AT_ONCE },
    SegmentedControl: { defaultProps: { withItemsBorders: false } },
    Select: { defaultProps: { allowDeselect: false } },
    Table: { defaultProps: { borderColor: 'var(--mc-line)' } },
    Text: { defaultProps: { size: 'sm' } },
    // What is typed here is no address or name of whoever sits there.
    TextInput: { defaultProps: { autoComplete: 'off' } },
    Tooltip: { defaultProps: { openDelay: 350, withArrow: false, events: { hover: true, focus: true, touch: true } } },
    Drawer: { defaultProps: AT_ONCE },
    Modal: {
      defaultProps: {
        ...AT_ONCE,
        centered: true,
        overlayProps: { backgroundOpacity: 0.35, blur: 0 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
  },
});

/** Lets Mantine's own variables speak our palette, so that its components need no overrides. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--mc-surface)',
    '--mantine-color-text': 'var(--mc-text)',
    '--mantine-color-dimmed': 'var(--mc-text-muted)',
    '--mantine-color-placeholder': 'var(--mc-text-muted)',
    '--mantine-color-default': 'var(--mc-surface)',
    '--mantine-color-default-hover': 'var(--mc-hover)',
    '--mantine-color-default-color': 'var(--mc-text)',
    '--mantine-color-default-border': 'var(--mc-line-strong)',
    '--mantine-color-error': 'var(--mc-bad-text)',
    '--mantine-color-anchor': 'var(--mc-accent-text)',
  };
  return { variables: {}, light: shared, dark: shared };
};
