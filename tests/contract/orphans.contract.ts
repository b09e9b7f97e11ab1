import { remove, keys } from '#domain/store/index.ts'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '#domain/kernel/index.ts'
import { createOrphanSweep, ORPHAN_LIFETIME_MS } from '#core/uploads/orphans.ts'
import { buildSubmit, DEVICE, hashOf } from '../support/builders/submit.ts'
import { buildTemplate } from '../support/builders/template.ts'
import type { SubmitMutation } from '#domain/answering/index.ts'
import type { World } from '../support/server/world.ts'

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')
const MINUTE = 60_000

export function picture(seed: number): Uint8Array {
  const bytes = new Uint8Array(300).map((_, index) => (index * seed) % 251)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return bytes
}

export async function upload(world: World, user: string, bytes: Uint8Array): Promise<Sha256> {
  const metadata = `sha256 ${base64(hashOf(bytes))},type ${base64('image/png')},name ${base64('foto.png')}`
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-length': String(bytes.length),
    'upload-metadata': metadata,
    'content-type': 'application/offset+octet-stream',
  }
  const response = await world.ask('POST', '/api/uploads', { cookie: await world.signIn(user), body: bytes, headers })
  expect(response.status).toBe(201)
  return hashOf(bytes)
}

/** An answer of ines with this photo and this signature. */
export async function answer(
  world: World,
  photo: Uint8Array,
  signature: Uint8Array,
  submit: SubmitMutation = buildSubmit(),
): Promise<string> {
  const claims = [photo, signature].map((bytes) => ({
    sha256: hashOf(bytes),
    bytes: bytes.length,
    type: 'image/png',
    name: 'foto.png',
  }))
  const text = JSON.stringify(submit)
    .replaceAll(submit.files[0]?.sha256 ?? '', hashOf(photo))
    .replaceAll(submit.files[1]?.sha256 ?? '', hashOf(signature))
  const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [{ ...JSON.parse(text), files: claims }] }
  const response = await world.ask('POST', '/api/sync/push', { cookie: await world.signIn('ines'), body })
  return ((await response.json()) as { results: { status: string }[] }).results[0]?.status ?? ''
}

const weekLater = (world: World) => void (world.clock.now += ORPHAN_LIFETIME_MS + MINUTE)

