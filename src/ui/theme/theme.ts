import { createElement } from 'react'
import { IconChevronDown } from '@tabler/icons-react'
import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type VariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'
import {
  EDITOR_OPTION_LIST_HEIGHTS,
  HEADER_IMAGE_HEIGHT,
  OPTION_LIST_HEIGHT,
  SIGNATURE_CANVAS_HEIGHT,
} from '#domain/kernel/index.ts'

/**
 * Accent colour, a deep teal. Light scheme: shade 7 (7.8:1 on white). Dark scheme: shade 3 (7.9:1 on the page).
 */
const TEAL: MantineColorsTuple = [
  '#e8f4f3',
  '#cfe7e6',
  '#a3d0cf',
  '#74b7b6',
  '#4b9f9f',
  '#2a8787',
  '#126f71',
  '#075c5f',
  '#05494c',
  '#033437',
]

/** Greys with a hint of the accent. Shade 4 is for edges of controls: 3:1 on white, visible in sunlight. */
const GRAY: MantineColorsTuple = [
  '#f5f8f8',
  '#edf2f2',
  '#dfe7e7',
  '#c7d2d2',
  '#7b8d8e',
  '#687a7b',
  '#4f6162',
  '#3a4a4b',
  '#243233',
  '#0e1b1c',
]

/** Mantine uses this scale from text (0) to the darkest background (9). 7 is the page, 4 the edges of controls. */
const DARK: MantineColorsTuple = [
  '#e8efee',
  '#c6d3d2',
  '#a7b7b6',
  '#8fa2a2',
  '#64797a',
  '#2b3b3d',
  '#182325',
  '#101819',
  '#0b1112',
  '#070b0c',
]

/** minimum height of touch targets (tokens.css): 48 px, or 36 px with a fine pointer */
const TARGET = 'var(--r-target)'
const SYSTEM_FACE =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Ubuntu, Cantarell, 'Helvetica Neue', Arial, sans-serif"
const SYSTEM_MONO =
  "ui-monospace, 'Cascadia Code', 'SF Mono', Menlo, Consolas, 'Noto Sans Mono', 'DejaVu Sans Mono', monospace"

const tallInput = { defaultProps: { size: 'md' }, vars: () => ({ wrapper: { '--input-height': TARGET } }) }

/**
 * Text colour on the accent. White in the light scheme, dark in the dark scheme, where the accent is light. Mantine
 * would use one colour for both schemes.
 */
const onAccent: VariantColorsResolver = (input) => {
  const colours = defaultVariantColorsResolver(input)
  return input.variant === 'filled' ? { ...colours, color: 'var(--r-on-accent)' } : colours
}

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 3 },
  colors: { teal: TEAL, gray: GRAY, dark: DARK },
  white: '#ffffff',
  black: '#0e1b1c',
  variantColorResolver: onAccent,
  fontFamily: SYSTEM_FACE,
  fontFamilyMonospace: SYSTEM_MONO,
  fontWeights: { medium: '500', bold: '650' },
  headings: {
    fontFamily: SYSTEM_FACE,
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'sm',
  radius: { xs: '0.125rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  // 500, 570 and 1280 px are from the specification. vite.config.ts passes the same values to CSS.
  breakpoints: { xs: '31.25em', sm: '35.625em', md: '51.25em', lg: '80em', xl: '90em' },
  // No shadows, which are invisible in sunlight. Lines are used instead.
  shadows: { xs: 'none', sm: 'none', md: 'none', lg: 'none', xl: 'none' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // Long labels wrap, so that buttons show their full text. Exception: tables that keep words together.
    Button: {
      defaultProps: { size: 'md' },
      styles: {
        root: { minHeight: 'fit-content', paddingBlock: 6 },
        inner: { height: 'auto', minHeight: '100%' },
        label: { height: 'auto', whiteSpace: 'inherit', lineHeight: 1.2 },
      },
      vars: () => ({ root: { '--button-height': TARGET, '--button-padding-x': '1rem' } }),
    },
    ActionIcon: { defaultProps: { variant: 'subtle' }, vars: () => ({ root: { '--ai-size': TARGET } }) },
    Input: tallInput,
    InputWrapper: { defaultProps: { size: 'md' } },
    TextInput: tallInput,
    PasswordInput: { ...tallInput, vars: () => ({ ...tallInput.vars(), root: { '--psi-button-size': TARGET } }) },
    NativeSelect: {
      ...tallInput,
      defaultProps: { size: 'md', rightSection: createElement(IconChevronDown, { size: 20, 'aria-hidden': true }) },
    },
    Checkbox: { defaultProps: { iconColor: 'var(--r-on-accent)' } },
    Radio: { defaultProps: { iconColor: 'var(--r-on-accent)' } },
    Menu: { defaultProps: { transitionProps: { duration: 100, transition: 'fade' } } },
  },
})

const [LOW_LIST_HEIGHT, LIST_HEIGHT] = EDITOR_OPTION_LIST_HEIGHTS

/** Mantine's variables with the values of the tokens, which differ by scheme. */
const FROM_TOKENS = {
  '--mantine-color-text': 'var(--r-ink)',
  '--mantine-color-dimmed': 'var(--r-ink-soft)',
  '--mantine-color-anchor': 'var(--r-accent)',
  '--mantine-color-error': 'var(--r-attention)',
  '--mantine-color-default-border': 'var(--r-line-strong)',
}

/** Heights from the specification, and stronger values for Mantine variables that are too faint outdoors. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--r-option-list-height': `${OPTION_LIST_HEIGHT}px`,
    '--r-editor-list-height-low': `${LOW_LIST_HEIGHT}px`,
    '--r-editor-list-height': `${LIST_HEIGHT}px`,
    '--r-header-image-height': `${HEADER_IMAGE_HEIGHT}px`,
    '--r-signature-height': `${SIGNATURE_CANVAS_HEIGHT}px`,
  },
  light: {
    ...FROM_TOKENS,
    '--mantine-color-body': '#ffffff',
    '--mantine-color-placeholder': '#5d6f70',
  },
  dark: {
    ...FROM_TOKENS,
    '--mantine-color-body': '#101819',
    '--mantine-color-placeholder': '#8fa2a2',
    // Mantine's colour is darker than the card of the button.
    '--mantine-color-teal-light': '#1d4a4a',
    '--mantine-color-teal-light-hover': '#245857',
  },
})
