import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { type Address, generateDeviceId, type Sha256, userIdSchema } from '#domain/kernel/index.ts'
import { LEGAL_ENTITY_SURNAME, citizenSchema } from '#domain/citizens/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import {
  listLocalAnswers,
  listDrafts,
  listOutbox,
  loadDraft,
  type Local,
  openLocal,
  WINDOW_TIMERS,
} from '#local/index.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { openDraft } from './drafts/open-draft.ts'
import { setFocusedQuestion, setHeader, updateSignature, setValue } from './form/form-actions.ts'
import { createAnsweringSession, type AnsweringSession, type AnsweringHost } from './session.ts'

const AT = '0/0' as Address
let seed = 0
const random = (length: number): Uint8Array => Uint8Array.from({ length }, () => (seed = (seed * 31 + 7) % 251))

function hostOf(): AnsweringHost {
  const local = openLocal(userIdSchema.parse('ines'), { indexedDB: new IDBFactory(), IDBKeyRange })
  return {
    local,
    random,
    device: generateDeviceId(random(16)),
    now: () => Date.UTC(2026, 10, 21, 12),
    timers: WINDOW_TIMERS,
  }
}

async function put(local: Local, template: FormTemplate): Promise<void> {
  await local.database.templates.put({ id: template.id, version: template.version, current: 1, template })
}

function open(host: AnsweringHost, template: FormTemplate): AnsweringSession {
  return createAnsweringSession({ kind: 'new', template }, host)
}

const short = templateOf([section(0, [question(0, { required: true })])])

describe('saving', () => {
  it('saves once when the button is tapped twice', async () => {
    const host = hostOf()
    const session = open(host, short)
    session.follow(() => {})
    setValue(session.form, AT, { respuesta: 'done' })
    const results = await Promise.all([session.save(), session.save()])
    results.push(await session.save())
    expect(results.every((result) => result.ok)).toBe(true)
    expect(await listOutbox(host.local)).toHaveLength(1)
    expect(await listLocalAnswers(host.local)).toHaveLength(1)
  })

  it('is one answer when two windows save the same draft, and the second is reported', async () => {
    const host = hostOf()
    await put(host.local, short)
    const first = open(host, short)
    first.follow(() => {})
    setValue(first.form, AT, { respuesta: 'here' })
    await first.journal.flush()
    const opening = await openDraft(host.local, short.id, first.answer)
    if (opening.kind !== 'draft') throw new Error(opening.kind)
    const second = createAnsweringSession(opening, host)
    second.follow(() => {})
    expect(await first.save()).toMatchObject({ ok: true })
    setValue(second.form, AT, { respuesta: 'there' })
    await second.journal.flush()
    expect(second.journal.status()).toEqual({ kind: 'failed', problem: { code: 'answer.saved-elsewhere' } })
    expect(await second.save()).toEqual({ ok: false, problem: { code: 'answer.saved-elsewhere' } })
    expect((await listOutbox(host.local)).map(({ mutation }) => mutation)).toMatchObject([
      { content: { values: { [AT]: { respuesta: 'here' } } } },
    ])
    expect(await listDrafts(host.local)).toEqual([])
  })

  it('sends what was typed in each of two windows on one draft, and a reload shows it', async () => {
    const host = hostOf()
    const two = templateOf([section(0, [question(0, { required: true }), question(1)])])
    await put(host.local, two)
    const first = open(host, two)
    first.follow(() => {})
    setValue(first.form, AT, { respuesta: 'begun' })
    await first.journal.flush()
    const opening = await openDraft(host.local, two.id, first.answer)
    if (opening.kind !== 'draft') throw new Error(opening.kind)
    const second = createAnsweringSession(opening, host)
    second.follow(() => {})
    setValue(first.form, AT, { respuesta: 'here' })
    await first.journal.flush()
    const OTHER = '0/1' as Address
    setValue(second.form, OTHER, { respuesta: 'there' })
    await second.journal.flush()
    const both = { [AT]: { respuesta: 'here' }, [OTHER]: { respuesta: 'there' } }
    expect((await listDrafts(host.local))[0]?.content.values).toEqual(both)
    expect(second.form.state.getState().content.values).toEqual(both)
    // The window that does not know about it yet saves it too.
    expect(await first.save()).toMatchObject({ ok: true })
    expect((await listOutbox(host.local)).map(({ mutation }) => mutation)).toMatchObject([
      { content: { values: both } },
    ])
  })

  it('takes the draft away, also when a keystroke was on its way to it', async () => {
    const host = hostOf()
    const session = open(host, short)
    const stop = session.follow(() => {})
    setValue(session.form, AT, { respuesta: 'a' })
    await session.journal.flush()
    setValue(session.form, AT, { respuesta: 'ab' })
    await session.save()
    await stop()
    await new Promise((resolve) => void setTimeout(resolve, 400))
    expect(await listDrafts(host.local)).toEqual([])
    const [entry] = await listOutbox(host.local)
    expect(entry?.mutation).toMatchObject({ content: { values: { [AT]: { respuesta: 'ab' } } } })
  })

  it('keeps the draft and continues journaling when the form is not complete', async () => {
    const host = hostOf()
    const session = open(host, short)
    session.follow(() => {})
    setValue(session.form, AT, { respuesta: ' ' })
    expect(await session.save()).toMatchObject({ ok: false, problem: { code: 'answer.incomplete' } })
    setValue(session.form, AT, { respuesta: 'now' })
    await session.journal.flush()
    expect((await listDrafts(host.local))[0]?.content.values[AT]).toEqual({ respuesta: 'now' })
    expect(await session.save()).toEqual({ ok: true, value: undefined })
  })
})

