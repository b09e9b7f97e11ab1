import type { MantineColorsTuple } from '@mantine/core'

/**
 * Accent colour, a deep teal. Light scheme: shade 7 (7.8:1 on white). Dark scheme: shade 3 (7.9:1 on the page).
 */
export const TEAL: MantineColorsTuple = [
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
export const GRAY: MantineColorsTuple = [
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
export const DARK: MantineColorsTuple = [
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
