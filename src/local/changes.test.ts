import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { createEmptyValues } from '#domain/answers/index.ts'
import { generateMutationId, toInstant } from '#domain/kernel/index.ts'
import { isEntryDue } from '#domain/sync/index.ts'
import { storedOn, buildAnsweredDesk } from '#tests/support/builders/changes.ts'
import { buildPlainSubmit, bytesFor, CLOCK } from '#tests/support/builders/submit.ts'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { buildPair, START } from '#tests/support/device/device.ts'
import {
  endUndoPeriod,
  readChangeOutcome,
  forgetLocalCopy,
  storeAnswerForEditing,
  refreshLocalCopy,
  saveChange,
  waitForChangeOutcome,
  type ChangeDeps,
} from './changes.ts'
import type { Draft } from './draft.ts'
import { listDrafts, saveDraft } from './drafts.ts'
import type { Local } from './local.ts'
import { discardEntry, withdrawChange } from './discard.ts'
import { saveAnswer } from './save-answer.ts'
import { claimEntries, markQuarantined, releaseStaleClaims } from './outbox.ts'
import { listOutbox } from './outbox-reads.ts'
import { storeReceipts } from './receipts.ts'
import { listOlderAnswers, loadAnswer, loadTemplate } from './reads.ts'
import { receivePage } from '#tests/support/device/pages.ts'

/** Another author's. */
const stored = { ...storedOn(buildAnsweredDesk()), authorId: 'otra' } as ReturnType<typeof storedOn>
const MOVE = { kind: 'answer.changeState', from: 0, to: 1 } as const

function open() {
  const { local, device } = { ...buildPair().device, device: 'D'.repeat(26) as ChangeDeps['device'] }
  let seed = 600
  const host: ChangeDeps = { device, now: () => START, random: () => bytesFor(++seed).slice(0, 16) }
  return { local, host }
}

async function moved(local: Local, host: ChangeDeps) {
  const saved = await saveChange(local, { answer: stored, act: MOVE }, host)
  if (!saved.ok) throw new Error(saved.problem.code)
  return saved.value
}

const receipt = (id: Awaited<ReturnType<typeof moved>>, conflicts = 0) => {
  const facts = { id, answer: stored.id, version: 2, code: 'VIS1', receivedAt: CLOCK, receipt: [] }
  return conflicts === 0
    ? ({ ...facts, status: 'applied' } as const)
    : ({ ...facts, status: 'merged', conflicts } as const)
}

