import { useWanted } from './notices.tsx'

/** Takes the short messages away, where something newer says more: a dialog over which they would lie, and whose buttons they would cover on a phone. */
export function hushNotices(): void {
  if (useWanted.getState().wanted) import('./shown-notices.tsx').then(({ hush }) => hush()).catch(() => undefined)
}
