import type { SubmitMutation } from '#domain/answering/index.ts'
import { type Author, authorSchema } from '#domain/kernel/index.ts'
import type { Mutation, PushResult } from '#domain/sync/index.ts'
import type { AnsweringHost } from '#features/answering/session.ts'
import { buildUser } from '../builders/people.ts'
import { bytesFor, DEVICE } from '../builders/submit.ts'
import { buildDevice, type TestDevice } from '../device/device.ts'
import { create } from '../server/uploads.ts'
import { addPerson, buildWorld, ORIGIN, type World } from '../server/world.ts'
import { there } from '../there.ts'
import { FILES } from './files.ts'
import { CLAIMS } from './forged.ts'
import type { Tally } from './tally.ts'

export const AUTHOR: Author = authorSchema.parse('ines')
/** A user who corrects others' answers. */
export const CORRECTOR = buildUser('corina', 'ROLE_SUPERVISOR_CORRECTOR')

/** A device and its server, with the author and the corrector signed in. */
export type Stage = {
  readonly world: World
  readonly device: TestDevice
  readonly cookies: { readonly author: string; readonly corrector: string }
  readonly host: AnsweringHost
  readonly tally: Tally
}

export async function buildStage(tally: Tally): Promise<Stage> {
  const world = await buildWorld()
  await addPerson(world.put, CORRECTOR)
  const cookies = { author: await world.signIn(AUTHOR), corrector: await world.signIn(CORRECTOR.id) }
  const device = buildDevice(
    async (path, init) => {
      const headers = new Headers(init.headers)
      headers.set('origin', ORIGIN)
      headers.set('cookie', cookies.author)
      return world.app.request(`${ORIGIN}${path}`, { ...init, headers })
    },
    { account: AUTHOR },
  )
  device.clock.now = world.clock.now
  let made = 0
  const host: AnsweringHost = {
    local: device.local,
    device: DEVICE,
    now: () => device.clock.now,
    random: () => bytesFor(++made),
    // Drafts are written when the form is closed at the latest.
    timers: { set: () => undefined, clear: () => undefined },
  }
  return { world, device, cookies, host, tally }
}

export async function pushed({ world }: Stage, cookie: string, mutation: Mutation): Promise<PushResult | undefined> {
  const body = { protocol: 1, device: DEVICE, account: mutation.author, mutations: [mutation] }
  const response = await world.ask('POST', '/api/sync/push', { cookie, body })
  return ((await response.json()) as { readonly results: readonly PushResult[] }).results[0]
}

/** Uploads the files of a message unchanged. */
export async function uploaded({ world, cookies }: Stage, { files }: SubmitMutation): Promise<void> {
  for (const { sha256 } of files) {
    const offered = FILES[CLAIMS.findIndex((claim) => claim.sha256 === sha256)]
    const { bytes, name, type } = there(offered)
    const response = await create(world, cookies.author, bytes, { body: bytes, name, type })
    if (response.status !== 201) throw new Error(`${name} was not taken: ${response.status}`)
  }
}
