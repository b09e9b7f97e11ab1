import { keptByBrowser } from './kept.ts'

/** A sign-in at the provider that this browser has started: the returned state must match. */
export type SsoFlow = {
  readonly state: string
  /** `popup`: another of our windows waits for it, and adopts the session */
  readonly mode: 'popup' | 'redirect'
  /** address to open afterwards */
  readonly volver?: string | undefined
  readonly shared?: boolean | undefined
}

/** Stored by state, because a popup and its opener may both be signing in. */
const KEPT = 'relevo.sso.'
const CHANNEL = 'relevo-sso'
/** Maximum age of a started sign-in, milliseconds; the provider's own pages have expired by then. */
const LONGEST = 60 * 60 * 1000

type Kept = SsoFlow & { readonly at: number }

export function keepFlow(flow: SsoFlow): void {
  const now = Date.now()
  for (const key of keptByBrowser.keys()) {
    if (key.startsWith(KEPT) && Math.abs(now - (parsed(keptByBrowser.get(key))?.at ?? 0)) > LONGEST)
      keptByBrowser.remove(key)
  }
  const kept: Kept = { ...flow, at: now }
  keptByBrowser.set(KEPT + flow.state, JSON.stringify(kept))
}

/**
 * Returns the flow that this provider reply belongs to, once.
 * @param query as returned
 */
export function takeFlow(query: string): SsoFlow | undefined {
  const key = KEPT + (new URLSearchParams(query).get('state') ?? '')
  const kept = parsed(keptByBrowser.get(key))
  keptByBrowser.remove(key)
  return kept
}

function parsed(kept: string | null): Kept | undefined {
  try {
    return (JSON.parse(kept ?? 'null') as Kept | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Address at which a window starts a new sign-in. */
export const SSO_AGAIN = '/sso/ir#otra'
const POPUP = 'popup,width=480,height=680'

/**
 * Opens the provider's sign-in in a popup; `onSignedIn` reports its completion.
 * @returns whether it opened: an installed app has no popups, and a browser may block them
 */
export function openSsoWindow(address: string): boolean {
  return !matchMedia('(display-mode: standalone)').matches && window.open(address, 'relevo-sso', POPUP) !== null
}

/**
 * Notifies the opener of a completed sign-in. Uses a channel of our origin, because Cross-Origin-Opener-Policy
 * separates our pages from their popups.
 */
export function tellOpener(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('signed-in')
  channel.close()
}

/** @returns a function that stops listening */
export function onSignedIn(heard: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }) => {
    if (data === 'signed-in') heard()
  })
  return () => channel.close()
}
