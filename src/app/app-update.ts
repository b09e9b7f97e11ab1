import type { messageSW, Workbox } from 'workbox-window'
import { useSession } from '#ui/index.ts'

/** Maximum wait for the old worker, milliseconds. Some older versions do not reply. */
const MAX_WORKER_WAIT_MS = 5_000
/** Milliseconds for the worker to finish the event that woke it and the next screen's requests. */
const WORKER_SETTLE_MS = 1_000

/**
 * Activates a new version of the app when no form is open in this window, and then reloads the page. If another window
 * activates the new version while a form is open here, this window reloads when the form is closed.
 * @param worker a service worker that is not registered yet
 * @param isControlled whether a worker served the page; if not, the first activation is not an update
 * @param reload reloads the page
 * @param wakeWorker wakes the old worker and resolves when it runs; an old worker that starts meanwhile can block
 * the new version for minutes in Chromium
 */
export function updateWhenIdle(
  worker: Pick<Workbox, 'addEventListener' | 'messageSkipWaiting'>,
  isControlled: boolean,
  reload: () => void,
  wakeWorker: () => Promise<unknown>,
): void {
  let wasControlled = isControlled
  let replaced = false
  function apply(): void {
    if (useSession.getState().openForm !== null) return
    if (replaced) reload()
    else void wakeWorker().then(letIn, letIn)
  }
  function letIn(): void {
    if (useSession.getState().openForm === null) worker.messageSkipWaiting()
  }
  worker.addEventListener('waiting', apply)
  worker.addEventListener('controlling', () => {
    replaced = wasControlled
    wasControlled = true
    if (replaced) apply()
  })
  useSession.subscribe((state, before) => {
    if (state.openForm === null && before.openForm !== null) apply()
  })
}

/**
 * Waits until the page's worker replies, at most `MAX_WORKER_WAIT_MS`, and then `WORKER_SETTLE_MS` until it is idle.
 * @param ask `messageSW` of workbox-window, which is loaded separately
 */
export async function waitForIdleServiceWorker(ask: typeof messageSW): Promise<void> {
  const { controller } = navigator.serviceWorker
  if (controller === null) return
  await Promise.race([ask(controller, { type: 'PING' }), waitFor(MAX_WORKER_WAIT_MS)])
  await waitFor(WORKER_SETTLE_MS)
}

/**
 * Registers a worker.
 * @returns undefined if this fails, for example because the browser blocks workers: `register` then rejects, or
 * workbox-window does, which expects a registration
 */
export async function registerServiceWorkerIfAllowed(
  worker: Pick<Workbox, 'register'>,
): Promise<ServiceWorkerRegistration | undefined> {
  return worker.register().catch(() => undefined)
}

function waitFor(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
