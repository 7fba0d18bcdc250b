import { createTheme, type ActionIconProps, type CSSVariablesResolver } from '@mantine/core';

/** Of every button and field; on a touch screen main.css makes them higher. */
const controlHeight = '2rem';

export const theme = createTheme({
  primaryColor: 'indigo',
  // Mantine's dark greys with a little blue.
  colors: {
    dark: [
      '#d5dae1',
      '#b7bec8',
      '#929aa5',
      '#69717c',
      '#3c424b',
      '#343a42',
      '#282c33',
      '#1d2025',
      '#16181c',
      '#101215',
    ],
  },
  primaryShade: { light: 8, dark: 8 },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Table: { defaultProps: { verticalSpacing: 'sm' } },
    Tooltip: { defaultProps: { multiline: true, maw: 320, events: { hover: true, focus: true, touch: true } } },
    // Coloured titles have too little contrast; outline and icon have the colour.
    Alert: { styles: { label: { color: 'var(--mantine-color-text)' } } },
    Button: { vars: () => ({ root: { '--button-height': controlHeight } }) },
    ActionIcon: {
      vars: (_theme: unknown, { variant }: ActionIconProps) => ({
        root: variant === 'default' ? { '--ai-size': controlHeight } : {},
      }),
    },
    Input: { styles: { wrapper: { '--input-height-xs': controlHeight, '--input-height-sm': controlHeight } } },
    // Badges widen their column instead of being cut.
    Badge: {
      styles: { root: { width: 'max-content', maxWidth: 'none', overflow: 'visible' }, label: { overflow: 'visible' } },
    },
    Modal: {
      defaultProps: { centered: true },
      styles: { title: { fontSize: 'var(--mantine-h4-font-size)', fontWeight: 650 } },
    },
  },
});

/** Mantine's own greys have too little contrast, and so has text on its light blue. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#4f5964',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-placeholder': '#6b7580',
    '--mantine-color-anchor': '#364fc7',
    '--mantine-color-indigo-light-hover': '#dbe4ff',
    '--door-surface': '#ffffff',
    '--door-ground': '#f6f7f9',
    '--door-line': '#e3e6ea',
  },
  dark: {
    '--mantine-color-dimmed': '#a6adb5',
    '--mantine-color-error': '#ffa8a8',
    '--mantine-color-placeholder': '#8f969d',
    '--mantine-color-anchor': '#a5b8ff',
    '--mantine-color-body': '#16181c',
    '--door-surface': '#1d2025',
    '--door-ground': '#16181c',
    '--door-line': '#31353c',
  },
});
