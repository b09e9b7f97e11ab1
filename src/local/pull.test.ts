import { describe, expect, it } from 'vitest'
import { createEmptyValues, summariseOlderAnswer } from '#domain/answers/index.ts'
import { summariseForm } from '#domain/templates/index.ts'
import { generateAnswerId, toInstant, toMilliseconds } from '#domain/kernel/index.ts'
import { pullResponseSchema } from '#domain/sync/index.ts'
import { buildPlainSubmit, bytesFor, CLOCK } from '#tests/support/builders/submit.ts'
import { AREA, buildPlainTemplate, buildTemplate, OTHER_AREA } from '#tests/support/builders/template.ts'
import { buildPair, saveOne } from '#tests/support/device/device.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { deleteDraft, saveDraft } from './drafts.ts'
import { readListView, writeListView } from './list-columns.ts'
import { readMeta, readStoredProfile, writeMeta } from './meta.ts'
import { listOutbox } from './outbox-reads.ts'
import { removeReceivedData } from './remove-received.ts'
import {
  listLocalAnswers,
  listLocalAreas,
  listFormSummaries,
  listOlderAnswers,
  listTemplates,
  loadAnswer,
  loadTemplate,
} from './reads.ts'
import { storeTemplate } from './templates.ts'
import { page, note, answerOf, receivePage } from '#tests/support/device/pages.ts'

const LATER = toInstant(toMilliseconds(CLOCK) + 1)

const area = (path: typeof AREA) => ({
  path,
  nombre: 'Inspección',
  municipio: 'Villa Serena',
  provincia: 'Córdoba',
  pais: 'Argentina',
})

