import { later } from '#ui/index.ts'
import { orAnew } from './or-anew.ts'
import { pause, serverAnswers } from './page-line.ts'

/** What became of an answer, fetched behind the form; where the line was cut before, it comes when the line does. */
export const LaterSaved = later(() =>
  orAnew(async () => (await import('./public-saved.tsx')).PublicSaved, {
    pause,
    // A worker that holds the page loads it without a network, too.
    isThere: async () =>
      ('serviceWorker' in navigator && navigator.serviceWorker.controller !== null) || (await serverAnswers()),
    reload: () => location.reload(),
  }),
)
