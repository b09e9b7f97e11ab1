import { later } from '#ui/index.ts'
import { orAnew } from './or-anew.ts'
import { pause, serverAnswers } from './page-line.ts'

/**
 * What became of an answer. Nobody needs it before there is one: it is fetched behind the form that is being filled in, and is here when the answer is saved. Where the line was cut before
 * that, it comes when the line does: the answer is safe without it.
 */
export const LaterSaved = later(() =>
  orAnew(async () => (await import('./public-saved.tsx')).PublicSaved, {
    pause,
    // A worker that holds the page loads it without a network, too.
    isThere: async () =>
      ('serviceWorker' in navigator && navigator.serviceWorker.controller !== null) || (await serverAnswers()),
    reload: () => location.reload(),
  }),
)
