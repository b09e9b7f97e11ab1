import type { Workbox } from 'workbox-window'
import { useSession } from '#ui/index.ts'

/**
 * A new version of the app waits until no form is open in this window; then it takes over, and the page loads again. A window whose form is open when another one
 * lets the new version in loads again when that form is closed.
 * @param worker before it is registered
 * @param controlled the page was loaded through a worker; the first one of all takes a page over without being an update
 * @param reload loads the page again
 */
export function updateWhenIdle(
  worker: Pick<Workbox, 'addEventListener' | 'messageSkipWaiting'>,
  controlled: boolean,
  reload: () => void,
): void {
  let hadWorker = controlled
  let replaced = false
  function apply(): void {
    if (useSession.getState().openForm !== null) return
    if (replaced) reload()
    else worker.messageSkipWaiting()
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
