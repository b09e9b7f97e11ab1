import type { messageSW, Workbox } from 'workbox-window'
import { useSession } from '#ui/index.ts'

/** Maximum wait for the old worker, milliseconds: older versions do not reply to the ping. */
const MAX_WAKING = 5_000
/** Time for the event that woke the worker and the next screen's requests to finish, milliseconds. */
const REST = 1_000

/**
 * Lets a new version of the app take over when no form is open in this window, and then reloads the page. If another
 * window lets the new version in, a window with an open form reloads when the form is closed.
 * @param worker before it is registered
 * @param controlled whether a worker served the page; the very first worker takes over without being an update
 * @param reload reloads the page
 * @param wake wakes the old version and resolves when it runs. Otherwise, in Chromium, a sleeping worker that wakes
 * just as the new version is let in stays in its start, and the new version waits for minutes
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

/**
 * Resolves when the page's worker runs and is idle, or is slow to reply.
 * @param ask workbox-window's `messageSW`, which is loaded separately
 */
export async function wakeController(ask: typeof messageSW): Promise<void> {
  const { controller } = navigator.serviceWorker
  if (controller === null) return
  await Promise.race([ask(controller, { type: 'PING' }), pause(MAX_WAKING)])
  await pause(REST)
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
