import { describe, expect, it } from 'vitest'
import type { Answer } from '#domain/answers/index.ts'
import { type Address, ok, refuse, getPositionRowId } from '#domain/kernel/index.ts'
import { deleteDraft, listDrafts, loadDraft } from '#local/index.ts'
import { buildAnsweredDesk, correct, nothing, storedOn, submit } from '#tests/support/builders/changes.ts'
import { push } from '#tests/support/builders/judged.ts'
import { claimFor } from '#tests/support/builders/submit.ts'
import { device, NAME, openToChange, sent, version } from '#tests/support/screens/changing.ts'
import { there } from '#tests/support/there.ts'
import { patchValue, setCondition, setHeader, setValue } from '../form/form-actions.ts'
import type { ChangeSession } from './change-session.ts'

/** The stored answer without its name and its signature. */
const incomplete = (): Answer => {
  const { secciones, signatures, ...answer } = storedOn(buildAnsweredDesk())
  const [first, ...others] = secciones
  const { preguntas, ...section } = there(first)
  const [name, ...questions] = preguntas
  const { respuesta: _, ...asked } = there(name)
  return {
    ...answer,
    signatures: signatures.map(({ imgID: _id, imgURL: _url, ...one }) => ({ ...one, tipeOfSignatory: 'intern' })),
    secciones: [{ ...section, preguntas: [asked, ...questions] }, ...others],
  } as Answer
}