describe('a change to an answer of someone else', () => {
  it('waits in the outbox, upon the version that its author saw, with the copy that it was made on', async () => {
    const { local, host } = open()
    const id = await moved(local, host)
    expect(await listOutbox(local)).toMatchObject([
      { id, mutation: { ...MOVE, base: stored.version, template: stored.idPlantilla, author: local.account } },
    ])
    expect(await loadAnswer(local, stored.id)).toMatchObject({ at: stored.fechaCreacion, answer: { version: 1 } })
  })

  it('names the time of the version that its author saw, unless the device composed it from its own submission', async () => {
    const { local, host } = open()
    await moved(local, host)
    const own = buildPlainSubmit(9, 'x', { author: local.account })
    expect(await saveAnswer(local, { mutation: own })).toMatchObject({ ok: true })
    const composed = { ...stored, id: own.answer, lastUpdate: own.clock }
    await saveChange(local, { answer: composed, act: MOVE }, host)
    const times = (await listOutbox(local)).map(({ mutation }) => ('baseAt' in mutation ? mutation.baseAt : null))
    expect(times).toEqual([stored.lastUpdate, null, null])
  })

  it('names no time in a second change of an answer that the device composed, although its code is known', async () => {
    const { local, host } = open()
    const own = buildPlainSubmit(9, 'x', { author: local.account })
    await saveAnswer(local, { mutation: own })
    const composed = { ...stored, id: own.answer, lastUpdate: own.clock }
    for (const _ of [1, 2]) await saveChange(local, { answer: composed, act: MOVE }, host)
    const times = (await listOutbox(local)).map(({ mutation }) => ('baseAt' in mutation ? mutation.baseAt : null))
    expect(times).toEqual([null, null, null])
    expect((await loadAnswer(local, own.answer))?.answer).toBeUndefined()
  })

  it('names the time of the copy that the server sent before a pull brought it', async () => {
    const { local, host } = open()
    const own = buildPlainSubmit(9, 'x', { author: local.account })
    await saveAnswer(local, { mutation: own })
    const sent = { ...stored, id: own.answer, lastUpdate: toInstant(START + 5_000) }
    await saveChange(local, { answer: sent, act: MOVE }, host)
    expect((await listOutbox(local)).at(-1)).toMatchObject({ mutation: { baseAt: sent.lastUpdate } })
  })

  it('replaces a copy that a restored backup has lost, and no newer copy', async () => {
    const { local, host } = open()
    await storeAnswerForEditing(local, { ...stored, version: 5, lastUpdate: toInstant(START) }, buildTemplate())
    const shown = async () => (await loadAnswer(local, stored.id))?.answer
    const again = { ...stored, version: 4, lastUpdate: toInstant(START + 5_000) }
    await refreshLocalCopy(local, again)
    expect(await shown()).toEqual(again)
    // A page still shows the lost version.
    const lost = { ...stored, version: 5, lastUpdate: toInstant(START) }
    await saveChange(local, { answer: lost, act: MOVE }, host)
    expect(await shown()).toEqual(again)
  })

  it('is followed from waiting to what the server said', async () => {
    const { local, host } = open()
    const [first, second, third, fourth] = [
      await moved(local, host),
      await moved(local, host),
      await moved(local, host),
      await moved(local, host),
    ]
    const never = new Promise(() => undefined)
    const following = waitForChangeOutcome(local, stored.id, first, never)
    expect(await readChangeOutcome(local, stored.id, first)).toEqual({ kind: 'waiting' })
    await storeReceipts(local, [receipt(first), receipt(second, 2)])
    await markQuarantined(local, third, { code: 'answer.transition-not-allowed' }, toInstant(START))
    await discardEntry(local, fourth)
    expect(await following).toEqual({ kind: 'accepted' })
    expect(await readChangeOutcome(local, stored.id, second)).toEqual({ kind: 'merged', conflicts: 2 })
    expect(await readChangeOutcome(local, stored.id, third)).toMatchObject({ kind: 'refused' })
    expect(await readChangeOutcome(local, stored.id, fourth)).toEqual({ kind: 'withdrawn' })
  })

  it('does not leave while it may be taken back, and is not taken back once it has', async () => {
    const { local, host } = open()
    const held = await saveChange(
      local,
      { answer: stored, act: MOVE, more: { newFiles: [], undoPeriodMs: 8_000 } },
      host,
    )
    if (!held.ok) throw new Error(held.problem.code)
    const [entry] = await listOutbox(local)
    // A clock that was set back does not keep it, and impatient runs do not send it early.
    for (const hurry of [false, true])
      expect(entry && [0, -1, 7_999, 8_000].map((passed) => isEntryDue(entry, START + passed, hurry))).toEqual([
        false,
        true,
        false,
        true,
      ])
    const isBack = async (id: typeof held.value) => {
      const taken = await withdrawChange(local, id)
      return taken.ok && taken.value
    }
    expect(await isBack(held.value)).toBe(true)
    expect(await listOutbox(local)).toEqual([])
    const second = await moved(local, host)
    const wanted = {
      now: START,
      limit: 1,
      characters: 1_000,
      kind: 'fresh',
      except: new Set<never>(),
      hurry: false,
    } as const
    expect(await claimEntries(local, wanted)).toHaveLength(1)
    expect(await isBack(second)).toBe(false)
    // The runner that had it died: it may have been sent.
    await releaseStaleClaims(local)
    expect((await listOutbox(local))[0]?.state).toMatchObject({ kind: 'waiting' })
    expect(await isBack(second)).toBe(false)
    expect(await isBack(held.value)).toBe(false)
    expect(await listOutbox(local)).toHaveLength(1)
    await markQuarantined(local, second, { code: 'answer.transition-not-allowed' }, toInstant(START))
    expect(await isBack(second)).toBe(true)
    expect(await listOutbox(local)).toEqual([])
  })

  it('is held no longer when the page that could take it back goes away', async () => {
    const { local, host } = open()
    const [mine, other] = [
      await saveChange(local, { answer: stored, act: MOVE, more: { newFiles: [], undoPeriodMs: 8_000 } }, host),
      await saveChange(local, { answer: stored, act: MOVE, more: { newFiles: [], undoPeriodMs: 8_000 } }, host),
    ]
    expect(mine.ok && (await endUndoPeriod(local, mine.value))).toMatchObject({ ok: true })
    expect((await listOutbox(local)).map((entry) => isEntryDue(entry, START))).toEqual([true, false])
    expect(other.ok && (await withdrawChange(local, other.value))).toEqual({ ok: true, value: true })
  })

  it('is said to wait still when no one has the patience to wait for more', async () => {
    const { local, host } = open()
    expect(await waitForChangeOutcome(local, stored.id, await moved(local, host), Promise.resolve())).toEqual({
      kind: 'waiting',
    })
  })
})

