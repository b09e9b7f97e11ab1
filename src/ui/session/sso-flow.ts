import { browserStorage } from './text-storage.ts'

/** A sign-in at the provider that this browser has started. The state that the provider returns must match. */
export type SsoFlow = {
  readonly state: string
  /** `popup` if the window that opened the popup waits for the sign-in and adopts the session */
  readonly mode: 'popup' | 'redirect'
  /** address to open afterwards */
  readonly volver?: string | undefined
  readonly shared?: boolean | undefined
}

/** Prefix of the storage key. Flows are stored by state, as several windows may be signing in. */
const STORAGE_PREFIX = 'relevo.sso.'
const CHANNEL = 'relevo-sso'
/** Maximum age of a started sign-in, milliseconds. The provider's pages have expired after that time. */
const MAX_FLOW_AGE_MS = 60 * 60 * 1000

type StoredFlow = SsoFlow & { readonly at: number }

export function storeSsoFlow(flow: SsoFlow): void {
  const now = Date.now()
  for (const key of browserStorage.keys()) {
    if (
      key.startsWith(STORAGE_PREFIX) &&
      Math.abs(now - (parseFlow(browserStorage.get(key))?.at ?? 0)) > MAX_FLOW_AGE_MS
    )
      browserStorage.remove(key)
  }
  const keptFlow: StoredFlow = { ...flow, at: now }
  browserStorage.set(STORAGE_PREFIX + flow.state, JSON.stringify(keptFlow))
}

/**
 * Returns the flow that a provider's reply belongs to, and removes the flow, so that it is used only once.
 * @param query query string that the provider returned
 */
export function takeSsoFlow(query: string): SsoFlow | undefined {
  const key = STORAGE_PREFIX + (new URLSearchParams(query).get('state') ?? '')
  const keptFlow = parseFlow(browserStorage.get(key))
  browserStorage.remove(key)
  return keptFlow
}

function parseFlow(kept: string | null): StoredFlow | undefined {
  try {
    return (JSON.parse(kept ?? 'null') as StoredFlow | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Address at which a window starts a new sign-in. */
export const SSO_NEW_SIGN_IN_PATH = '/sso/ir#otra'
const POPUP = 'popup,width=480,height=680'

/**
 * Opens the provider's sign-in in a popup; `subscribeToSsoSignIn` reports its completion.
 * @returns whether the popup was opened; installed apps have no popups, and browsers may block them
 */
export function openSsoWindow(address: string): boolean {
  return !matchMedia('(display-mode: standalone)').matches && window.open(address, 'relevo-sso', POPUP) !== null
}

/**
 * Notifies the window that opened the popup of a completed sign-in. Uses a broadcast channel, because
 * Cross-Origin-Opener-Policy separates pages from their popups.
 */
export function notifyOpener(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('signed-in')
  channel.close()
}

/** @returns a function that stops listening */
export function subscribeToSsoSignIn(onReceived: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }) => {
    if (data === 'signed-in') onReceived()
  })
  return () => channel.close()
}
