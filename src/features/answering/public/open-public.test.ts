import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, describe, expect, it } from 'vitest'
import { toPublicForm } from '#domain/answering/index.ts'
import type { RequestSender, RequestOutcome } from '#domain/endpoints/index.ts'
import { PUBLIC_AUTHOR, type ProblemCode } from '#domain/kernel/index.ts'
import {
  listDrafts,
  openLocal,
  openLocalLazily,
  readPublicFormFacts,
  saveAnswer,
  saveDraft,
  type Local,
} from '#local/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate, buildTemplate } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import { discardDrafts, openPublicForm } from './open-public.ts'
import { parsePublicPath } from './public-place.ts'

const FORM = buildPlainTemplate({}, { opcionales: { publico: true } })
const NEVER = (): Promise<void> => new Promise(() => undefined)
const AT_ONCE = async (): Promise<void> => undefined

let local: Local
beforeEach(() => {
  local = openLocal(PUBLIC_AUTHOR, { indexedDB: new IDBFactory(), IDBKeyRange })
})

/** The server's reply to every request. */
function says(outcome: RequestOutcome<unknown>): RequestSender {
  return (async () => outcome) as unknown as RequestSender
}
function tells(form = FORM, codeHidden = false, timeZone?: string): RequestSender {
  return says({ kind: 'ok', value: { form: toPublicForm(form), codeHidden, timeZone }, sentAt: 0, gotAt: 0 })
}
const refuses = (code: ProblemCode): RequestSender => says({ kind: 'refused', problem: { code }, status: 404 })
const silent = says({ kind: 'retry', problem: { code: 'network.unreachable' } })
const open = (ask: RequestSender, pause = NEVER) => openPublicForm(local, FORM.id, ask, pause)

async function begin(id: string, updatedAt: string): Promise<void> {
  const { answer } = buildPlainSubmit(1)
  await saveDraft(local, {
    id: id as typeof answer,
    template: FORM.id,
    version: 1,
    header: { signatures: [] },
    content: { ...buildPlainSubmit(1, 'a medias').content },
    startedAt: updatedAt as never,
    updatedAt: updatedAt as never,
  })
}
const [FIRST, SECOND] = [buildPlainSubmit(11).answer, buildPlainSubmit(12).answer]

describe('a form of the public opens', () => {
  it('again and again on a device where nothing was written, also in a newer version', async () => {
    for (const version of [1, 1, 2])
      expect(await open(tells({ ...FORM, version }))).toMatchObject({ kind: 'form', opening: { kind: 'new' } })
  })

  it('as the server tells it, and from then on without a network', async () => {
    expect(await open(tells(FORM, true))).toMatchObject({ kind: 'form', opening: { kind: 'new' }, before: undefined })
    expect(await readPublicFormFacts(local, FORM.id)).toEqual({ codeHidden: true, hasStates: false })
    expect(await open(silent)).toMatchObject({
      kind: 'form',
      opening: { kind: 'new', template: { titulo: FORM.titulo } },
    })
  })

  it('and remembers whether its answers have states', async () => {
    const { estados } = buildTemplate()
    await open(tells({ ...FORM, estados }))
    expect(await readPublicFormFacts(local, FORM.id)).toEqual({ codeHidden: false, hasStates: true })
  })

  it('with the time zone of the municipality, remembered for times without a network', async () => {
    await open(tells(FORM, false, 'America/Lima'))
    expect(await readPublicFormFacts(local, FORM.id)).toMatchObject({ timeZone: 'America/Lima' })
    expect(await open(silent)).toMatchObject({ kind: 'form', opening: { timeZone: 'America/Lima' } })
  })

  it('without waiting for a server that is slow, when it is here', async () => {
    await open(tells())
    const slow = (() => new Promise(() => undefined)) as unknown as RequestSender
    expect(await open(slow, AT_ONCE)).toMatchObject({ kind: 'form' })
  })

  it('with what was begun here, the youngest of two, in the version that it was begun with', async () => {
    await open(tells())
    await begin(FIRST, '2026-11-20T09:00:00.000Z')
    await begin(SECOND, '2026-11-21T09:00:00.000Z')
    expect(await open(tells({ ...FORM, version: 2 }))).toMatchObject({
      kind: 'form',
      opening: { kind: 'draft', draft: { id: SECOND }, template: { version: 1 } },
    })
  })

  it('with word of the answer that this device has sent, and again beside it', async () => {
    await open(tells())
    const mutation = buildPlainSubmit(1, 'x', { author: PUBLIC_AUTHOR, template: FORM.id })
    await saveAnswer(local, { mutation })
    expect(await open(tells())).toMatchObject({
      kind: 'form',
      opening: { kind: 'new' },
      before: { id: mutation.answer, delivery: { kind: 'saved' } },
    })
  })
})

describe('a form of the public does not open', () => {
  it('when the storage of this browser cannot be read, and says so', async () => {
    const later = openLocalLazily(PUBLIC_AUTHOR, () => Promise.reject(new Error('cut')))
    expect(await openPublicForm(later, FORM.id, tells(), NEVER)).toMatchObject({
      kind: 'unreachable',
      problem: { code: 'device.storage-failed' },
    })
  })

  it('when it was never here and no one answers', async () => {
    expect(await open(silent)).toEqual({ kind: 'unreachable', problem: { code: 'network.unreachable' } })
  })

  it.each(['template.missing', 'template.deleted', 'municipality.blocked', 'answer.limit-reached'] as const)(
    'when the server says %s, although it is here; what was begun stays until somebody discards it',
    async (code) => {
      await open(tells())
      await begin(FIRST, '2026-11-20T09:00:00.000Z')
      expect(await open(refuses(code))).toEqual({ kind: 'refused', problem: { code }, drafts: [FIRST] })
      await discardDrafts(local, [FIRST])
      expect(await listDrafts(local)).toEqual([])
    },
  )

  it('a second time where each person answers once', async () => {
    const once = buildPlainTemplate({}, { opcionales: { publico: true, singleAnswer: true } })
    await open(tells(once))
    await saveAnswer(local, { mutation: buildPlainSubmit(1, 'x', { author: PUBLIC_AUTHOR, template: FORM.id }) })
    expect(await open(tells(once))).toMatchObject({ kind: 'answered' })
  })

  it('under an address that names none', async () => {
    const asked = await openPublicForm(local, '../x', tells(), NEVER)
    expect(asked).toMatchObject({ kind: 'refused', problem: { code: 'template.missing' } })
  })
})

it.each([
  ['/publico/contestar/baches', { kind: 'form', form: 'baches' }],
  ['/publico/contestar/a%2Fb/', { kind: 'form', form: 'a/b' }],
  ['/publico/contestar/%E0%A4%A', { kind: 'form', form: '' }],
  ['/publico/guardado/baches/CBA12', { kind: 'saved', form: 'baches', answer: 'CBA12' }],
  ['/publico/guardado/baches', { kind: 'nowhere' }],
  ['/publico.html', { kind: 'nowhere' }],
])('%s leads to its place', (path, place) => {
  expect(there(parsePublicPath(path))).toEqual(place)
})
