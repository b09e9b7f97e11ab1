import { useWanted } from './notices.tsx'

/** Takes short messages away for something newer: a dialog on which they would lie, covering its buttons on a phone. */
export function hushNotices(): void {
  if (useWanted.getState().wanted) import('./shown-notices.tsx').then(({ hush }) => hush()).catch(() => undefined)
}
