import type { Step } from './catalogue.ts'

/** Interval in milliseconds at which a frozen process is checked. */
export const THAW_INTERVAL_MS = 5_000

/** Thrown by operations of a killed process; the world ignores only this error. */
export class ProcessKilled extends Error {}

/** A running page or worker of a device, which ends when the browser or the system kills it. */
export type Process = {
  readonly name: string
  alive: boolean
  /** world time until which it is frozen */
  frozenUntil: number
  /** the last step of the product observed here */
  step: Step
  readonly connections: Set<IDBDatabase>
  readonly transactions: Set<IDBTransaction>
  /** locks held by the process, released when it ends */
  readonly locks: Set<() => void>
}

export function startProcess(name: string): Process {
  return {
    name,
    alive: true,
    frozenUntil: 0,
    step: 'journal',
    connections: new Set(),
    transactions: new Set(),
    locks: new Set(),
  }
}

/**
 * Kills the process: uncommitted transactions abort, connections close, locks are released, and none of its code
 * continues.
 */
export function killProcess(process: Process): void {
  process.alive = false
  abortTransactions(process)
  for (const connection of process.connections) connection.close()
  for (const release of process.locks) release()
  process.locks.clear()
}

function abortTransactions(process: Process): void {
  for (const transaction of process.transactions) {
    try {
      transaction.abort()
    } catch {
      // A transaction committed in the same turn is durable, as after a real kill.
    }
  }
  process.transactions.clear()
}

/** A promise that never settles, for a killed process. */
export function never<T>(): Promise<T> {
  return new Promise<T>(() => undefined)
}
