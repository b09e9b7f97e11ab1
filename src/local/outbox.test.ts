import { describe, expect, it, vi } from 'vitest'
import { toInstant, type MutationId } from '#domain/kernel/index.ts'
import type { StoredReceipt } from '#domain/sync/index.ts'
import type { SubmitMutation } from '#domain/answering/index.ts'
import { buildMove, buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildPair, capture, saveOne, START } from '#tests/support/device/device.ts'
import { discardEntry } from './discard.ts'
import { loadFile } from './files.ts'
import {
  claimEntries,
  computeDelayUntilNextEntry,
  markQuarantined,
  releaseStaleClaims,
  rescheduleEntries,
} from './outbox.ts'
import { listOutbox, readOutboxSummary } from './outbox-reads.ts'
import { retryEntry } from './discard.ts'
import { deleteReceivedCopies } from './freeable.ts'
import { storeReceipts } from './receipts.ts'
import { loadAnswer } from './reads.ts'
import { saveAnswer } from './save-answer.ts'

const photo = capture('a photo')
const wanted = {
  now: START,
  limit: 100,
  characters: 1_000_000,
  kind: 'fresh',
  except: new Set<MutationId>(),
  hurry: false,
} as const

function receiptOf({ id, answer, files }: SubmitMutation): StoredReceipt {
  const receipt = files.map(({ sha256, bytes }) => ({ sha256, bytes }))
  return { id, answer, status: 'applied', version: 1, code: 'VIS1', receivedAt: toInstant(START), receipt }
}