describe('the copy of an answer of someone else', () => {
  it('is here with its version of the form from the moment that work on it begins, and is never made older', async () => {
    const { local } = open()
    await storeAnswerForEditing(local, stored, { ...buildTemplate(), version: 7 })
    expect(await loadTemplate(local, buildTemplate().id, 7)).toMatchObject({ version: 7 })
    await refreshLocalCopy(local, { ...stored, version: 3 })
    await refreshLocalCopy(local, { ...stored, version: 2 })
    expect((await loadAnswer(local, stored.id))?.answer?.version).toBe(3)
  })

  it('does not come by looking alone', async () => {
    const { local } = open()
    await refreshLocalCopy(local, stored)
    expect(await loadAnswer(local, stored.id)).toBeUndefined()
  })

  it('goes when the server says that the answer is gone, but not from under unsent work', async () => {
    const { local, host } = open()
    const id = await moved(local, host)
    await forgetLocalCopy(local, stored.id)
    expect(await loadAnswer(local, stored.id)).toBeDefined()
    await storeReceipts(local, [receipt(id)])
    await forgetLocalCopy(local, stored.id)
    expect(await loadAnswer(local, stored.id)).toBeUndefined()
  })

  it('that has grown old goes and leaves no summary: those are of own answers', async () => {
    const { local } = open()
    await storeAnswerForEditing(local, stored, buildTemplate())
    const page = { cursor: 'c', scope: 's', reset: false, more: false, templates: [], goneTemplates: [], answers: [] }
    await receivePage(local, { ...page, goneAnswers: [], serverTime: toInstant(START + 200 * 24 * 3_600_000) })
    expect(await loadAnswer(local, stored.id)).toBeUndefined()
    expect(await listOlderAnswers(local, stored.idPlantilla)).toEqual([])
  })
})

describe('a drafted change', () => {
  const mutation = generateMutationId(bytesFor(700).slice(0, 16))
  const draft: Draft = {
    id: stored.id,
    template: stored.idPlantilla,
    version: stored.templateVersion,
    header: { signatures: [] },
    content: createEmptyValues(),
    change: {
      kind: 'answer.correct',
      mutation,
      base: 1,
      seen: { content: createEmptyValues(), location: null },
      decides: [],
    },
    startedAt: CLOCK,
    updatedAt: CLOCK,
  }
  const act = { kind: 'answer.correct', correction: { values: [], conditions: [], rows: [] }, resolves: [] } as const
  const drafted = { id: mutation, base: 1, files: [], draft: stored.id }

  it('is beside the answer that it is about, whenever that was made, and goes with its change', async () => {
    const { local, host } = open()
    await storeAnswerForEditing(local, stored, buildTemplate())
    expect(await saveDraft(local, { ...draft, startedAt: toInstant(0) })).toMatchObject({ ok: true })
    const wide = { ...act, correction: { values: [], conditions: [], rows: [] }, resolves: [] }
    expect(await saveChange(local, { answer: stored, act: wide, more: drafted }, host)).toEqual({
      ok: true,
      value: mutation,
    })
    expect(await listDrafts(local)).toEqual([])
  })

  it('is sent once: another window neither brings the draft back nor sends it again', async () => {
    const { local, host } = open()
    await saveDraft(local, draft)
    const wide = { ...act, correction: { values: [], conditions: [], rows: [] }, resolves: [] }
    await saveChange(local, { answer: stored, act: wide, more: drafted }, host)
    expect(await saveDraft(local, draft)).toMatchObject({ problem: { code: 'answer.saved-elsewhere' } })
    await saveChange(local, { answer: stored, act: wide, more: drafted }, host)
    expect(await listOutbox(local)).toHaveLength(1)
  })
})
