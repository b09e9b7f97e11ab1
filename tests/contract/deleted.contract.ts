import { describe, expect, it } from 'vitest'
import { buildVersionWrites } from '#domain/templates/judge/index.ts'
import { VERSIONS_PER_COMMIT } from '#domain/answers/judge/index.ts'
import { templateIdSchema, toInstant } from '#domain/kernel/index.ts'
import { keys, type Key } from '#domain/store/index.ts'
import { deletedPageSchema } from '#domain/answers/index.ts'
import { createSweeps } from '#core/sweeps.ts'
import { buildDeletion, buildPlainSubmit, buildSubmit, DEVICE } from '../support/builders/submit.ts'
import { buildTemplate } from '../support/builders/template.ts'
import { EDITABLE, OPTIONAL_SIGNATURE } from '../support/builders/changes.ts'
import { codeOf, type World } from '../support/server/world.ts'
import { there } from '../support/there.ts'
import { answer, picture, upload } from './orphans.contract.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

async function push(world: World, ...mutations: readonly object[]): Promise<void> {
  const body = { protocol: 1, device: DEVICE, account: 'ines', mutations }
  const reply = await world.ask('POST', '/api/sync/push', { cookie: await world.signIn('ines'), body })
  expect(await reply.json()).toMatchObject({ results: mutations.map(() => ({ status: 'applied' })) })
}

/** To a form whose signed answers may be deleted. */
const submitOf = (seed = 1) => buildSubmit(seed, { template: 'abierto' })

/** Stores an answer of ines with two files, which she has deleted. */
async function deletedWithFiles(world: World): Promise<void> {
  const form = buildTemplate(
    { id: templateIdSchema.parse('abierto') },
    { opcionales: EDITABLE, signatures: [OPTIONAL_SIGNATURE] },
  )
  for (const { key, document } of buildVersionWrites(form)) await world.put(key, document)
  for (const each of [2, 3]) await upload(world, 'ines', picture(each))
  expect(await answer(world, picture(2), picture(3), submitOf())).toBe('applied')
  await push(world, buildDeletion(submitOf()))
}

async function listOf(world: World, who: string, query = '') {
  const reply = await world.ask('GET', `/api/deleted${query}`, { cookie: await world.signIn(who) })
  return deletedPageSchema.parse(await reply.json())
}
const restore = async (world: World, id: string, who = 'sofia') =>
  world.ask('POST', `/api/deleted/${id}/restore`, { cookie: await world.signIn(who) })

/** Runs a host's sweeps once each, in order, after confirming the clock, which jumps by weeks here. */
async function sweep(world: World, ports = world.ports): Promise<void> {
  for (const { run } of createSweeps(ports, { clockChecked: toInstant(world.clock.now) })) await run()
}
const filesOf = async ({ files }: World) => (await files.list()).length
const countOf = async ({ store }: World, collection: string) => store.count({ collection })

/** Number of commits when a deleted answer with two files is swept, including the clock's record. */
const COMMITS = 7
/** Time limit for a world per commit on a busy machine, milliseconds. */
const SEVEN_WORLDS = 90_000
/** Runs a case for each commit at which the server dies, concurrently: the fake of Firestore mostly waits. */
const atEachCommit = async (run: (lives: number) => Promise<void>) =>
  Promise.all(Array.from({ length: COMMITS }, async (_, lives) => run(lives)))

/** The world's store on a server that dies after this many commits. */
function dyingAfter(lives: number, { store }: World): World['store'] {
  let left = lives
  return {
    ...store,
    getMany: (all: readonly Key[]) => store.getMany(all),
    get: (key: Key) => store.get(key),
    query: store.query.bind(store),
    count: store.count.bind(store),
    changes: store.changes.bind(store),
    close: store.close.bind(store),
    commit: (unit: never) => {
      left -= 1
      return left < 0 ? Promise.reject(new Error('killed')) : store.commit(unit)
    },
  } as World['store']
}

