import { keptByBrowser } from './kept.ts'

/** A sign-in at the provider that this browser has begun: the state that comes back has to be this one. */
export type SsoFlow = {
  readonly state: string
  /** `popup`: another window of ours waits for it, and takes up the session */
  readonly mode: 'popup' | 'redirect'
  /** where to go afterwards */
  readonly volver?: string | undefined
  readonly shared?: boolean | undefined
}

/** Each under its own state: a window that was opened for it and the one that opened it may both be on their way. */
const KEPT = 'relevo.sso.'
const CHANNEL = 'relevo-sso'
/** Milliseconds after which no one comes back to a sign-in: the provider's own pages have ended by then. */
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

/** The flow that this answer of the provider belongs to, once. @param query as it came back */
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

/** Where a window goes that is to ask anew. */
export const SSO_AGAIN = '/sso/ir#otra'
const POPUP = 'popup,width=480,height=680'

/** `onSignedIn` hears when done. @returns whether one opened: an installed app has none, a browser may open none */
export function openSsoWindow(address: string): boolean {
  return !matchMedia('(display-mode: standalone)').matches && window.open(address, 'relevo-sso', POPUP) !== null
}

/** Our pages are cut off from windows they open (Cross-Origin-Opener-Policy): the popup uses our origin's channel. */
export function tellOpener(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('signed-in')
  channel.close()
}

/** @returns stops listening */
export function onSignedIn(heard: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }) => {
    if (data === 'signed-in') heard()
  })
  return () => channel.close()
}
