import { connect, type OutsideAddresses } from '#connectors/connect.ts'
import type { Connectors, Log } from '#core/ports.ts'
import { startSandbox } from '#sandbox/start.ts'

export type OutsideOptions = {
  readonly addresses: OutsideAddresses
  /** the data are the demonstration's: systems without an address are stood in for, on this machine */
  readonly isDemo: boolean
  readonly log: Log
}

/** The clients of the outside systems, and what ends them. Never a stand-in beside real data: it would say yes to everything. */
export async function connectOutside({
  addresses,
  isDemo,
  log,
}: OutsideOptions): Promise<{ readonly connectors: Connectors; close(): Promise<void> }> {
  const sandbox = isDemo ? await startSandbox() : undefined
  const deps = {
    fetch: (url: string, init: RequestInit) => fetch(url, init),
    timeout: (milliseconds: number) => AbortSignal.timeout(milliseconds),
    failed: (facts: { readonly system: string; readonly why: string }) => log.error('connector.failed', facts),
  }
  return {
    connectors: connect(deps, { ...sandbox?.addresses, ...addresses }),
    close: async () => sandbox?.close(),
  }
}
