import { useNoticesShown } from './notices.tsx'

/** Hides short messages when a dialog opens, because they would cover its buttons on a phone. */
export function hideNotices(): void {
  if (useNoticesShown.getState().wanted)
    import('./shown-notices.tsx').then(({ clearNotices }) => clearNotices()).catch(() => undefined)
}
