import type { messageSW, Workbox } from 'workbox-window'
import { useSession } from '#ui/index.ts'

/** Milliseconds: a version from before this was asked of it does not answer. */
const LONGEST_WAKING = 5_000
/** Until what woke it, and what the next screen fetches, is over. */
const REST = 1_000

/**
 * A new version of the app waits until no form is open in this window; then it takes over, and the page loads again. A
 * window with an open form, when another one lets the new version in, loads again when the form is closed.
 * @param worker before it is registered
 * @param controlled the page was loaded through a worker; the very first one takes a page over without being an update
 * @param reload loads the page again
 * @param wake wakes the old version, done when it runs: where it sleeps and a file of the next screen wakes it just as
 * the new version is let in, Chromium leaves it starting, and the new one waiting, for minutes
 */
export function updateWhenIdle(
  worker: Pick<Workbox, 'addEventListener' | 'messageSkipWaiting'>,
  controlled: boolean,
  reload: () => void,
  wake: () => Promise<unknown>,
): void {
  let hadWorker = controlled
  let replaced = false
  function apply(): void {
    if (useSession.getState().openForm !== null) return
    if (replaced) reload()
    else void wake().then(letIn, letIn)
  }
  function letIn(): void {
    if (useSession.getState().openForm === null) worker.messageSkipWaiting()
  }
  worker.addEventListener('waiting', apply)
  worker.addEventListener('controlling', () => {
    replaced = hadWorker
    hadWorker = true
    if (replaced) apply()
  })
  useSession.subscribe((state, before) => {
    if (state.openForm === null && before.openForm !== null) apply()
  })
}

/** Resolves when the page's worker runs and rests, or is slow. @param ask workbox-window's, from a file of its own */
export async function wakeController(ask: typeof messageSW): Promise<void> {
  const { controller } = navigator.serviceWorker
  if (controller === null) return
  await Promise.race([ask(controller, { type: 'PING' }), pause(LONGEST_WAKING)])
  await pause(REST)
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
