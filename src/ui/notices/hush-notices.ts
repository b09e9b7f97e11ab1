import { useWanted } from './notices.tsx'

/** Hides short messages when a dialog opens, because they would cover its buttons on a phone. */
export function hushNotices(): void {
  if (useWanted.getState().wanted) import('./shown-notices.tsx').then(({ hush }) => hush()).catch(() => undefined)
}