describe('the outbox', () => {
  it('writes nothing when there is nothing to take', async () => {
    const {
      device: { local },
    } = buildPair()
    expect(await claimEntries(local, wanted)).toEqual([])
    expect(await local.database.claims.count()).toBe(0)
  })

  it('gives the oldest first, and of each answer only the first', async () => {
    const {
      device: { local },
    } = buildPair()
    const first = await saveOne(local, 1)
    const later = buildMove(2, { answer: first.answer })
    await saveAnswer(local, { mutation: later })
    const other = await saveOne(local, 3)
    const ids = async (limit = 100): Promise<readonly string[]> =>
      (await claimEntries(local, { ...wanted, limit })).map((entry) => entry.id)
    expect(await ids(1)).toEqual([first.id])
    expect(await ids()).toEqual([other.id])
    await releaseStaleClaims(local)
    expect(await ids()).toEqual([first.id, other.id])
    await releaseStaleClaims(local)
    await markQuarantined(local, first.id, { code: 'template.missing' }, toInstant(START))
    expect(await ids()).toEqual([other.id])
    await storeReceipts(local, [receiptOf(other)])
    expect(await computeDelayUntilNextEntry(local, START)).toBeUndefined()
    await discardEntry(local, first.id)
    expect(await computeDelayUntilNextEntry(local, START)).toBe(0)
    expect(await ids()).toEqual([later.id])
  })

  it('lets go of a discarded change alone: its answer stays for as long as something of it is here to send', async () => {
    const {
      device: { local },
    } = buildPair()
    const first = await saveOne(local, 1)
    const later = buildMove(2, { answer: first.answer })
    await saveAnswer(local, { mutation: later })
    await discardEntry(local, later.id)
    expect((await listOutbox(local)).map(({ id }) => id)).toEqual([first.id])
    expect(await loadAnswer(local, first.answer)).toMatchObject({ submit: { id: first.id } })
    await discardEntry(local, first.id)
    expect(await loadAnswer(local, first.answer)).toBeUndefined()
  })

  it('does not hold back a change behind one that was refused for good', async () => {
    const {
      device: { local },
    } = buildPair()
    const answer = buildPlainSubmit(1).answer
    const [refused, next] = [buildMove(2, { answer }), buildMove(3, { answer })]
    await saveAnswer(local, { mutation: refused })
    await saveAnswer(local, { mutation: next })
    await markQuarantined(local, refused.id, { code: 'access.forbidden' }, toInstant(START))
    expect(await computeDelayUntilNextEntry(local, START)).toBe(0)
    expect((await claimEntries(local, wanted)).map((entry) => entry.id)).toEqual([next.id])
  })

  it('gives entries in their order, past many that may not go yet', async () => {
    const {
      device: { local },
    } = buildPair()
    const saved = []
    for (let seed = 1; seed <= 60; seed += 1) saved.push((await saveOne(local, seed)).id)
    const except = new Set(saved.slice(0, 25))
    const next = await claimEntries(local, { ...wanted, except, limit: 20 })
    expect(next.map((entry) => entry.id)).toEqual(saved.slice(25, 45))
  })

  it('gives no more than fits into one request, and at least one', async () => {
    const {
      device: { local },
    } = buildPair()
    const saved = []
    for (let seed = 1; seed <= 5; seed += 1) saved.push(await saveOne(local, seed))
    const characters = saved.slice(0, 2).reduce((sum, submit) => sum + JSON.stringify(submit).length, 0)
    expect(await claimEntries(local, { ...wanted, characters })).toHaveLength(2)
    expect(await claimEntries(local, { ...wanted, characters: 1 })).toHaveLength(1)
  })

  it('lets go exactly what was received, neighbours or not', async () => {
    const {
      device: { local },
    } = buildPair()
    const saved = []
    for (let seed = 1; seed <= 40; seed += 1) saved.push(await saveOne(local, seed))
    await claimEntries(local, { ...wanted, limit: 30 })
    const received = saved.filter((_, index) => (index > 2 && index < 20) || index === 25 || index === 35)
    await storeReceipts(local, received.map(receiptOf))
    const left = saved.filter((submit) => !received.includes(submit)).map((submit) => submit.id)
    expect((await listOutbox(local)).map((entry) => entry.id)).toEqual(left)
  })

  it('claims an entry for one runner only', async () => {
    const {
      device: { local },
    } = buildPair()
    const { id } = await saveOne(local, 1)
    const ids = async (): Promise<readonly string[]> => (await claimEntries(local, wanted)).map((entry) => entry.id)
    expect((await Promise.all([ids(), ids()])).flat()).toEqual([id])
    expect(await ids()).toEqual([])
    await releaseStaleClaims(local)
    expect(await ids()).toEqual([id])
  })

  it('writes nothing at the start of a run where no one was before, so that a full disk does not keep it from sending', async () => {
    // Dexie binds this function when it opens.
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction')
    const {
      device: { local },
    } = buildPair()
    await saveOne(local, 1)
    begun.mockClear()
    await releaseStaleClaims(local)
    const modes = begun.mock.calls.map(([, mode]) => mode)
    begun.mockRestore()
    expect(modes).toEqual(['readonly'])
  })

  it('lets nothing go for a receipt that misses a file, and stores none of its neighbours either', async () => {
    const {
      device: { local },
    } = buildPair()
    const [one, two] = [await saveOne(local, 1), await saveOne(local, 2, [photo])]
    await expect(storeReceipts(local, [receiptOf(one), { ...receiptOf(two), receipt: [] }])).rejects.toThrow(
      'incomplete',
    )
    expect(await listOutbox(local)).toHaveLength(2)
    expect(await loadFile(local, photo.claim)).toEqual(photo.data)
    expect((await loadAnswer(local, one.answer))?.receipts).toEqual([])
  })

  it('keeps bytes that another entry needs, until that one is received, too', async () => {
    const {
      device: { local },
    } = buildPair()
    const [one, two] = [await saveOne(local, 1, [photo]), await saveOne(local, 2, [photo])]
    await storeReceipts(local, [receiptOf(one)])
    expect(await loadFile(local, photo.claim)).toEqual(photo.data)
    await storeReceipts(local, [receiptOf(two)])
    // Kept for a restored server (sent.test.ts), until the user needs the space.
    await deleteReceivedCopies(local)
    expect(await loadFile(local, photo.claim)).toBeUndefined()
  })

  it('does not bring back what was received while another runner still held it', async () => {
    const {
      device: { local },
    } = buildPair()
    const saved = await saveOne(local, 1)
    const entries = await claimEntries(local, wanted)
    await storeReceipts(local, [receiptOf(saved)])
    await rescheduleEntries(local, entries)
    await markQuarantined(local, saved.id, { code: 'template.missing' }, toInstant(START))
    expect(await listOutbox(local)).toEqual([])
  })

  it('counts what waits, and how much', async () => {
    const {
      device: { local },
    } = buildPair()
    const first = await saveOne(local, 1, [photo])
    await saveOne(local, 2)
    await markQuarantined(local, first.id, { code: 'template.missing' }, toInstant(START))
    expect(await readOutboxSummary(local)).toMatchObject({
      waiting: 1,
      sending: 0,
      quarantined: 1,
      oldest: first.clock,
      bytes: photo.claim.bytes,
    })
    await retryEntry(local, first.id)
    expect(await readOutboxSummary(local)).toMatchObject({ waiting: 2, quarantined: 0 })
  })
})
