import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import type { Store } from '#core/ports.ts'
import { createOrphanSweep, ORPHAN_LIFETIME_MS } from '#core/uploads/orphans.ts'
import { keys } from '#domain/store/index.ts'
import type { CloudBucket } from '#firebase/storage/bucket.ts'
import { openCloudFiles } from '#firebase/storage/files.ts'
import { buildSubmit, hashOf } from '../support/builders/submit.ts'
import { fakeBucket } from '../support/cloud/bucket.ts'
import { buildWorld } from '../support/server/world.ts'
import { answer, picture, upload } from './orphans.contract.ts'

/**
 * In the cloud the sweep and the requests are processes that do not wait for each other. Here one pauses before each of
 * its steps in turn while the other does all its work: in no order is an answer accepted whose file was deleted. The
 * store stands for Firestore, whose guarantees about commits another suite tests.
 */
type Step = () => Promise<void>

/** Counts the steps of one process, and runs another one before the chosen step. */
function stops() {
  const state = { taken: 0, stopBefore: -1, meanwhile: async () => {} }
  const step: Step = async () => {
    const isHere = state.taken === state.stopBefore
    state.taken += 1
    if (isHere) await state.meanwhile()
  }
  return { state, step }
}

function bucketInSteps(bucket: CloudBucket, step: Step): CloudBucket {
  const before =
    <A extends readonly unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await step()
      return call(...args)
    }
  return {
    getFiles: before(bucket.getFiles),
    combine: before(bucket.combine),
    file: (name) => {
      const file = bucket.file(name)
      return {
        ...file,
        save: before(file.save),
        getMetadata: before(file.getMetadata),
        setMetadata: before(file.setMetadata),
        delete: before(file.delete),
      }
    },
  }
}

function storeInSteps(store: Store, step: Step): Store {
  const before =
    <A extends readonly unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await step()
      return call(...args)
    }
  return {
    ...store,
    get: before(store.get),
    getMany: before(store.getMany),
    query: before(store.query),
    commit: (unit) => step().then(() => store.commit(unit)),
  }
}

/** A photo and a signature that were sent a week ago and belong to no answer; one instance answers, another sweeps. */
async function start(owner: string) {
  const [store, sweeping, answering] = [openMemoryStore(), stops(), stops()]
  let bucket: CloudBucket | undefined
  const world = await buildWorld({}, storeInSteps(store, answering.step), undefined, {
    openFiles: (clock) => {
      bucket = fakeBucket(clock)
      return openCloudFiles(bucketInSteps(bucket, answering.step), clock)
    },
  })
  if (bucket === undefined) throw new Error('The world opened no bucket')
  const clock = () => world.clock.now
  const sweep = createOrphanSweep({
    store: storeInSteps(store, sweeping.step),
    files: openCloudFiles(bucketInSteps(bucket, sweeping.step), clock),
    clock,
  })
  for (const seed of [2, 3]) await upload(world, owner, picture(seed))
  world.clock.now += ORPHAN_LIFETIME_MS + 60_000
  const send = async (): Promise<string> => {
    for (const seed of [2, 3]) await upload(world, 'ines', picture(seed))
    return answer(world, picture(2), picture(3))
  }
  /** Checks that every reply is true, now and later. */
  const prove = async (said: string): Promise<void> => {
    expect(['applied', 'retry']).toContain(said)
    // A device's reaction to this reply.
    if (said === 'retry') expect(await send()).toBe('applied')
    for (let week = 0; week < 3; week += 1) {
      for (const seed of [2, 3]) expect(await world.files.size(hashOf(picture(seed)))).toBe(300)
      world.clock.now += ORPHAN_LIFETIME_MS + 60_000
      await sweep()
    }
    expect(await world.store.get(keys.answer(buildSubmit(1).answer))).toBeDefined()
  }
  return { sweep, send, prove, sweeping: sweeping.state, answering: answering.state }
}

describe.each([
  ['of the same account', 'ines'],
  ['of another account', 'pablo'],
])('an orphan %s that is named after all', (_, owner) => {
  it('while the sweep is anywhere in its work', async () => {
    let stop = 0
    for (let isOver = false; !isOver; stop += 1) {
      const { sweep, send, prove, sweeping } = await start(owner)
      let said = ''
      Object.assign(sweeping, { taken: 0, stopBefore: stop, meanwhile: async () => void (said = await send()) })
      await sweep()
      isOver = said === ''
      await prove(isOver ? await send() : said)
    }
    expect(stop).toBeGreaterThan(10)
  }, 60_000)

  it('and swept while the answer is anywhere on its way', async () => {
    let stop = 0
    for (let isOver = false; !isOver; stop += 1) {
      const { sweep, send, prove, answering } = await start(owner)
      let swept = false
      Object.assign(answering, {
        taken: 0,
        stopBefore: stop,
        meanwhile: async () => {
          swept = true
          await sweep()
        },
      })
      const said = await send()
      isOver = !swept
      await prove(said)
    }
    expect(stop).toBeGreaterThan(20)
  }, 60_000)
})
