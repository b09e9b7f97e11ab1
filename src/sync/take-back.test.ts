import { describe, expect, it } from 'vitest'
import type { AnswerId, MutationId } from '#domain/kernel/index.ts'
import {
  canTakeBack,
  discardEntry,
  exportUnsentWork,
  importUnsentWork,
  listOutbox,
  loadAnswer,
  loadDraft,
  loadFile,
} from '#local/index.ts'
import { retryEntry, saveAnswer, saveDraft, takeBackAnswer, withdrawChange, type Local } from '#local/index.ts'
import { claimEntries, markQuarantined, releaseStaleClaims } from '#local/sending.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { buildMove, buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { there } from '#tests/support/there.ts'
import { buildPair, capture, saveOne, START } from '#tests/support/device/device.ts'
import { refusal } from '#tests/support/device/fake-server.ts'
import { runSync } from './run-sync.ts'

const photo = capture('a photo')
const sketch = capture('a sketch', 'plano.png', 'image/png')
const claim = {
  now: START,
  limit: 100,
  characters: 1_000_000,
  kind: 'fresh',
  except: new Set<MutationId>(),
  hurry: false,
} as const

async function takeBack(local: Local, id: AnswerId, choice: 'correct' | 'discard' = 'correct'): Promise<boolean> {
  const taken = await takeBackAnswer(local, id, { choice, now: START + 10_000 })
  if (!taken.ok) throw new Error(taken.problem.code)
  return taken.value !== null
}

/** Saves the draft again, as its author has corrected it. */
async function saveCorrected(local: Local, id: AnswerId, text: string) {
  const found = await loadDraft(local, id)
  const mutation = buildPlainSubmit(900, text, { answer: id, files: found?.files ?? [] })
  return { mutation, saved: await saveAnswer(local, { mutation, draft: id }) }
}

