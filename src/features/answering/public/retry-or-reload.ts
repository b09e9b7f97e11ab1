import { type ComponentType, useEffect } from 'react'

/** Milliseconds between connection checks. */
const CHECK_INTERVAL_MS = 5_000

export type ReloadDeps = {
  readonly pause: (milliseconds: number) => Promise<void>
  /** whether reloading the page would succeed now */
  readonly isThere: () => Promise<boolean>
  readonly reload: () => void
}

/**
 * A component whose file may fail to load. Retrying can fail forever: browsers before 2026 never request a failed file
 * again (whatwg/html issue 6768), and a newer server no longer has the file. In that case the returned component
 * reloads the page when it is rendered, not earlier, as the user may be typing.
 * @param load fetches the file; rejects on failure
 */
export async function retryOrReload<P>(
  load: () => Promise<ComponentType<P>>,
  { pause, isThere, reload }: ReloadDeps,
): Promise<ComponentType<P>> {
  try {
    return await load()
  } catch {
    do await pause(CHECK_INTERVAL_MS)
    while (!(await isThere()))
  }
  try {
    return await load()
  } catch {
    return function ReloadOnce() {
      useEffect(() => reload(), [])
      return null
    }
  }
}
