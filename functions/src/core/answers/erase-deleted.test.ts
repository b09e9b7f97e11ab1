import { expect, it } from 'vitest'
import { keys, type Key } from '#domain/store/index.ts'
import { type FileHolder, generateMutationId, toInstant } from '#domain/kernel/index.ts'
import { buildDeletion, buildPlainSubmit, bytesFor, claimFor, DEVICE } from '#tests/support/builders/submit.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import { buildWorld } from '#tests/support/server/world.ts'
import { eraseDeletedAnswers } from './erase-deleted.ts'

const at = { latitude: -31.42, longitude: -64.18 }
const DAY = 24 * 60 * 60 * 1000

/** Answers of ines deleted a month ago, in a store that cannot read the last version of some. */
async function overdue(count: number, isBroken: (index: number) => boolean) {
  const world = await buildWorld()
  const submits = Array.from({ length: count }, (_, index) => buildPlainSubmit(index + 1))
  const mutations = submits.flatMap((submit) => [submit, buildDeletion(submit)])
  const body = { protocol: 1, device: DEVICE, account: 'ines', mutations }
  await world.ask('POST', '/api/sync/push', { cookie: await world.signIn('ines'), body })
  world.clock.now += 30 * DAY
  const broken = new Set<Key>(
    submits.filter((_, index) => isBroken(index)).map(({ answer }) => keys.answerVersion(answer, 1)),
  )
  const tried: Key[] = []
  const get = (key: Key) => {
    if (!broken.has(key)) return world.store.get(key)
    tried.push(key)
    return Promise.reject(new Error(`${key} leans on what is gone`))
  }
  const store = Object.assign(Object.create(world.store) as typeof world.store, { get })
  const left = () => world.store.count({ collection: 'deleted' })
  return { run: () => eraseDeletedAnswers({ ...world.ports, store }), left, tried }
}

it('one that cannot be erased keeps none of the others, and the run fails', async () => {
  const { run, left } = await overdue(5, (index) => index === 0)
  await expect(run()).rejects.toThrow('Not every answer was erased')
  expect(await left()).toBe(1)
})

it('where none can be, it gives up after some', async () => {
  const { run, left, tried } = await overdue(15, () => true)
  await expect(run()).rejects.toThrow('Not every answer was erased')
  expect([await left(), tried.length]).toEqual([15, 10])
})

it('takes the versions of earlier answers along that had more of them under the same id, and lets go of the files of each', async () => {
  const world = await buildWorld()
  const cookie = await world.signIn('ines')
  const says = async (...mutations: readonly unknown[]) => {
    const body = { protocol: 1, device: DEVICE, account: 'ines', mutations }
    const response = await world.ask('POST', '/api/sync/push', { cookie, body })
    return ((await response.json()) as { readonly results: readonly { readonly status: string }[] }).results.map(
      ({ status }) => status,
    )
  }
  const first = buildPlainSubmit(1)
  expect(await says(first, buildDeletion(first))).toEqual(['applied', 'applied'])
  // It had been corrected, and another under its id more often, before both were deleted; each had a photo.
  const { answer } = first
  const kept = there(await world.store.get(keys.answerVersion(answer, 1)))
  const holdings = [2, 3].map((version) => {
    const photo = claimFor(`photo ${version}`)
    return { version, photo, key: keys.file('ines' as FileHolder, photo.sha256) }
  })
  for (const { version, photo, key } of holdings) {
    const stored = { ...photo, url: `/api/answers/${answer}/files/${photo.sha256}` }
    await world.put(keys.answerVersion(answer, version), { ...kept, version, files: [stored] })
    await world.put(key, { author: 'ines', ...photo, namedBy: [answer] })
  }
  const second = buildPlainSubmit(2, 'another', { answer })
  expect(await says(second, buildDeletion(second, { id: generateMutationId(bytesFor(3)) }))).toEqual([
    'applied',
    'applied',
  ])

  world.clock.now += 30 * DAY
  expect(await eraseDeletedAnswers(world.ports)).toBe(1)
  const left = await Promise.all([1, 2, 3].map((version) => world.store.get(keys.answerVersion(answer, version))))
  expect(left).toEqual([undefined, undefined, undefined])
  for (const { key } of holdings)
    expect(await world.store.get(key)).toMatchObject({ expiresAt: toInstant(world.clock.now) })
})

it('takes along what it has set off: incident, look into the registry, address, copies, and what its citizen was to be notified of', async () => {
  const world = await buildWorld()
  const cookie = await world.signIn('ines')
  const [first, second] = [buildPlainSubmit(1), buildPlainSubmit(2)]
  const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [first, second, buildDeletion(first)] }
  await world.ask('POST', '/api/sync/push', { cookie, body })
  const queue = async ({ answer, id }: typeof first): Promise<readonly Key[]> => {
    const letter = `copy.send~${id}~0`
    const about = [
      { id: `incident.create~${answer}`, kind: 'incident.create', state: 'done', payload: { answer } },
      { id: `citizen.check~${answer}`, kind: 'citizen.check', payload: { answer } },
      {
        id: `location.resolve~${answer}~-31420000~-64180000`,
        kind: 'location.resolve',
        payload: { answer, latlng: at },
      },
      { id: `citizen.message~${answer}~m1`, kind: 'citizen.message', payload: { answer, request: 0 } },
      { id: `citizen.state~${answer}~m1`, kind: 'citizen.state', payload: { answer } },
      {
        id: `citizen.mail~${answer}~m1`,
        kind: 'citizen.mail',
        payload: { answer, scope: { kind: 'view', answer, moves: 2 } },
      },
      { id: letter, kind: 'copy.send', payload: { answer, address: 'ana@relevo.example' } },
    ]
    for (const job of about) {
      const rest = { municipality: MUNICIPALITY, state: 'dead', attempts: 30, dueAt: toInstant(world.clock.now) }
      await world.put(keys.job(job.id), { ...rest, ...job } as never)
    }
    const sending = { id, at: toInstant(0), by: { email: '', username: '' }, letters: 1, sent: 0 }
    const copies = { areas: [], authorId: 'ines', receivedAt: toInstant(0), sendings: [sending] }
    await world.put(keys.sentCopies(answer), copies as never)
    return about.map((job) => keys.job(job.id))
  }
  const [gone, left] = [await queue(first), await queue(second)]
  world.clock.now += 30 * DAY
  expect(await eraseDeletedAnswers(world.ports)).toBe(1)
  const found = await world.store.getMany([...gone, ...left])
  expect(gone.filter((key) => found.get(key) !== undefined)).toEqual([])
  expect(left.filter((key) => found.get(key) === undefined)).toEqual([])
})
