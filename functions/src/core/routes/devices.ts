import { Hono } from 'hono'
import { actorOfUser, municipalitiesOf } from '#domain/access/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { deviceLineSchema, overseesDevice, overseesDevices, type DeviceLine, type Fleet } from '#domain/sync/index.ts'
import type { Core } from '../context.ts'
import { refused, refusedFor } from '../http/problems.ts'
import type { Guard } from '../sessions/guard.ts'

const NO_STORE = { 'cache-control': 'no-store' }
/** More than any municipality has; beyond it, the answer says that it is not complete, and proves nothing. */
const MOST_DEVICES = 2_000

/** `GET /api/devices`: what the devices of a municipality said last, for those who look after them. */
export function deviceRoutes({ ports, tuning }: Core, guard: Guard): Hono {
  const { store, clock } = ports
  return new Hono().get('/devices', async (c) => {
    const signedIn = await guard.staff(c.req.raw)
    if (!signedIn.ok) return refused(signedIn.problem)
    const { user } = signedIn.value
    if (!overseesDevices(user)) return refusedFor('access.forbidden')
    const everywhere = user.roles[0] === 'ROLE_ADMIN'
    const entries = await store.query({
      collection: 'devices',
      where: everywhere ? {} : { municipalityPath: municipalitiesOf(actorOfUser(user)) },
      order: { field: 'seenAt', descending: true },
      limit: MOST_DEVICES,
    })
    const devices = entries.flatMap(({ document }): readonly DeviceLine[] => {
      // What an earlier server noted is not one; the device says it anew with its next pull.
      const line = deviceLineSchema.strip().safeParse(document)
      return line.success && overseesDevice(user, line.data) ? [line.data] : []
    })
    const complete = entries.length < MOST_DEVICES && !isFull(devices, tuning.devicesPerUser)
    return c.json({ serverTime: toInstant(clock()), devices, complete } satisfies Fleet, 200, NO_STORE)
  })
}

/** Of an account with as many devices as one may have, there may be more. */
function isFull(devices: readonly DeviceLine[], most: number): boolean {
  const counts = new Map<string, number>()
  for (const { userId } of devices) counts.set(userId, (counts.get(userId) ?? 0) + 1)
  return [...counts.values()].some((count) => count >= most)
}