describe('a page of a pull', () => {
  it('is stored with its cursor, scope and profile', async () => {
    const {
      device: { local },
    } = buildPair()
    await receivePage(local, page({ templates: [note, buildTemplate()], areas: [area(AREA)], answers: [answerOf(1)] }))
    expect((await listTemplates(local)).map(({ id }) => id).toSorted()).toEqual(['comercios', 'nota'])
    expect(await listLocalAreas(local)).toHaveLength(1)
    expect(await loadAnswer(local, answerOf(1).id)).toMatchObject({
      answer: { codigoMunicipio: 'VIS1' },
      delivery: undefined,
    })
    expect([await readMeta(local, 'cursor'), await readMeta(local, 'scope')]).toEqual(['c1', 's1'])
    expect(await readStoredProfile(local)).toEqual(AUTHOR_PROFILE)
  })

  it('that was on its way while a save’s reply overtook it does not take the form back; a reset does', async () => {
    const {
      device: { local },
    } = buildPair()
    const current = async (): Promise<number | undefined> => (await loadTemplate(local, note.id))?.version
    await receivePage(local, page({ templates: [note], areas: [area(AREA)] }))
    expect(await storeTemplate(local, buildPlainTemplate({ version: 3 }))).toMatchObject({ ok: true })
    await receivePage(local, page({ templates: [buildPlainTemplate({ version: 2 })] }))
    expect(await current()).toBe(3)
    expect(await listTemplates(local)).toHaveLength(1)
    await receivePage(local, page({ reset: true, templates: [buildPlainTemplate({ version: 2 })] }))
    expect(await current()).toBe(2)
  })

  it('is no longer stored once what was received is removed, nor is the reply to a save that was under way', async () => {
    const {
      device: { local },
    } = buildPair()
    await receivePage(local, page({ templates: [note], areas: [area(AREA)] }))
    await writeMeta(local, 'firstPullFailed', true)
    await writeListView(local, note.id, 'dni=30111222')
    await removeReceivedData(local)
    expect(await readListView(local, note.id)).toBe('')
    expect(await receivePage(local, page({ templates: [note] }))).toBe(false)
    await storeTemplate(local, buildPlainTemplate({ version: 2 }))
    expect(await listTemplates(local)).toEqual([])
    expect(await readMeta(local, 'firstPullFailed')).toBeUndefined()
  })

  it('is not needed for what this device has saved itself, if it is in the account’s areas', async () => {
    const {
      device: { local },
    } = buildPair()
    await receivePage(local, page({ areas: [area(AREA)] }))
    await saveOne(local, 1)
    await storeTemplate(local, note)
    await storeTemplate(local, buildPlainTemplate({ version: 2 }))
    await storeTemplate(local, { ...buildTemplate(), areas: [OTHER_AREA] })
    expect((await listTemplates(local)).map(({ id, version }) => [id, version])).toEqual([['nota', 2]])
    // An unsent answer uses it.
    expect((await loadTemplate(local, note.id, 1))?.version).toBe(1)
  })

  it('keeps a template’s older version for as long as a draft, an unsent or a cached answer was filled with it', async () => {
    const {
      device: { local },
    } = buildPair()
    const versions = async (): Promise<readonly boolean[]> =>
      Promise.all([1, 2, 3, 4, 5].map(async (version) => (await loadTemplate(local, note.id, version)) !== undefined))
    const pullVersion = (version: number): Promise<boolean> =>
      receivePage(local, page({ templates: [buildPlainTemplate({ version })] }))
    await pullVersion(1)
    await saveOne(local, 1)
    await pullVersion(2)
    const draft = {
      id: generateAnswerId(bytesFor(7)),
      template: note.id,
      version: 2,
      header: { signatures: [] },
      content: createEmptyValues(),
    }
    await saveDraft(local, { ...draft, startedAt: CLOCK, updatedAt: CLOCK })
    await pullVersion(3)
    await receivePage(local, page({ answers: [answerOf(3, 3)] }))
    await pullVersion(4)
    await pullVersion(5)
    expect(await versions()).toEqual([true, true, true, false, true])
    expect((await listTemplates(local)).map(({ version }) => version)).toEqual([5])
    await receivePage(local, page({ goneTemplates: [note.id] }))
    expect(await listTemplates(local)).toEqual([])
    expect(await versions()).toEqual([true, true, true, false, false])
  })

  it('keeps a summary of each form that may be answered, and no other', async () => {
    const {
      device: { local },
    } = buildPair()
    const summaries = async () => (await listFormSummaries(local)).toSorted((a, b) => a.id.localeCompare(b.id))
    await receivePage(local, page({ templates: [note, buildTemplate()] }))
    expect(await summaries()).toEqual([buildTemplate(), note].map(summariseForm))
    await receivePage(
      local,
      page({ templates: [buildPlainTemplate({ version: 2 })], goneTemplates: [buildTemplate().id] }),
    )
    expect(await summaries()).toEqual([summariseForm(buildPlainTemplate({ version: 2 }))])
    await receivePage(local, page({ reset: true }))
    expect(await summaries()).toEqual([])
  })

  it('with a reset drops what the account may no longer see, and never its unsent work', async () => {
    const {
      device: { local },
    } = buildPair()
    await receivePage(local, page({ templates: [note, buildTemplate()], areas: [area(AREA)], answers: [answerOf(5)] }))
    const saved = await saveOne(local, 1)
    await receivePage(local, page({ reset: true, cursor: 'c9', scope: 's2', areas: [area(OTHER_AREA)] }))
    expect(await listTemplates(local)).toEqual([])
    expect((await listLocalAreas(local)).map(({ path }) => path)).toEqual([OTHER_AREA])
    expect((await listLocalAnswers(local)).map(({ id }) => id)).toEqual([saved.answer])
    expect(await listOutbox(local)).toHaveLength(1)
    expect(await loadTemplate(local, note.id, 1)).toBeDefined()
  })

  it('that takes an answer away leaves one alone that has something to send', async () => {
    const {
      device: { local },
    } = buildPair()
    const saved = await saveOne(local, 1)
    await receivePage(local, page({ answers: [answerOf(1), answerOf(2)] }))
    expect((await loadAnswer(local, saved.answer))?.submit).toEqual(saved)
    await receivePage(local, page({ goneAnswers: [answerOf(1).id, answerOf(2).id] }))
    expect((await listLocalAnswers(local)).map(({ id }) => id)).toEqual([saved.answer])
  })

  it('takes that one away, too, once what it had to send is sent; unless it has come back', async () => {
    const { device } = buildPair()
    const { local } = device
    const [gone, back] = [await saveOne(local, 1), await saveOne(local, 2)]
    await receivePage(local, page({ goneAnswers: [gone.answer, back.answer] }))
    await receivePage(local, page({ answers: [answerOf(2)] }))
    await device.run()
    expect(await listOutbox(local)).toEqual([])
    await receivePage(local, page())
    expect((await listLocalAnswers(local)).map(({ id }) => id)).toEqual([back.answer])
  })

  it('takes away what may no longer be read once what it had to send is sent: by its first area, and not if that is given back or the server brings it', async () => {
    const both = { ...answerOf(1), areas: [AREA, OTHER_AREA] }
    const reset = (scope: string, areas: readonly (typeof AREA)[], change = {}) =>
      page({ reset: true, scope, profile: { ...AUTHOR_PROFILE, areas: [...areas] }, ...change })
    for (const [resets, left] of [
      [[reset('s2', [OTHER_AREA])], 0],
      [[reset('s2', [AREA, OTHER_AREA])], 1],
      [[reset('s2', [OTHER_AREA]), reset('s3', [AREA])], 1],
      // A user with access beyond their own areas gets it too, at once or later.
      [[reset('s2', [OTHER_AREA], { answers: [both] })], 1],
      [[reset('s2', [OTHER_AREA], { more: true }), page({ answers: [both] })], 1],
    ] as const) {
      const { device } = buildPair()
      const { local } = device
      const { answer } = await saveOne(local, 1)
      await receivePage(local, page({ answers: [both] }))
      for (const one of resets) await receivePage(local, one)
      expect((await listLocalAnswers(local)).map(({ id }) => id)).toEqual([answer])
      await device.run()
      expect(await listOutbox(local)).toEqual([])
      await receivePage(local, page())
      expect(await listLocalAnswers(local)).toHaveLength(left)
    }
  })

  it('leaves what may no longer be read for as long as a draft is about it', async () => {
    const { device } = buildPair()
    const { local } = device
    const { answer } = await saveOne(local, 1)
    await receivePage(local, page({ answers: [answerOf(1)] }))
    const { header, content, template, version } = buildPlainSubmit(1)
    const moments = { startedAt: LATER, updatedAt: LATER }
    expect(await saveDraft(local, { id: answer, template, version, header, content, ...moments })).toMatchObject({
      ok: true,
    })
    const moved = { ...AUTHOR_PROFILE, areas: [OTHER_AREA] }
    await receivePage(local, page({ reset: true, scope: 's2', profile: moved }))
    await device.run()
    await receivePage(local, page())
    expect((await listLocalAnswers(local)).map(({ id }) => id)).toEqual([answer])
    await deleteDraft(local, answer)
    await receivePage(local, page())
    expect(await listLocalAnswers(local)).toEqual([])
  })

  it('lets the only one that was gone come back for good, after a reset and as a summary, too', async () => {
    for (const returned of [
      page({ answers: [answerOf(1)] }),
      page({ reset: true, scope: 's2', answers: [answerOf(1)] }),
      page({ olderAnswers: [summariseOlderAnswer(answerOf(1))] }),
    ]) {
      const { device } = buildPair()
      const { local } = device
      const { answer } = await saveOne(local, 1)
      await receivePage(local, page({ goneAnswers: [answer] }))
      await receivePage(local, returned)
      await device.run()
      expect(await listOutbox(local)).toEqual([])
      await receivePage(local, page())
      const older = await listOlderAnswers(local, note.id)
      expect([...(await listLocalAnswers(local)), ...older].map(({ id }) => id)).toContain(answer)
      expect(await readMeta(local, 'goneAnswers')).toEqual([])
    }
  })
})

