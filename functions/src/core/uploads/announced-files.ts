import { spending, type Measure } from '#domain/limits/judge.ts'
import type { Core } from '../context.ts'

/** Fewer bytes than this in `publicFileSilence` count as stalled: the slowest mobile line brings a multiple. */
const STEP = 4096
/** Of what is given back, so much stays counted: announcing is work, too. */
const ASKING = 1

type Announced = {
  readonly spent: readonly Measure[]
  readonly bytes: number
  readonly began: number
  came: number
  marked: number
  moved: number
  isBack: boolean
}

/** What strangers announced and did not send: else a few such close a form for a quarter of an hour without a byte. */
export type AnnouncedFiles = {
  /** @param bytes that are to come; @param spent what they were counted as */
  begin(id: string, spent: readonly Measure[], bytes: number): void
  /** Bytes came. @returns false for an upload whose share was given back: it is announced anew before it goes on */
  came(id: string, bytes: number): boolean
  /** what an upload given back counted as, for what is left of it; undefined for one that goes on as it is */
  given(id: string, left: number): readonly Measure[] | undefined
  /** Complete, taken away or never begun: what did not come is given back. */
  end(id: string): Promise<void>
  giveBack(spent: readonly Measure[], share?: number): Promise<void>
  /** Gives back the shares of those that stand still. @returns whether there were any */
  giveBackSilent(): Promise<boolean>
}

/** In memory, as uploads under way: after a restart what was announced before stays counted until it leaks away. */
export function createAnnouncedFiles({
  ports: { store, clock },
  tuning,
}: Pick<Core, 'ports' | 'tuning'>): AnnouncedFiles {
  const all = new Map<string, Announced>()

  async function giveBack(spent: readonly Measure[], share = 1): Promise<void> {
    const back = spent.map((measure) => ({ ...measure, cost: -Math.max(0, measure.cost * share - ASKING) }))
    if (back.some(({ cost }) => cost < 0)) await store.commit(spending(back, clock()))
  }

  const missing = ({ came, bytes }: Announced): number => Math.max(0, 1 - came / bytes)

  return {
    giveBack,
    begin: (id, spent, bytes) => {
      const now = clock()
      all.set(id, { spent, bytes, began: now, came: 0, marked: 0, moved: now, isBack: false })
    },
    came: (id, bytes) => {
      const one = all.get(id)
      if (one === undefined) return true
      if (one.isBack) return false
      one.came += bytes
      if (one.came - one.marked >= STEP) Object.assign(one, { marked: one.came, moved: clock() })
      return true
    },
    given: (id, left) => {
      const one = all.get(id)
      if (one?.isBack !== true) return undefined
      return one.spent.map((measure) => ({ ...measure, cost: Math.ceil(left / tuning.publicFilesStretch) }))
    },
    end: async (id) => {
      const one = all.get(id)
      all.delete(id)
      if (one?.isBack === false) await giveBack(one.spent, missing(one))
    },
    giveBackSilent: async () => {
      const now = clock()
      let some = false
      for (const [id, one] of all) {
        if (now - one.began > tuning.publicFileLife) all.delete(id)
        if (one.isBack || Math.abs(now - one.moved) < tuning.publicFileSilence) continue
        one.isBack = true
        some = true
        await giveBack(one.spent, missing(one))
      }
      return some
    },
  }
}
