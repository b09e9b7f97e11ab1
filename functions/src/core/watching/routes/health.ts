import { ok, toInstant } from '#domain/kernel/index.ts'
import { PROTOCOL_VERSION } from '#domain/sync/index.ts'
import type { OperatingProblem } from '#domain/watching/index.ts'
import { isClockPlausible } from '../../clock-leap.ts'
import type { Core } from '../../context.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import { buildRefusalResponseForCode } from '../../http/problems.ts'
import { NO_STORE_HEADERS } from '../../http/security-headers.ts'

/**
 * Health of a server whose store answers. `isFull`: whether the disk is full; undefined when the store has no limit of
 * its own.
 */
type Health = {
  readonly isFull: boolean | undefined
  /** writes that are not in the indexes yet */
  readonly behind: number
  readonly isClockPlausible: boolean
  readonly reasons: readonly OperatingProblem[]
}

type HealthParts = Pick<Core, 'ports' | 'disk' | 'tuning'>

/** Returns the health of the server; undefined if the store is damaged or does not answer in time. */
export async function computeHealth({ ports, disk, tuning }: HealthParts): Promise<Health | undefined> {
  const { store, log } = ports
  try {
    const [fits, isFull] = await withTimeLimit(
      Promise.all([isClockPlausible(ports), disk.isFull()]),
      tuning.healthTimeout,
    )
    if (store.isDamaged?.() === true) return undefined
    const behind = store.following?.progress().behind ?? 0
    const reasons: readonly (OperatingProblem | false)[] = [
      isFull === true && 'disk-full',
      behind > tuning.listsFarBehind && 'lists-behind',
      !fits && 'clock-leapt',
    ]
    return { isFull, behind, isClockPlausible: fits, reasons: reasons.filter((reason) => reason !== false) }
  } catch (error) {
    log.error('health.store-failed', { error: String(error) })
    return undefined
  }
}

/** Handler for the health of the server, for load balancers and monitoring. */
export function createHealthHandlers(core: Core) {
  const { ports, options } = core
  return {
    async readHealth({ query: { strict } }) {
      const health = await computeHealth(core)
      if (health === undefined) return buildRefusalResponseForCode('server.busy')
      const { isFull, behind, isClockPlausible: fits, reasons } = health
      const body = {
        ok: strict === undefined || reasons.length === 0,
        ...(strict === undefined ? {} : { reasons: [...reasons] }),
        ...(isFull === undefined ? {} : { disk: isFull ? ('full' as const) : ('room' as const) }),
        ...(behind === 0 ? {} : { behind }),
        clock: fits ? ('fits' as const) : ('leapt' as const),
        app: options.appVersion,
        ...(options.builtAt === undefined ? {} : { built: options.builtAt }),
        protocol: PROTOCOL_VERSION,
        serverTime: toInstant(ports.clock()),
      }
      return body.ok ? ok(body) : Response.json(body, { status: 503, headers: NO_STORE_HEADERS })
    },
  } satisfies PartialHandlers
}

async function withTimeLimit<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${milliseconds} ms`)), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
