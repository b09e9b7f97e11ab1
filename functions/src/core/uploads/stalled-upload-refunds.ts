import { addCostsUnit, type RateLimit } from '#domain/limits/judge.ts'
import type { Core } from '../context.ts'

/**
 * Bytes per `publicFileSilence` below which an upload counts as stalled. The slowest mobile connection is several times
 * faster.
 */
const STEP = 4096
/** Cost of announcing an upload; not refunded. */
const ANNOUNCEMENT_COST = 1

type Announced = {
  readonly spent: readonly RateLimit[]
  readonly bytes: number
  readonly began: number
  came: number
  marked: number
  moved: number
  isBack: boolean
}

/**
 * Refunds the cost of public files that were announced and did not arrive. Otherwise a few such announcements could
 * block a form for a quarter of an hour.
 */
export type StalledUploadRefunds = {
  /**
   * @param spent counted measures
   * @param bytes expected length
   */
  begin(id: string, spent: readonly RateLimit[], bytes: number): void
  /**
   * Counts received bytes.
   * @returns false for an upload that was refunded in the meantime; its rest must be counted first (`given`)
   */
  came(id: string, bytes: number): boolean
  /** measures to count for the rest of a refunded upload; undefined if the upload was not refunded */
  given(id: string, remaining: number): readonly RateLimit[] | undefined
  /** Forgets a completed, deleted or failed upload, and refunds the part that did not arrive. */
  end(id: string): Promise<void>
  giveBack(spent: readonly RateLimit[], share?: number): Promise<void>
  /**
   * Refunds stalled uploads.
   * @returns whether there were any
   */
  giveBackSilent(): Promise<boolean>
}

/**
 * Announcements are in memory. After a restart earlier ones are not refunded, and stay counted until the rate limits
 * have recovered.
 */
export function createStalledUploadRefunds({
  ports: { store, clock },
  tuning,
}: Pick<Core, 'ports' | 'tuning'>): StalledUploadRefunds {
  const all = new Map<string, Announced>()

  async function giveBack(spent: readonly RateLimit[], share = 1): Promise<void> {
    const back = spent.map((measure) => ({ ...measure, cost: -Math.max(0, measure.cost * share - ANNOUNCEMENT_COST) }))
    if (back.some(({ cost }) => cost < 0)) await store.commit(addCostsUnit(back, clock()))
  }

  const missing = ({ came, bytes }: Announced): number => Math.max(0, 1 - came / bytes)

  return {
    giveBack,
    begin: (id, spent, bytes) => {
      const now = clock()
      all.set(id, { spent, bytes, began: now, came: 0, marked: 0, moved: now, isBack: false })
    },
    came: (id, bytes) => {
      const announced = all.get(id)
      if (announced === undefined) return true
      if (announced.isBack) return false
      announced.came += bytes
      if (announced.came - announced.marked >= STEP)
        Object.assign(announced, { marked: announced.came, moved: clock() })
      return true
    },
    given: (id, remaining) => {
      const announced = all.get(id)
      if (announced?.isBack !== true) return undefined
      return announced.spent.map((measure) => ({ ...measure, cost: Math.ceil(remaining / tuning.publicFilesUnit) }))
    },
    end: async (id) => {
      const announced = all.get(id)
      all.delete(id)
      if (announced?.isBack === false) await giveBack(announced.spent, missing(announced))
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