describe('an unsent answer that its author takes back', () => {
  it('is a draft with its id, content and files, and arrives once, as it was corrected', async () => {
    const { device, server } = buildPair()
    const { local } = device
    const first = await saveOne(local, 1, [photo])
    expect(await canTakeBack(local, first.answer)).toBe(true)
    expect(await takeBack(local, first.answer)).toBe(true)
    expect(await listOutbox(local)).toEqual([])
    expect(await loadAnswer(local, first.answer)).toBeUndefined()
    const found = await loadDraft(local, first.answer)
    expect(found?.draft).toMatchObject({ id: first.answer, content: first.content, template: 'nota', version: 1 })
    expect(found?.draft.updatedAt).toBe('2026-11-21T09:00:10.000Z')
    expect(found?.files).toEqual([photo.claim])
    expect(await loadFile(local, photo.claim)).toEqual(photo.data)
    // The journal of the reopened form may write, and the draft stays known as one that was taken back.
    const { takenBack, ...journaled } = there(found).draft
    expect(await saveDraft(local, journaled)).toMatchObject({ ok: true })
    expect([takenBack, (await loadDraft(local, first.answer))?.draft.takenBack]).toEqual([true, true])
    await device.run()
    expect(server.pushed()).toEqual([])

    const { mutation, saved } = await saveCorrected(local, first.answer, 'corrected')
    expect(saved).toMatchObject({ ok: true })
    await device.run()
    expect(server.pushed()).toEqual([[mutation.id]])
    expect([...server.answers.values()]).toMatchObject([{ content: { values: { '0/0': { respuesta: 'corrected' } } } }])
    expect([...server.files.keys()]).toEqual([photo.claim.sha256])
  })

  it('is taken by the runner or by its author, never by both, no matter who comes first', async () => {
    for (const authorFirst of [true, false]) {
      const { device } = buildPair()
      const other = device.tab().local
      const { answer } = await saveOne(device.local, 1, [photo])
      const acts = [() => takeBack(device.local, answer), () => claimEntries(other, claim)] as const
      const [mine, theirs] = authorFirst
        ? await Promise.all([acts[0](), acts[1]()])
        : await Promise.all([acts[1](), acts[0]()]).then(([claimed, back]) => [back, claimed] as const)
      expect([mine, theirs.length]).toEqual(mine ? [true, 0] : [false, 1])
      expect((await loadDraft(device.local, answer)) !== undefined).toBe(mine)
      expect(await listOutbox(device.local)).toHaveLength(mine ? 0 : 1)
    }
  })

  it('becomes one draft when two tabs take it back, and is not taken back from a run under way', async () => {
    const { device, server } = buildPair()
    const other = device.tab().local
    const { answer } = await saveOne(device.local, 1, [photo])
    const both = await Promise.all([takeBack(device.local, answer), takeBack(other, answer)])
    expect(both.toSorted()).toEqual([false, true])
    const { answer: second } = await saveOne(device.local, 2, [sketch])
    let during: boolean | undefined
    server.fault = () => undefined
    const { fetch } = device.deps
    await runSync({
      ...device.deps,
      fetch: async (path, init) => {
        if (path.startsWith('/api/uploads')) during = await takeBack(other, second)
        return fetch(path, init)
      },
    })
    expect(during).toBe(false)
    expect(await takeBack(other, second)).toBe(false)
    expect(server.answers.size).toBe(1)
  })

  it('stays when its runner died, when a first byte has left, and when a file or a part of one has', async () => {
    const { device, server } = buildPair()
    const { local } = device
    const claimed = await saveOne(local, 1)
    await claimEntries(local, claim)
    await releaseStaleClaims(local)
    expect(await takeBack(local, claimed.answer)).toBe(false)
    await discardEntry(local, claimed.id)

    // The session ended after the first of two files.
    const files = await saveOne(local, 2, [photo, sketch])
    server.fault = ({ path }) =>
      path.startsWith('/api/uploads') && server.files.size > 0 ? refusal(401, 'session.required') : undefined
    server.session = refusal(401, 'session.required')
    await device.run()
    expect(server.files.size).toBe(1)
    expect(await listOutbox(local)).toMatchObject([{ attempts: 0, state: { kind: 'waiting' } }])
    expect(await takeBack(local, files.answer)).toBe(false)
    await discardEntry(local, files.id)

    const begun = await saveOne(local, 3, [capture('begun')])
    await local.database.uploads.put({ sha256: capture('begun').claim.sha256, url: '/api/uploads/u9' })
    expect(await canTakeBack(local, begun.answer)).toBe(false)
    expect(await takeBack(local, begun.answer)).toBe(false)
  })

  it('stays when its only file has arrived and its session ended before it was pushed', async () => {
    const { device, server } = buildPair()
    const { answer } = await saveOne(device.local, 1, [photo])
    server.fault = ({ path }) => (path === '/api/sync/push' ? refusal(401, 'session.required') : undefined)
    await device.run()
    expect(await takeBack(device.local, answer)).toBe(false)
    expect(await listOutbox(device.local)).toMatchObject([{ frozen: true, attempts: 0 }])
  })

  it('can be taken back while the browser knows of no network, and is sent when the browser is wrong', async () => {
    const { device, server } = buildPair()
    const { answer } = await saveOne(device.local, 1)
    const offline = { ...device.deps, isOffline: () => true }
    const cut = async () => Promise.reject(new TypeError('fetch failed'))
    const outcome = await runSync({ ...offline, fetch: cut })
    expect(outcome).toMatchObject({ kind: 'stopped', stop: { kind: 'unreachable' }, next: undefined })
    expect(await listOutbox(device.local)).toMatchObject([{ attempts: 0, frozen: false }])
    expect(await canTakeBack(device.local, answer)).toBe(true)
    await runSync(offline)
    expect(server.answers.size).toBe(1)
  })

  it('can be taken back after a failure that came before it, whatever the browser says of the network', async () => {
    const { device, server } = buildPair()
    server.fault = () => 'cut'
    await device.run()
    const { answer } = await saveOne(device.local, 1)
    device.clock.now += 120_000
    await device.run()
    expect(await listOutbox(device.local)).toMatchObject([{ attempts: 0, frozen: false }])
    expect(await takeBack(device.local, answer)).toBe(true)
    const { answer: second } = await saveOne(device.local, 2)
    server.fault = () => undefined
    await device.run()
    expect([...server.answers.keys()]).toEqual([second])
  })

  it('is not taken back after a refusal, because the server may have it, nor after another attempt', async () => {
    const { device } = buildPair()
    const { local } = device
    const { answer, id } = await saveOne(local, 1)
    await markQuarantined(local, id, { code: 'file.missing' }, toInstant(START))
    expect(await takeBack(local, answer)).toBe(false)
    await retryEntry(local, id)
    expect(await takeBack(local, answer)).toBe(false)
    expect(await withdrawChange(local, id)).toEqual({ ok: true, value: false })
  })

  it('takes with it what waits for it', async () => {
    const { device, server } = buildPair()
    const { answer } = await saveOne(device.local, 1)
    await saveAnswer(device.local, { mutation: buildMove(2, { answer }) })
    expect(await takeBack(device.local, answer)).toBe(true)
    await device.run()
    expect(server.pushed()).toEqual([])
  })

  it('is gone with its files when it is discarded', async () => {
    const { device } = buildPair()
    const { answer } = await saveOne(device.local, 1, [photo])
    expect(await takeBack(device.local, answer, 'discard')).toBe(true)
    expect(await loadDraft(device.local, answer)).toBeUndefined()
    expect(await device.local.database.blobs.count()).toBe(0)
    expect(await loadAnswer(device.local, answer)).toBeUndefined()
  })

  it('does not return in its first form with a backup that was made before', async () => {
    const { device, server } = buildPair()
    const { local, deps } = device
    const { answer } = await saveOne(local, 1)
    const backup = await exportUnsentWork(local, deps.hash, toInstant(START))
    await takeBack(local, answer)
    expect(await importUnsentWork(local, backup, deps.hash)).toMatchObject({ value: { entries: 0, known: 1 } })
    await saveCorrected(local, answer, 'corrected')
    expect(await importUnsentWork(local, backup, deps.hash)).toMatchObject({ value: { entries: 0, known: 1 } })
    await device.run()
    expect([...server.answers.values()]).toMatchObject([{ content: { values: { '0/0': { respuesta: 'corrected' } } } }])
    // On another device it may have been sent from here.
    const other = buildPair().device.local
    await importUnsentWork(other, backup, deps.hash)
    expect(await takeBack(other, answer)).toBe(false)
  })
})
