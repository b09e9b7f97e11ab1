import type { WorkerMessage } from './messages.ts'

/** The parts of `navigator.serviceWorker` and its registration that are used. */
export type WorkerContainer = {
  readonly controller: unknown
  addEventListener(type: 'controllerchange', listener: () => void): void
  removeEventListener(type: 'controllerchange', listener: () => void): void
}
type WorkerLike = {
  readonly state: string
  postMessage(message: WorkerMessage): void
  addEventListener(type: 'statechange', listener: () => void): void
}
export type WorkerRegistration = {
  readonly waiting: WorkerLike | null
  readonly installing: WorkerLike | null
  addEventListener(type: 'updatefound', listener: () => void): void
  removeEventListener(type: 'updatefound', listener: () => void): void
}

export type AppUpdate = {
  /** a new version is here and waits */
  isWaiting(): boolean
  /** Call when a form was closed: the new version takes over, if one waits, and the page loads again. */
  applyWhenIdle(): void
  stop(): void
}

export type AppUpdateOptions = {
  readonly container: WorkerContainer
  readonly registration: WorkerRegistration
  readonly reload: () => void
  /** false while a form is open: nobody's screen changes under their hands */
  readonly mayApply: () => boolean
  /** a new version began to wait: the screen may offer it */
  readonly onWaiting?: () => void
}

/**
 * A new version of the app waits until no form is open in this tab; then it takes over and this page loads again. Another tab
 * with an open form is told by `controllerchange` too, and it also loads again only when its own form is closed.
 */
export function startAppUpdate(options: AppUpdateOptions): AppUpdate {
  const { container, registration, reload, mayApply, onWaiting } = options
  // The first worker of all takes control of a page that was loaded without one: that is no update.
  let hadController = container.controller !== null
  let replaced = false

  function apply(): void {
    if (!mayApply()) return
    if (replaced) reload()
    else registration.waiting?.postMessage({ kind: 'skip-waiting' })
  }
  function waits(): void {
    if (registration.waiting === null || container.controller === null) return
    onWaiting?.()
    apply()
  }
  function found(): void {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') waits()
    })
  }
  function changed(): void {
    if (hadController) {
      replaced = true
      apply()
    }
    hadController = true
  }

  registration.addEventListener('updatefound', found)
  container.addEventListener('controllerchange', changed)
  waits()
  // The page may have been loaded while the new version was being fetched: `updatefound` was before.
  found()
  return {
    isWaiting: () => replaced || (registration.waiting !== null && container.controller !== null),
    applyWhenIdle: apply,
    stop: () => {
      registration.removeEventListener('updatefound', found)
      container.removeEventListener('controllerchange', changed)
    },
  }
}
