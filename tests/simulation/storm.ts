import { type Cell, type Fault, FAULT_NAMES, FAULTS, type Step } from './catalogue.ts'
import type { Chance } from './chance.ts'
import type { Process } from './process.ts'

/** Decides which faults occur where. */
export type Storm = {
  /** the fault that strikes this step of this process, if any; it counts as covered */
  strike(process: Process, step: Step, possible: (fault: Fault) => boolean): Fault | null
  /** all users have signed in and have the forms: faults may occur from now on */
  begin(): void
  end(): void
  isBlowing(): boolean
  readonly cells: ReadonlyMap<Cell, number>
}

/** A fault that must occur at a step, for cells that chance does not reach. */
export type Directed = { readonly fault: Fault; readonly step: Step }

/** Factors for rare steps, which are struck more often. */
const OFTENER: Partial<Record<Step, number>> = {
  jobs: 6,
  chunk: 4,
  complete: 3,
  'receipt stored': 2,
  'local delete': 2,
  'create upload': 2,
}

const BY_STEP = new Map<Step, readonly Fault[]>()

function faultsAt(step: Step): readonly Fault[] {
  const known = BY_STEP.get(step)
  if (known !== undefined) return known
  const faults = FAULT_NAMES.filter((fault) => (FAULTS[fault] as readonly Step[]).includes(step))
  BY_STEP.set(step, faults)
  return faults
}

/** @param rate probability of a fault per step, in [0, 1] */
export function createStorm(chance: Chance, rate: number, trace: (line: string) => void, directed?: Directed): Storm {
  const cells = new Map<Cell, number>()
  let blowing = false
  let pending = directed
  const strike = (process: Process, step: Step, fault: Fault): Fault => {
    const cell: Cell = `${fault} @ ${step}`
    cells.set(cell, (cells.get(cell) ?? 0) + 1)
    trace(`! ${process.name} ${cell}`)
    return fault
  }
  return {
    cells,
    isBlowing: () => blowing,
    begin: () => {
      blowing = true
    },
    end: () => {
      blowing = false
    },
    strike: (process, step, possible) => {
      if (!blowing || !process.alive) return null
      if (pending !== undefined && pending.step === step && possible(pending.fault)) {
        const { fault } = pending
        pending = undefined
        return strike(process, step, fault)
      }
      if (!chance.happens(rate * (OFTENER[step] ?? 1))) return null
      const faults = faultsAt(step).filter(possible)
      return faults.length === 0 ? null : strike(process, step, chance.pick(faults))
    },
  }
}