describe('a pull', () => {
  it('continues from page to page, and after a break from the last page that was stored', async () => {
    const { device, server } = buildPair()
    server.pages = (cursor) =>
      cursor === '' ? { cursor: 'p1', more: true, templates: [note] } : new Response('<html>', { status: 200 })
    expect(await device.run()).toMatchObject({ kind: 'stopped', stop: { kind: 'unreachable' } })
    expect(await readMeta(device.local, 'cursor')).toBe('p1')
    server.pages = (cursor) => ({ cursor: `${cursor}+`, templates: [buildTemplate()] })
    expect(await device.run()).toMatchObject({ kind: 'done' })
    expect(await readMeta(device.local, 'cursor')).toBe('p1+')
    expect(await listTemplates(device.local)).toHaveLength(2)
  })

  it('stores nothing of a page that does not have the agreed shape', async () => {
    const { device, server } = buildPair()
    server.pages = () => Response.json({ ...page(), templates: { id: 'nota' } })
    await device.run()
    expect(await readMeta(device.local, 'cursor')).toBeUndefined()
    expect(pullResponseSchema.safeParse(page()).success).toBe(true)
  })

  it('tells the server about the device, once for each pull', async () => {
    const { device, server } = buildPair()
    await saveOne(device.local, 1)
    server.fault = (call) =>
      call.path === '/api/sync/push' ? Response.json({ error: { code: 'server.failed' } }, { status: 500 }) : undefined
    await device.run()
    const last = server.calls.at(-1)
    expect(last).toMatchObject({ method: 'POST', path: '/api/sync/pull?cursor=&scope=' })
    expect(JSON.parse(String(last?.body))).toMatchObject({
      queued: 1,
      quarantined: 0,
      oldest: CLOCK,
      appVersion: 'test',
    })
  })
})
