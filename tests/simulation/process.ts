import type { Step } from './catalogue.ts'

/** How often a frozen process is looked at; milliseconds. */
export const THAW = 5_000

/** Thrown into whatever a killed process still tries; the world ignores it and nothing else. */
export class ProcessKilled extends Error {}

/** One running page or worker of a device: what dies when the browser or the system kills it. */
export type Process = {
  readonly name: string
  alive: boolean
  /** until then (world time) it does not run, as a frozen tab */
  frozenUntil: number
  /** the step of the product that was last seen here */
  step: Step
  readonly connections: Set<IDBDatabase>
  readonly transactions: Set<IDBTransaction>
  /** locks that the process holds; a death lets them go */
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

/** As a kill does: uncommitted transactions abort, connections close, locks fall, and no line of its code runs on. */
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
      // It has committed in the same turn: then it is durable, and that is what a kill would leave, too.
    }
  }
  process.transactions.clear()
}

/** A promise that a dead process waits for. */
export function never<T>(): Promise<T> {
  return new Promise<T>(() => undefined)
}