describe('a correction', () => {
  it('sends what differs from what its author saw, and the server takes it', async () => {
    const on = device()
    const session = await openToChange(on)
    session.follow(() => undefined)
    setValue(session.form, NAME, { respuesta: 'Bar Central' })
    expect(await session.save()).toEqual({ ok: true, value: undefined })
    const [mutation] = await sent(on.local)
    expect(mutation).toMatchObject({
      kind: 'answer.correct',
      base: 1,
      files: [],
      correction: {
        ...nothing,
        values: [{ at: NAME, seen: { respuesta: 'Bar El Puente' }, value: { respuesta: 'Bar Central' } }],
      },
    })
    const desk = buildAnsweredDesk()
    expect(push(desk, there(mutation)).status).toBe('applied')
    expect(await listDrafts(on.local)).toEqual([])
  })

  it('of nothing is not sent: there are no changes', async () => {
    const on = device()
    const session = await openToChange(on)
    setValue(session.form, NAME, { respuesta: 'Bar El Puente' })
    expect(await session.save()).toMatchObject({ problem: { code: 'answer.no-changes' } })
    expect(await sent(on.local)).toEqual([])
  })

  it('is a draft beside its answer until it is saved, which opens without a network as it was left', async () => {
    const on = device()
    const first = await openToChange(on)
    const stop = first.follow(() => undefined)
    setValue(first.form, NAME, { respuesta: 'Bar Central' })
    await stop()
    await first.journal.flush()
    const again = await openToChange(on, { answer: null })
    expect(again.form.state.getState().content.values[NAME]).toEqual({ respuesta: 'Bar Central' })
    expect(again.mutation).toBe(first.mutation)
    await again.save()
    expect(await sent(on.local)).toHaveLength(1)
    expect(await first.save()).toMatchObject({ ok: true })
    expect(await sent(on.local)).toHaveLength(1)
  })

  it('does not reappear when its draft is deleted elsewhere while a photo of the left form is stored', async () => {
    const on = device()
    const session = await openToChange(on)
    const leave = session.follow(() => undefined)
    setValue(session.form, NAME, { respuesta: 'Bar' })
    await session.journal.flush()
    const { promise: stored, resolve: store } = Promise.withResolvers<void>()
    const capture = async () => {
      await stored
      setValue(session.form, NAME, { respuesta: 'Bar Central' })
      return ok(undefined)
    }
    void session.form.captures.follow(capture())
    const left = leave()
    await deleteDraft(on.local, submit.answer)
    store()
    await left
    expect(await listDrafts(on.local)).toEqual([])
  })

  it('that is open in two windows is saved by one of them; the other is notified, and loses nothing', async () => {
    const on = device()
    const begun = await openToChange(on)
    const stop = begun.follow(() => undefined)
    setValue(begun.form, NAME, { respuesta: 'Bar' })
    await stop()
    await begun.journal.flush()
    const [one, other] = [await openToChange(on), await openToChange(on)]
    setValue(one.form, NAME, { respuesta: 'Bar Central' })
    setValue(other.form, NAME, { respuesta: 'Bar Nuevo' })
    expect(await one.save()).toMatchObject({ ok: true })
    expect(await other.save()).toMatchObject({ problem: { code: 'answer.saved-elsewhere' } })
    expect(await sent(on.local)).toMatchObject([{ correction: { values: [{ value: { respuesta: 'Bar Central' } }] } }])
    expect(other.form.state.getState().content.values[NAME]).toEqual({ respuesta: 'Bar Nuevo' })
  })

  it('that could be kept and its move could not is kept once, and moved by the next attempt', async () => {
    const on = device()
    let full = true
    const session = await openToChange(on, {}, async (act, save) =>
      full && act.kind === 'answer.changeState' ? refuse('device.storage-full') : save(),
    )
    setValue(session.form, NAME, { respuesta: 'Bar Central' })
    setHeader(session.form, { state: 1 })
    expect(await session.save()).toMatchObject({ problem: { code: 'device.storage-full' } })
    full = false
    expect(await session.save()).toMatchObject({ ok: true })
    expect((await sent(on.local)).map(({ kind }) => kind)).toEqual(['answer.correct', 'answer.changeState'])
  })

  it('begins with what waits here already, so that no one clashes with themselves', async () => {
    const on = device()
    const first = await openToChange(on)
    setValue(first.form, NAME, { respuesta: 'Bar Central' })
    await first.save()
    const second = await openToChange(on)
    setValue(second.form, NAME, { respuesta: 'Bar Nuevo' })
    await second.save()
    const desk = buildAnsweredDesk()
    expect((await sent(on.local)).map((mutation) => push(desk, mutation).status)).toEqual(['applied', 'applied'])
  })

  describe('that is opened again after someone has moved the answer', () => {
    const states = {
      disponibles: [0, 1, 2].map((id) => ({ id, nombre: `E${id}`, transiciones: [0, 1, 2].filter((to) => to !== id) })),
      inicial: 0,
      history: [],
    }
    const at = (actual: number): Answer => ({ ...storedOn(buildAnsweredDesk()), estados: { ...states, actual } })
    async function savedAfterMove(begin: (session: ChangeSession) => void) {
      const on = device()
      const first = await openToChange(on, { answer: at(0) })
      const stop = first.follow(() => undefined)
      begin(first)
      await stop()
      await first.journal.flush()
      await (await openToChange(on, { answer: at(1) })).save()
      return sent(on.local)
    }

    it('does not move it back', async () => {
      const mutations = await savedAfterMove(({ form }) => setValue(form, NAME, { respuesta: 'Bar Central' }))
      expect(mutations.map(({ kind }) => kind)).toEqual(['answer.correct'])
    })

    it('moves it on where that was picked', async () => {
      const mutations = await savedAfterMove(({ form }) => setHeader(form, { state: 2 }))
      expect(mutations).toMatchObject([{ kind: 'answer.changeState', from: 1, to: 2 }])
    })
  })

  it('keeps what is under a condition at hand when it is unchecked, and does not want it', async () => {
    const on = device()
    const session = await openToChange(on)
    const section = there(version.secciones.find(({ conditionalSection }) => conditionalSection))
    const before = session.form.state.getState().content
    const [checked] = there(before.conditions[String(section.orden)])
    const condition = there(section.conditions.find(({ order }) => order === checked))
    setCondition(session.form, section, condition, false)
    expect(session.form.state.getState().content.values).toEqual(before.values)
    setCondition(session.form, section, condition, true)
    expect(await session.save()).toMatchObject({ problem: { code: 'answer.no-changes' } })
  })

  it('cannot leave unanswered what the form requires, nor say what a question cannot have', async () => {
    const session = await openToChange(device())
    setValue(session.form, NAME, undefined)
    setValue(session.form, '0/1' as Address, { respuesta: 'many' })
    expect(session.missing()).toMatchObject([
      { address: '0/1', problem: { code: 'value.integer' } },
      { address: NAME, problem: { code: 'value.required' } },
    ])
  })

  it('brings the files that are new, and those alone', async () => {
    const on = device()
    const session = await openToChange(on)
    session.follow(() => undefined)
    const data = new TextEncoder().encode('another photo')
    const claim = claimFor(data)
    const withPhoto = Object.entries(session.form.state.getState().content.values).find(
      ([, value]) => value.imagen !== undefined,
    )
    const at = there(withPhoto)[0] as Address
    expect(await session.files.attach(claim, data.buffer as ArrayBuffer)).toMatchObject({ ok: true })
    session.form.state.setState(({ files }) => ({ files: { ...files, [claim.sha256]: claim } }))
    patchValue(session.form, at, { imagen: claim.sha256 })
    setValue(session.form, NAME, { respuesta: 'Bar Central' })
    expect(await session.save()).toMatchObject({ ok: true })
    expect((await sent(on.local))[0]?.files).toEqual([claim])
  })
})

