/** On a 48 × 48 grid: the sheet as it was (an outline), the sheet as it goes on (solid), and the arrow between. */
export const MARK_PATHS = {
  back: 'M13 34H9a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3h17a3 3 0 0 1 3 3v1',
  sheet: 'M20 13h15l8 8v19a4 4 0 0 1-4 4H20a4 4 0 0 1-4-4V17a4 4 0 0 1 4-4Z',
  arrow: 'M22 31h14M30.5 25.5 36 31l-5.5 5.5',
} as const
