/**
 * Stands in for zod's English sentences in what is built for browsers (vite.config.ts). People never read them: refusals have codes, and words of
 * ours; a kilobyte and a half that every page would load.
 */
function noWords(): object {
  return { localeError: () => 'invalid' }
}

// zod imports it under that name.
export { noWords as default }
