/**
 * Stands in for zod's English sentences in what is built for browsers (vite.config.ts), under the name that zod imports. People never read them:
 * refusals have codes, and words of ours; a kilobyte and a half that every page would load.
 */
export default function noWords(): object {
  return { localeError: () => 'invalid' }
}
