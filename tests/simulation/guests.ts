import type { Chance } from './chance.ts'
import { createCitizens } from './citizens.ts'
import type { DeviceWorld, SimDevice } from './device.ts'
import type { Oracle } from './oracle.ts'
import { createPhone } from './phone.ts'
import type { Portal } from './portal.ts'
import type { SimServer } from './server.ts'
import { CITIZENS, PHONE } from './streams.ts'
import { createTricks } from './tricks.ts'

/** Users without an account: the public on a phone, and citizens of the portal, in worlds that have them. */
export type Guests = {
  readonly devices: readonly SimDevice[]
  /** called with each operation; each guest draws from a stream of its own */
  act(): void
  /** settles citizens before the staff's devices, because their answers cause work */
  settleCitizens(runUntil: RunUntil): Promise<void>
  settle(runUntil: RunUntil): Promise<void>
}
type RunUntil = (until: number) => Promise<void>

export type GuestsDeps = {
  readonly world: DeviceWorld
  readonly oracle: Oracle
  readonly portal: () => Portal
  readonly server: () => SimServer
  readonly streams: { readonly phone: Chance; readonly portal: Chance }
  readonly has: { readonly isPublic: boolean; readonly hasCitizens: boolean }
  /** whether the server's database is never restored */
  readonly forgets: boolean
}

export function createGuests({ streams, has, forgets, ...deps }: GuestsDeps): Guests {
  const phone = has.isPublic ? createPhone({ ...deps, chance: streams.phone.fork() }) : undefined
  const tricks = createTricks({ ...deps, now: () => deps.world.timeline.now(), forgets })
  const citizens = has.hasCitizens ? createCitizens({ ...deps, left: tricks.left }) : undefined
  return {
    devices: [...(phone === undefined ? [] : [phone.device]), ...(citizens?.devices ?? [])],
    act: () => {
      if (phone !== undefined && streams.phone.happens(PHONE)) void phone.act(streams.phone.fork())
      if (citizens === undefined) return
      if (streams.portal.happens(CITIZENS.acts)) void citizens.act(streams.portal.fork())
      if (streams.portal.happens(CITIZENS.tricks)) void tricks.act(streams.portal.fork())
    },
    settleCitizens: async (runUntil) => citizens?.settle(runUntil),
    settle: async (runUntil) => phone?.settle(runUntil),
  }
}
