import { isFramed, setPhase } from '#ui/index.ts'

const CODE = /[#&]code=([A-Za-z0-9_-]{43})(?:&|$)/

/** Takes the code out of the address before anything else reads it: it must not stay in a history. @returns what enters with it; undefined where this is no frame */
export function enteringFrame(): (() => void) | undefined {
  if (!isFramed()) return undefined
  const code = CODE.exec(location.hash)?.[1]
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search)
  return () =>
    void import('./enter-embedded.ts').then(
      ({ enterEmbedded }) => enterEmbedded(code),
      () => setPhase({ kind: 'error', problem: { code: 'network.unreachable' } }),
    )
}