describe('a draft', () => {
  const signed = templateOf([section(0, [question(0), question(1)])], {
    opcionales: { ...short.opcionales, digitalSignature: true },
    signatures: [
      { title: 'Owner', typeOfSignature: 'both', tipeOfSignatory: 'citizen', indexSignature: 0, required: false },
    ],
  })

  it('opens again with its text, its names and its question', async () => {
    const host = hostOf()
    await put(host.local, signed)
    const session = open(host, signed)
    session.follow(() => {})
    setValue(session.form, '0/1' as Address, { respuesta: 'half a sen' })
    updateSignature(session.form, 0, { firstName: 'Ana' })
    setFocusedQuestion(session.form, '0/1' as Address)
    await session.journal.flush()

    const opening = await openDraft(host.local, signed.id, undefined)
    if (opening.kind !== 'draft') throw new Error(opening.kind)
    const again = createAnsweringSession(opening, host)
    expect(again.answer).toBe(session.answer)
    expect(again.form.state.getState().content).toEqual(session.form.state.getState().content)
    expect(again.form.state.getState().header).toEqual(session.form.state.getState().header)
    expect(again.form.state.getState().focus).toBe('0/1')
  })

  it('knows the kind of citizen that was chosen, before anything of them is typed', async () => {
    const host = hostOf()
    await put(host.local, signed)
    const session = open(host, signed)
    const leave = session.follow(() => {})
    setHeader(session.form, { citizen: citizenSchema.parse({ tipo: 'juridica', apellido: LEGAL_ENTITY_SURNAME }) })
    await leave()
    const opening = await openDraft(host.local, signed.id, session.answer)
    if (opening.kind !== 'draft') throw new Error(opening.kind)
    const again = createAnsweringSession(opening, host)
    expect(again.form.state.getState().header).toEqual(session.form.state.getState().header)
  })

  it('is not made by looking at a form', async () => {
    const host = hostOf()
    const only = templateOf([
      section(0, [question(0, { tipoPregunta: 3, required: true, opciones: [{ orden: 4, texto: 'Yes' }] })]),
    ])
    const session = open(host, only)
    const stop = session.follow(() => {})
    setFocusedQuestion(session.form, AT)
    await stop()
    await session.journal.flush()
    expect(session.form.state.getState().content.values[AT]).toEqual({ chosen: [4] })
    expect(await listDrafts(host.local)).toEqual([])
  })

  it('keeps the bytes of a photo before the question names it', async () => {
    const host = hostOf()
    const session = open(host, signed)
    const claim = { sha256: 'a'.repeat(64) as Sha256, bytes: 3, type: 'image/png', name: 'x.png' }
    await session.files.attach(claim, new Uint8Array([1, 2, 3]).buffer)
    expect(new Uint8Array((await session.files.load(claim)) ?? new ArrayBuffer())).toEqual(new Uint8Array([1, 2, 3]))
    session.follow(() => {})
    setValue(session.form, AT, { respuesta: 'x' })
    await session.journal.flush()
    expect((await loadDraft(host.local, session.answer))?.files).toEqual([claim])
  })

  it('leads to the confirmation once it has become an answer', async () => {
    const host = hostOf()
    await put(host.local, short)
    const session = open(host, short)
    session.follow(() => {})
    setValue(session.form, AT, { respuesta: 'x' })
    await session.save()
    expect(await openDraft(host.local, short.id, session.answer)).toEqual({ kind: 'saved', answer: session.answer })
  })

  it('is chosen by the person when there are more of one form', async () => {
    const host = hostOf()
    await put(host.local, short)
    for (const respuesta of ['one', 'two']) {
      const session = open(host, short)
      session.follow(() => {})
      setValue(session.form, AT, { respuesta })
      await session.journal.flush()
    }
    expect(await openDraft(host.local, short.id, undefined)).toMatchObject({ kind: 'choose' })
    expect(await openDraft(host.local, short.id, 'nuevo')).toMatchObject({ kind: 'new' })
  })
})