/** Contract of deleting, restoring and erasing on each store. `build` creates a world with the host's own store. */
export function deletedContract(name: string, build: () => Promise<World>): void {
  describe(`deleted answers: ${name}`, () => {
    it('are listed to who administers them, those deleted last first, in pages both ways', async () => {
      const world = await build()
      for (let seed = 1; seed <= 17; seed += 1) {
        world.clock.now += 1000
        const submit = buildPlainSubmit(seed)
        await push(world, submit, buildDeletion(submit))
      }
      const first = await listOf(world, 'sofia')
      const second = await listOf(world, 'sofia', `?after=${encodeURIComponent(first.next ?? '')}`)
      const times = [...first.deleted, ...second.deleted].map(({ at }) => at)
      expect([first.deleted.length, second.deleted.length, second.next]).toEqual([15, 2, undefined])
      expect(times).toEqual([...times].sort().reverse())
      expect(await listOf(world, 'sofia', `?before=${encodeURIComponent(second.previous ?? '')}`)).toMatchObject({
        deleted: first.deleted,
        next: first.next,
      })
      expect((await listOf(world, 'ada')).deleted).toEqual(first.deleted)
      expect((await listOf(world, 'uma')).deleted).toEqual([])
      expect(first.deleted[0]).toMatchObject({ codigoMunicipio: 'VIS17', titulo: 'Nota', by: { username: 'ines' } })
      const sought = await listOf(world, 'sofia', '?search=vis1')
      expect(sought.deleted.map(({ codigoMunicipio }) => codigoMunicipio)).toEqual(
        [17, 16, 15, 14, 13, 12, 11, 10, 1].map((number) => `VIS${number}`),
      )
      expect(await listOf(world, 'uma', '?search=vis1')).toEqual({ deleted: [] })
    })

    it('come back whole, with their files, to lists and to the devices of their authors', async () => {
      const world = await build()
      await deletedWithFiles(world)
      const { answer: id, template } = submitOf()
      const ask = async (path: string) => world.ask('GET', path, { cookie: await world.signIn('ines') })
      const pulled = async () => JSON.stringify(await (await ask('/api/sync/pull')).json())
      expect((await ask(`/api/answers/${id}`)).status).toBe(404)
      expect(await pulled()).not.toContain('VIS1')
      expect(await codeOf(await restore(world, id))).toBeUndefined()
      const { answer: back } = (await (await ask(`/api/answers/${id}`)).json()) as {
        answer: { codigoMunicipio: string; version: number; files: readonly { sha256: string }[] }
      }
      expect(back).toMatchObject({ codigoMunicipio: 'VIS1', version: 3 })
      for (const { sha256 } of back.files) expect((await ask(`/api/answers/${id}/files/${sha256}`)).status).toBe(200)
      expect(JSON.stringify(await (await ask(`/api/answers?template=${template}`)).json())).toContain(id)
      expect(await pulled()).toContain('VIS1')
      expect(await (await ask(`/api/answers/${id}/versions`)).json()).toMatchObject({
        versions: [
          { version: 3, changedBy: { kind: 'answer.restore', by: { username: 'sofia' } } },
          { version: 2, changedBy: { kind: 'answer.delete', by: { username: 'ines' } } },
          { version: 1 },
        ],
      })
      const log = await world.store.query({
        collection: 'audit',
        order: { field: 'number', descending: false },
        limit: 9,
      })
      const acts = log.filter(({ document }) => document.action !== 'session.started')
      expect(acts.map(({ document }) => [document.action, document.by, document.details['code']])).toEqual([
        ['answer.deleted', 'ines', 'VIS1'],
        ['answer.restored', 'sofia', 'VIS1'],
      ])
      expect((await listOf(world, 'sofia')).deleted).toEqual([])
    })

    it('are kept for 30 days and then erased, with versions and files; what is left is the log and the receipts', async () => {
      const world = await build()
      await deletedWithFiles(world)
      const { answer: id } = submitOf()
      world.clock.now += 30 * DAY - HOUR
      await sweep(world)
      expect([await filesOf(world), (await listOf(world, 'sofia')).deleted.length]).toEqual([2, 1])
      world.clock.now += HOUR
      // Also before the sweep runs.
      expect([(await listOf(world, 'sofia')).deleted, await codeOf(await restore(world, id))]).toEqual([
        [],
        'answer.too-late',
      ])
      await sweep(world)
      expect(await filesOf(world)).toBe(0)
      for (const collection of ['deleted', 'historial', 'files', 'respuestas_formularios'])
        expect([collection, await countOf(world, collection)]).toEqual([collection, 0])
      expect([await countOf(world, 'receipts'), await codeOf(await restore(world, id))]).toEqual([2, 'answer.missing'])
      // The wiped device that sends it again gets the same reply.
      expect(await answer(world, picture(2), picture(3), submitOf())).toBe('applied')
      expect(await world.store.get(keys.answer(id))).toBeUndefined()
    })

    it('leave files that others name: another answer, someone else’s copy of the same bytes', async () => {
      const world = await build()
      await deletedWithFiles(world)
      await upload(world, 'ines', picture(5))
      expect(await answer(world, picture(2), picture(5), submitOf(2))).toBe('applied')
      world.clock.now += 30 * DAY
      await upload(world, 'pablo', picture(3))
      await sweep(world)
      expect(await filesOf(world)).toBe(3)
    })

    it(
      'are erased whole or not at all, whichever commit the server dies at, and the next sweep continues',
      async () => {
        await atEachCommit(async (lives) => {
          const world = await build()
          await deletedWithFiles(world)
          const { answer: id } = submitOf()
          world.clock.now += 30 * DAY
          const dying = dyingAfter(lives, world)
          await sweep(world, { ...world.ports, store: dying }).catch(() => undefined)
          const left = [
            (await world.store.get(keys.deletedAnswer(id))) !== undefined,
            (await world.store.get(keys.answerVersion(id, 1))) !== undefined,
          ]
          expect([lives, left[0]]).toEqual([lives, left[1]])
          await sweep(world)
          expect([lives, await filesOf(world), await countOf(world, 'historial')]).toEqual([lives, 0, 0])
        })
      },
      SEVEN_WORLDS,
    )

    it(
      'of many versions are restored whole or not at all, whichever commit of their erasing the server dies at',
      async () => {
        const outcomes = new Set<string>()
        await atEachCommit(async (lives) => {
          const world = await build()
          await deletedWithFiles(world)
          const { answer: id } = submitOf()
          const entry = there(await world.store.get(keys.deletedAnswer(id)))
          const first = there(await world.store.get(keys.answerVersion(id, 1)))
          const version = 2 * VERSIONS_PER_COMMIT + 5
          for (let number = 2; number <= version; number += 1)
            await world.put(keys.answerVersion(id, number), { ...first, version: number })
          await world.put(keys.deletedAnswer(id), { ...entry, version })
          world.clock.now += 30 * DAY
          await sweep(world, { ...world.ports, store: dyingAfter(lives, world) }).catch(() => undefined)
          // The retention time has no longer passed, because the clock was ahead.
          world.clock.now -= HOUR
          const outcome = (await codeOf(await restore(world, id))) ?? 'restored'
          outcomes.add(outcome)
          if (outcome === 'restored') {
            expect([await countOf(world, 'historial'), await filesOf(world)]).toEqual([version + 1, 2])
            return
          }
          world.clock.now += HOUR
          await sweep(world)
          for (const collection of ['deleted', 'historial', 'files'])
            expect([lives, collection, await countOf(world, collection)]).toEqual([lives, collection, 0])
        })
        expect([...outcomes].toSorted()).toEqual(['answer.missing', 'answer.too-late', 'restored'])
      },
      SEVEN_WORLDS,
    )
  })
}