describe('completing', () => {
  it('fills in what is missing and locks what is there, for anyone who may do no more', async () => {
    const on = device()
    const session = await openToChange(on, { kind: 'answer.edit', role: 'ROLE_SUPERVISOR', answer: incomplete() })
    const isLocked = (at: string) => session.rules?.isLocked({ kind: 'question', address: at as Address })
    expect([isLocked('0/0'), isLocked('0/1')]).toEqual([false, true])
    expect(session.rules?.isLocked({ kind: 'row', section: 1, row: getPositionRowId(0) })).toBe(true)
    setValue(session.form, NAME, { respuesta: 'Bar Central' })
    await session.save()
    expect((await sent(on.local))[0]).toMatchObject({ kind: 'answer.edit', signatures: [] })
  })

  it('has the name of who completes where their signature is still to be given, and no one else is renamed', async () => {
    const names = ({ form }: ChangeSession) =>
      form.state.getState().header.signatures.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
    const stands = incomplete()
    const unnamed = { ...stands, signatures: stands.signatures.map(({ names: _, ...one }) => one) } as Answer
    expect(names(await openToChange(device(), { kind: 'answer.edit', answer: unnamed }))).toEqual(['Sofía Luna'])
    const named = stands.signatures.map((one) => `${one.names?.firstName} ${one.names?.lastName}`)
    expect(names(await openToChange(device(), { kind: 'answer.edit', answer: stands }))).toEqual(named)
  })

  it('locks nothing for anyone who may replace, but signatures that stand and the citizen’s', async () => {
    const answer = incomplete()
    const session = await openToChange(device(), { kind: 'answer.edit', role: 'ROLE_ADMIN', answer })
    expect(session.rules?.isLocked({ kind: 'question', address: '0/1' as Address })).toBe(false)
    const index = there(answer.signatures[0]).indexSignature
    const isLocked = (one: ChangeSession) => one.rules?.isLocked({ kind: 'signature', index })
    const citizens = {
      ...answer,
      signatures: answer.signatures.map((one) => ({ ...one, tipeOfSignatory: 'citizen' as const })),
    }
    expect(isLocked(session)).toBe(false)
    expect(isLocked(await openToChange(device(), { kind: 'answer.edit', role: 'ROLE_ADMIN', answer: citizens }))).toBe(
      true,
    )
  })

  it('moves the state on its own, and leaves no draft behind', async () => {
    const on = device()
    const session = await openToChange(on, { kind: 'answer.edit', role: 'ROLE_ADMIN', answer: incomplete() })
    const stop = session.follow(() => undefined)
    setHeader(session.form, { state: 1 })
    await stop()
    await session.journal.flush()
    await session.save()
    expect(await sent(on.local)).toMatchObject([{ kind: 'answer.changeState', from: 0, to: 1 }])
    expect(await listDrafts(on.local)).toEqual([])
  })

  it('is not opened where nothing is missing, unless something was typed before', async () => {
    const on = device()
    const session = await openToChange(on, { kind: 'answer.edit', role: 'ROLE_ADMIN', answer: incomplete() })
    const stop = session.follow(() => undefined)
    setValue(session.form, NAME, { respuesta: 'Bar Central' })
    await stop()
    await session.journal.flush()
    expect((await loadDraft(on.local, submit.answer))?.draft.change?.kind).toBe('answer.edit')
    const desk = buildAnsweredDesk()
    const photos = ['1/1', '1/r0/1'].map((at) => ({ at, seen: null, value: { respuesta: 'sin foto' } }))
    expect(push(desk, correct({ ...nothing, values: photos })).status).toBe('applied')
    const whole = {
      kind: 'answer.edit',
      role: 'ROLE_ADMIN',
      answer: storedOn(desk),
    } as const
    await expect(openToChange(on, whole)).resolves.toBeDefined()
    await expect(openToChange(device(), whole)).rejects.toThrow('answer.not-incomplete')
  })
})

describe('opening', () => {
  it.each([
    ['without the right', { role: 'ROLE_INSPECTOR' }, 'access.forbidden'],
    ['without a network and without a copy', { answer: null }, 'network.unreachable'],
  ] as const)('is refused %s', async (_why, given, code) => {
    await expect(openToChange(device(), given)).rejects.toThrow(code)
  })
})
