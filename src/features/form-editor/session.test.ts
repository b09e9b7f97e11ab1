import { IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import { describe, expect, it, vi } from 'vitest'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { updateForm } from '#domain/templates/index.ts'
import { createSender, createTransport } from '#sync/index.ts'
import { buildPair } from '#tests/support/device/device.ts'
import { ALL_OFFERED, question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { loadTemplateEdit, openLocal, WINDOW_TIMERS, type Local } from '#local/index.ts'
import { openEditor, type EditorOpening } from './opening.ts'
import { createEditingSession, type EditingSession } from './session.ts'
import { applyEdit, setServerFacts } from './store/editor-store.ts'

const TEMPLATE = templateOf([section(0, [question(0)])])
let keys = 0
async function noNetwork(): Promise<Response> {
  return Promise.reject(new TypeError('no network'))
}

function hostOf(local: Local, fetch = noNetwork) {
  const transport = createTransport({
    fetch,
    clock: () => 0,
    timeout: () => new AbortController().signal,
    account: local.account,
  })
  const newKey = (): string => `k${(keys += 1)}`
  return {
    local,
    ask: createSender(transport),
    newKey,
    offer: () => ALL_OFFERED,
    now: () => Date.parse('2026-11-21T12:00:00.000Z'),
    timers: WINDOW_TIMERS,
    random: (length: number) => new Uint8Array(length).fill(keys),
  }
}

async function open(
  local: Local,
  address: string,
): Promise<{ readonly opening: Extract<EditorOpening, { kind: 'open' }>; readonly session: EditingSession }> {
  const host = hostOf(local)
  const opening = await openEditor(address, host)
  if (opening.kind !== 'open') throw new Error(`The form was not opened: ${opening.kind}`)
  return { opening, session: createEditingSession(opening, host) }
}

async function deviceWithForm(): Promise<{ readonly local: Local; readonly again: () => Local }> {
  const { device } = buildPair()
  await device.local.database.templates.put({
    id: TEMPLATE.id,
    version: TEMPLATE.version,
    current: 1,
    template: TEMPLATE,
  })
  return {
    local: device.local,
    again: () => openLocal(device.local.account, { indexedDB: device.indexedDB, IDBKeyRange }),
  }
}

const retitle = (session: EditingSession, titulo: string): void =>
  void applyEdit(session.store, 'title', (form) => updateForm(form, { titulo }))

describe('an edit', () => {
  it('comes back after a crash as it was, over the version that it began with', async () => {
    const { local, again } = await deviceWithForm()
    const { session } = await open(local, TEMPLATE.id)
    session.follow(() => undefined)
    retitle(session, 'Before the crash')
    await session.journal.flush()
    const { opening } = await open(again(), TEMPLATE.id)
    expect(opening.form).toEqual(session.store.state.getState().form)
    expect(opening.base?.template?.version).toBe(TEMPLATE.version)
    expect(opening.restored).not.toBeNull()
  })

  it('is not made by looking at a form, nor by what the server says of it', async () => {
    const { local } = await deviceWithForm()
    const { session } = await open(local, TEMPLATE.id)
    const began = vi.fn()
    session.follow(began)
    setServerFacts(session.store, { answers: 3 })
    await session.journal.flush()
    expect(began).not.toHaveBeenCalled()
    expect(await loadTemplateEdit(local, TEMPLATE.id)).toBeUndefined()
  })

  it('that was saved or given up does not come back, whatever is still pending', async () => {
    const { local } = await deviceWithForm()
    const { session } = await open(local, TEMPLATE.id)
    const stop = session.follow(() => undefined)
    retitle(session, 'One')
    await session.journal.flush()
    retitle(session, 'Two')
    await session.forget()
    stop()
    await session.journal.flush()
    expect(await loadTemplateEdit(local, TEMPLATE.id)).toBeUndefined()
  })

  it('is left to another window with all that was typed, and not written over when that could not be stored', async () => {
    const { local, again } = await deviceWithForm()
    const { session } = await open(local, TEMPLATE.id)
    const stop = session.follow(() => undefined)
    retitle(session, 'Here')
    await session.giveUp(true)
    const other = await open(again(), TEMPLATE.id)
    expect(other.opening.form.titulo).toBe('Here')

    other.session.follow(() => undefined)
    retitle(other.session, 'There')
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await other.session.giveUp(true)
    full.mockRestore()
    const third = await open(local, TEMPLATE.id)
    third.session.follow(() => undefined)
    retitle(third.session, 'Third')
    await third.session.journal.flush()
    await other.session.journal.flush()
    stop()
    expect((await loadTemplateEdit(local, TEMPLATE.id))?.form.titulo).toBe('Third')
  })

  it('that another window has taken over stays, when what was saved here is forgotten', async () => {
    const { local, again } = await deviceWithForm()
    const { session } = await open(local, TEMPLATE.id)
    session.follow(() => undefined)
    retitle(session, 'Being saved')
    await session.giveUp(true)
    const other = await open(again(), TEMPLATE.id)
    other.session.follow(() => undefined)
    retitle(other.session, 'Typed meanwhile')
    await other.session.journal.flush()
    await session.forget()
    expect((await loadTemplateEdit(local, TEMPLATE.id))?.form.titulo).toBe('Typed meanwhile')
  })

  it('of a new form is found under the id that it will be saved with', async () => {
    const { local } = await deviceWithForm()
    const { opening, session } = await open(local, 'nuevo')
    session.follow(() => undefined)
    retitle(session, 'New')
    await session.journal.flush()
    expect((await open(local, opening.id)).opening).toMatchObject({ base: null, form: { titulo: 'New' } })
  })
})

describe('an address', () => {
  it('that leads to no form says so; without a connection it says that', async () => {
    const { local } = await deviceWithForm()
    expect(await openEditor('__not an id__', hostOf(local))).toEqual({ kind: 'missing' })
    const unknown = templateIdSchema.parse('unknown')
    expect(await openEditor(unknown, hostOf(local))).toEqual({
      kind: 'problem',
      problem: { code: 'network.unreachable' },
    })
  })

  it.each([
    ['was never given', 404, 'template.missing', { kind: 'missing' }],
    ['belongs to a deleted form', 410, 'template.deleted', { kind: 'missing' }],
    ['the server does not know', 404, 'request.not-found', { kind: 'missing' }],
    ['may not be asked for', 403, 'access.forbidden', { kind: 'problem', problem: { code: 'access.forbidden' } }],
  ] as const)('that %s is what the server says of it', async (_, status, code, opening) => {
    const { local } = await deviceWithForm()
    const host = hostOf(local, async () => Response.json({ error: { code } }, { status }))
    expect(await openEditor(templateIdSchema.parse('unknown'), host)).toEqual(opening)
  })

  it('of a copy opens a new form with the content of another, without what belongs to that one', async () => {
    const { local } = await deviceWithForm()
    const image = '/api/templates/comercios/images/' + 'a'.repeat(64)
    const estados = {
      disponibles: [{ id: 0, nombre: 'Nuevo', transiciones: [], idTipoIncidente: '4' }],
      inicial: 0,
      history: [],
    }
    const opcionales = { ...TEMPLATE.opcionales, incidentes: true, publico: true, geolocalizacion: true }
    const template = { ...TEMPLATE, estados, opcionales, headerImageURL: image }
    await local.database.templates.put({ id: TEMPLATE.id, version: TEMPLATE.version, current: 1, template })
    const copy = async (scope: boolean) =>
      openEditor('nuevo', { ...hostOf(local), offer: () => ({ ...ALL_OFFERED, scope }) }, TEMPLATE.id)
    const opening = await copy(true)
    if (opening.kind !== 'open') throw new Error('The copy was not opened')
    expect([opening.id === TEMPLATE.id, opening.base, opening.form.titulo]).toEqual([false, null, TEMPLATE.titulo])
    expect(opening.form.secciones[0]?.preguntas[0]?.titulo).toBe('Question 0')
    expect(opening.form.opcionales).toMatchObject({ incidentes: false, publico: true, geolocalizacion: true })
    expect(opening.form.estados.disponibles).toMatchObject([{ nombre: 'Nuevo' }])
    expect(opening.form.estados.disponibles[0]).not.toHaveProperty('idTipoIncidente')
    expect(opening.form).not.toHaveProperty('headerImageURL')
    expect(await copy(false)).toMatchObject({ kind: 'open', form: { opcionales: { publico: false } } })
    expect(await openEditor('nuevo', hostOf(local), 'unknown')).toMatchObject({ kind: 'problem' })
  })
})