/** Contract of the sweep on every host. `build` creates a world with the host's own stores. */
export function orphansContract(name: string, build: () => Promise<World>, rounds = 10): void {
  describe(`the sweep of orphans: ${name}`, () => {
    it('takes a file that no answer has named for a week, with its bytes, and not a minute earlier', async () => {
      const world = await build()
      const sweep = createOrphanSweep(world.ports)
      const sha256 = await upload(world, 'ines', picture(2))
      world.clock.now += ORPHAN_LIFETIME_MS - MINUTE
      expect([await sweep(), await world.files.size(sha256)]).toEqual([0, 300])
      world.clock.now += 2 * MINUTE
      expect([await sweep(), await world.files.size(sha256), await world.store.count({ collection: 'files' })]).toEqual(
        [1, undefined, 0],
      )
      // The device gets `retry` and sends it again; its age counts from then on.
      expect(await answer(world, picture(2), picture(3))).toBe('retry')
      await upload(world, 'ines', picture(2))
      await upload(world, 'ines', picture(3))
      expect(await answer(world, picture(2), picture(3))).toBe('applied')
    })

    it('leaves what an answer names, also when the answer is held or deleted', async () => {
      const world = await build()
      const sweep = createOrphanSweep(world.ports)
      const template = buildTemplate()
      const hashes = [
        await upload(world, 'ines', picture(2)),
        await upload(world, 'ines', picture(3)),
        await upload(world, 'ines', picture(5)),
      ]
      expect(await answer(world, picture(2), picture(3))).toBe('applied')
      await world.put(keys.template(template.id), { ...template, deleted: true })
      expect(await answer(world, picture(5), picture(3), buildSubmit(2))).toBe('held')
      const id = buildSubmit(1).answer
      await world.store.commit({
        keysFor: () => [],
        decide: () => ({ result: 0, writes: [remove(keys.answer(id))] }),
      })
      weekLater(world)
      expect(await sweep()).toBe(0)
      for (const sha256 of hashes) expect(await world.files.size(sha256)).toBe(300)
    })

    it('leaves bytes that another account has named, and what was stored before files had an end', async () => {
      const world = await build()
      const sweep = createOrphanSweep(world.ports)
      const [photo, signature] = [await upload(world, 'ines', picture(2)), await upload(world, 'ines', picture(3))]
      await upload(world, 'pablo', picture(2))
      const old = await upload(world, 'ines', picture(7))
      const { expiresAt: _, ...before } = (await world.store.get(`files/ines~${old}`)) as Record<string, unknown>
      await world.put(`files/ines~${old}`, before)
      await answer(world, picture(2), picture(3))
      weekLater(world)
      expect(await sweep()).toBe(1)
      expect(await world.store.get(`files/pablo~${photo}`)).toBeUndefined()
      for (const sha256 of [photo, signature, old]) expect(await world.files.size(sha256)).toBe(300)
    })

    it('takes bytes that no one holds, a week after it has first seen them', async () => {
      const world = await build()
      const sweep = createOrphanSweep(world.ports)
      const kept = await upload(world, 'ines', picture(2))
      const lost = await upload(world, 'ines', picture(3))
      // The server died after storing the bytes and before recording their owner.
      await world.store.commit({
        keysFor: () => [],
        decide: () => ({ result: 0, writes: [remove(`files/ines~${lost}`)] }),
      })
      const named = { ...(await world.store.get(`files/ines~${kept}`)) }
      delete named['expiresAt']
      await world.put(`files/ines~${kept}`, named)
      expect([await sweep(), await world.files.size(lost)]).toEqual([0, 300])
      world.clock.now += ORPHAN_LIFETIME_MS - MINUTE
      expect(await sweep()).toBe(0)
      weekLater(world)
      expect([await sweep(), await world.files.size(lost), await world.files.size(kept)]).toEqual([1, undefined, 300])
      expect(await world.store.count({ collection: 'files' })).toBe(1)
    })

    it('does a bounded part of it in one run, and continues where it stopped, as another process too', async () => {
      const world = await build()
      const hashes: Sha256[] = []
      for (const seed of [2, 3, 5, 7, 11]) hashes.push(await upload(world, 'ines', picture(seed)))
      const keysOf = (sha256: Sha256) => `files/ines~${sha256}`
      await world.store.commit({
        keysFor: () => [],
        decide: () => ({ result: 0, writes: hashes.map((sha256) => remove(keysOf(sha256))) }),
      })
      const run = () => createOrphanSweep(world.ports, { removed: 2, lookedAt: 2 })()
      const marked: number[] = []
      for (let turn = 0; turn < 4; turn += 1) {
        await run()
        marked.push(await world.store.count({ collection: 'files' }))
      }
      expect(marked).toEqual([2, 4, 5, 5])
      weekLater(world)
      expect([await run(), await run(), await run(), await run()]).toEqual([2, 2, 1, 0])
      expect(await world.files.list()).toEqual([])
    })

    it('leaves what an answer names between its look and its commit', async () => {
      const world = await build()
      const [photo, signature] = [await upload(world, 'ines', picture(2)), await upload(world, 'ines', picture(3))]
      weekLater(world)
      let status = ''
      const query: World['store']['query'] = async (asked) => {
        const entries = await world.store.query(asked)
        if (status === '' && asked.collection === 'files' && entries.length > 0)
          status = await answer(world, picture(2), picture(3))
        return entries
      }
      const sweep = createOrphanSweep({
        ...world.ports,
        store: Object.assign(Object.create(world.store) as World['store'], { query }),
      })
      expect([await sweep(), status]).toEqual([0, 'applied'])
      for (const sha256 of [photo, signature]) expect(await world.files.size(sha256)).toBe(300)
    })

    it('and an answer that names a file at the same moment never end with an answer whose file is gone', async () => {
      for (let round = 0; round < rounds; round += 1) {
        const world = await build()
        const sweep = createOrphanSweep(world.ports)
        const [photo, signature] = [await upload(world, 'ines', picture(2)), await upload(world, 'ines', picture(3))]
        weekLater(world)
        const [status] = await Promise.all(
          round % 2 === 0
            ? [answer(world, picture(2), picture(3)), sweep()]
            : [sweep().then(() => 'swept'), answer(world, picture(2), picture(3))],
        )
        const stored = await world.store.get(keys.answer(buildSubmit(1).answer))
        expect(status).not.toBe('')
        if (stored !== undefined)
          for (const sha256 of [photo, signature]) expect(await world.files.size(sha256)).toBe(300)
      }
    })
  })
}
