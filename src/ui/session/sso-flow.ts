/**
 * A sign-in at the provider that this browser has begun. The state that comes back has to be the one that stands here: an address that somebody else has begun and
 * sent along signs nobody in.
 */
export type SsoFlow = {
  readonly state: string
  /** `popup`: another window of ours waits for it, and takes up the session */
  readonly mode: 'popup' | 'redirect'
  /** where to go afterwards */
  readonly volver?: string | undefined
  readonly shared?: boolean | undefined
}

const KEPT = 'relevo.sso'
const CHANNEL = 'relevo-sso'

export function keepFlow(flow: SsoFlow): void {
  localStorage.setItem(KEPT, JSON.stringify(flow))
}

/** The flow that this answer of the provider belongs to, once. @param query as it came back */
export function takeFlow(query: string): SsoFlow | undefined {
  const kept = localStorage.getItem(KEPT)
  localStorage.removeItem(KEPT)
  try {
    const flow = JSON.parse(kept ?? 'null') as SsoFlow | null
    const state = new URLSearchParams(query).get('state')
    return flow !== null && state !== null && flow.state === state ? flow : undefined
  } catch {
    return undefined
  }
}

/** Our pages are cut off from the windows that they open (Cross-Origin-Opener-Policy), so the popup speaks on a channel of our origin. */
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
