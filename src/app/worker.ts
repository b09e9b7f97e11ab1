import { startAppUpdate, type SyncRegistration } from '#sync/index.ts'
import { useSession } from '#ui/index.ts'

/**
 * Registers the service worker (whose `sync` TypeScript's library does not know). A new version of the app takes over when no form is open; there is none during development.
 * @returns the registration once the worker is ready; undefined where there are no workers
 */
export function startWorker(): Promise<SyncRegistration> | undefined {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined
  void register()
  return navigator.serviceWorker.ready as Promise<SyncRegistration>
}

async function register(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register('/service-worker.js')
    const update = startAppUpdate({
      container: navigator.serviceWorker,
      registration,
      reload: () => location.reload(),
      mayApply: () => useSession.getState().openForm === null,
    })
    useSession.subscribe((state, before) => {
      if (state.openForm === null && before.openForm !== null) update.applyWhenIdle()
    })
  } catch {
    // Without a worker (private mode, a policy) the page still sends by its own triggers.
  }
}
