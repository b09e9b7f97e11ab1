import { describe, expect, it } from 'vitest'
import {
  type FormTemplate,
  type TemplateDraft,
  addQuestion,
  createBlankForm,
  isSameAsDraft,
  toEditorForm,
  toTemplateDraft,
  updateForm,
} from '#domain/templates/index.ts'
import { createdTemplateIdSchema } from '#domain/kernel/index.ts'
import { ALL_OFFERED, question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { AREA } from '#tests/support/builders/template.ts'
import { buildPair } from '#tests/support/device/device.ts'
import {
  listTemplates,
  loadTemplateEdit,
  loadTemplate,
  saveTemplateEdit,
  WINDOW_TIMERS,
  type Local,
} from '#local/index.ts'
import { createSender, createTransport } from '#sync/index.ts'
import { openEditor } from '../opening.ts'
import { createEditingSession, type EditingSession } from '../session.ts'
import { applyEdit } from '../store/editor-store.ts'
import { publishForm, type SaveFormResult } from './save-form.ts'

const FORM = { ...templateOf([section(0, [question(0)])]), areas: [AREA] as const }
const ID = createdTemplateIdSchema.parse('A'.repeat(26))
type Line = 'good' | 'loses the reply' | 'cut'

/** A server of one form that keeps its versions, and a connection that fails. */
function serverOf(versions: FormTemplate[]) {
  const line = { is: 'good' as Line, meanwhile: (): void => undefined }
  const asked: string[] = []
  const store = (draft: TemplateDraft): FormTemplate => {
    const next: FormTemplate = { ...FORM, id: ID, ...draft, areas: [AREA], version: versions.length + 1 }
    versions.push(next)
    return next
  }
  const answer = (
    method: string,
    path: string,
    body: { base?: number; draft: TemplateDraft } | undefined,
  ): Response => {
    const current = versions.at(-1)
    if (body === undefined) {
      const version = versions[Number(path.split('/').at(-1)) - 1]
      return version === undefined
        ? Response.json({ error: { code: 'template.version-unknown' } }, { status: 404 })
        : Response.json({ template: version })
    }
    if (current !== undefined && isSameAsDraft(current, body.draft)) return Response.json({ template: current })
    if (current?.version !== body.base)
      return Response.json(
        { error: { code: method === 'POST' ? 'template.exists' : 'template.conflict' }, current },
        { status: 409 },
      )
    return Response.json({ template: store(body.draft) })
  }
  const fetch = async (path: string, { method = 'GET', body }: RequestInit): Promise<Response> => {
    asked.push(method)
    if (line.is === 'cut') throw new TypeError('cut')
    const response = answer(
      method,
      path,
      typeof body === 'string' ? (JSON.parse(body) as { draft: TemplateDraft }) : undefined,
    )
    line.meanwhile()
    if (line.is === 'loses the reply') throw new TypeError('terminated')
    return response
  }
  return { versions, line, asked, fetch }
}

type Server = ReturnType<typeof serverOf>

let keys = 0
async function open(local: Local, { fetch }: Server) {
  const transport = createTransport({
    fetch: (path, init) => fetch(String(path), init),
    clock: () => 0,
    timeout: () => new AbortController().signal,
    account: local.account,
  })
  const ask = createSender(transport)
  const host = {
    local,
    ask,
    newKey: () => `k${(keys += 1)}`,
    offer: () => ALL_OFFERED,
    now: () => 0,
    timers: WINDOW_TIMERS,
    random: (length: number) => new Uint8Array(length),
  }
  const opening = await openEditor(ID, host)
  if (opening.kind !== 'open') throw new Error(`The form was not opened: ${opening.kind}`)
  const session = createEditingSession(opening, host)
  session.follow(() => undefined)
  return { session, opening, save: (): Promise<SaveFormResult> => publishForm(session, { ask, username: 'ines' }) }
}

const retitle = (session: EditingSession, titulo: string): void =>
  void applyEdit(session.store, `title ${titulo}`, (form) => updateForm(form, { titulo }))
const titles = ({ versions }: Server): readonly string[] => versions.map(({ titulo }) => titulo)

async function deviceOf(versions: FormTemplate[] = []) {
  const { device } = buildPair()
  const { local } = device
  await local.database.areas.put({
    path: AREA,
    nombre: 'Inspección',
    municipio: 'Villa Serena',
    provincia: 'Córdoba',
    pais: 'Argentina',
  })
  for (const template of versions)
    await local.database.templates.put({ id: template.id, version: template.version, current: 1, template })
  return { local, again: () => device.tab().local, server: serverOf(versions) }
}

/** A form that was started on this device and never saved. */
async function deviceWithNew() {
  const device = await deviceOf()
  const form = updateForm(
    toEditorForm(FORM, () => `k${(keys += 1)}`),
    { titulo: 'New' },
  )
  await saveTemplateEdit(device.local, {
    id: ID,
    base: null,
    form,
    sent: null,
    startedAt: FORM.timeStamp,
    updatedAt: FORM.timeStamp,
  })
  return device
}

describe('what was added and never written into', () => {
  const add = (session: EditingSession): void =>
    void applyEdit(session.store, 'add', (form) => addQuestion(form, form.secciones[0]?.key ?? '', 'blank'))

  it('is not published', async () => {
    const { local, server } = await deviceWithNew()
    const { session, save } = await open(local, server)
    const before = toTemplateDraft(session.store.state.getState().form).secciones
    add(session)
    expect(await save()).toEqual({ kind: 'saved', more: false })
    expect(server.versions[0]?.secciones).toEqual(before)
  })

  it('alone is a form without a question, which is said at the first', async () => {
    const { local, server } = await deviceWithNew()
    const { session, save } = await open(local, server)
    applyEdit(session.store, 'empty', (form) => ({
      ...form,
      secciones: createBlankForm(() => `k${(keys += 1)}`).secciones,
    }))
    expect(await save()).toEqual({ kind: 'problems' })
    expect(session.store.state.getState().problems).toMatchObject([
      { code: 'template.question-required', place: { kind: 'question', section: 0, question: 0, field: 'titulo' } },
    ])
    expect(server.versions).toEqual([])
  })
})

describe('a save whose reply is lost', () => {
  it.each(['at once', 'after a reload'])(
    'of a new form is known to be one’s own, and what was changed since is saved over it %s',
    async (when) => {
      const { local, again, server } = await deviceWithNew()
      let { session, save } = await open(local, server)
      server.line.is = 'loses the reply'
      expect(await save()).toMatchObject({ kind: 'failed', problem: { code: 'network.unreachable' } })
      retitle(session, 'Changed since')
      await session.journal.flush()
      if (when === 'after a reload') ({ session, save } = await open(again(), server))
      server.line.is = 'good'
      expect(await save()).toEqual({ kind: 'saved', more: false })
      expect(titles(server)).toEqual(['New', 'Changed since'])
      expect(await loadTemplateEdit(local, ID)).toBeUndefined()
    },
  )

  it('is over when nothing was changed since, without a second version', async () => {
    const { local, again, server } = await deviceWithNew()
    server.line.is = 'loses the reply'
    await (await open(local, server)).save()
    server.line.is = 'good'
    expect(await (await open(again(), server)).save()).toEqual({ kind: 'saved', more: false })
    expect(titles(server)).toEqual(['New'])
  })

  it('of a form that there was is no conflict with oneself; with someone who saved after it, it is one, over one’s own', async () => {
    const { local, server } = await deviceOf([{ ...FORM, id: ID }])
    const { session, save } = await open(local, server)
    retitle(session, 'Mine')
    server.line.is = 'loses the reply'
    server.line.meanwhile = () => void server.versions.push({ ...FORM, id: ID, titulo: 'Theirs', version: 3 })
    await save()
    server.line = Object.assign(server.line, { is: 'good', meanwhile: () => undefined })
    retitle(session, 'Mine again')
    expect(await save()).toMatchObject({ kind: 'conflict', current: { template: { version: 3 } } })
    expect(session.store.state.getState()).toMatchObject({
      base: { template: { version: 2, titulo: 'Mine' } },
      sent: null,
    })
  })

  it('and had never arrived is sent again', async () => {
    const { local, server } = await deviceOf([{ ...FORM, id: ID }])
    const { session, save } = await open(local, server)
    retitle(session, 'Mine')
    server.line.is = 'cut'
    await save()
    expect(await save()).toMatchObject({ kind: 'failed' })
    server.line.is = 'good'
    retitle(session, 'Mine again')
    expect(await save()).toEqual({ kind: 'saved', more: false })
    expect(titles(server)).toEqual([FORM.titulo, 'Mine again'])
  })
})

describe('what was saved', () => {
  it('is on this device before any pull: in the list, when it is opened again, and under the next save', async () => {
    const { local, again, server } = await deviceWithNew()
    await (await open(local, server)).save()
    expect((await listTemplates(local)).map(({ id, titulo }) => [id, titulo])).toEqual([[ID, 'New']])
    const { session, opening, save } = await open(again(), server)
    expect(opening).toMatchObject({ restored: null, base: { template: { version: 1 } } })
    retitle(session, 'Second')
    expect(await save()).toEqual({ kind: 'saved', more: false })
    expect((await loadTemplate(local, ID))?.titulo).toBe('Second')
  })

  it('by someone else is on this device once it is what the editor continues with', async () => {
    const { local, server } = await deviceOf([{ ...FORM, id: ID }])
    const { session } = await open(local, server)
    retitle(session, 'Mine')
    const template: FormTemplate = { ...FORM, id: ID, titulo: 'Theirs', version: 2 }
    const opened = updateForm(session.store.state.getState().form, { titulo: 'Theirs' })
    applyEdit(session.store, 'conflict:reload', () => opened)
    await session.settle({ template, kept: null, opened })
    expect((await loadTemplate(local, ID))?.titulo).toBe('Theirs')
    expect(await loadTemplateEdit(local, ID)).toBeUndefined()
  })
})

describe('what is typed', () => {
  it('while the form is on its way is not saved yet, and is an edit over what was', async () => {
    const { local, server } = await deviceOf([{ ...FORM, id: ID }])
    const { session, save } = await open(local, server)
    retitle(session, 'Sent')
    server.line.meanwhile = () => retitle(session, 'Typed meanwhile')
    expect(await save()).toEqual({ kind: 'saved', more: true })
    expect(await loadTemplateEdit(local, ID)).toMatchObject({
      form: { titulo: 'Typed meanwhile' },
      base: { template: { version: 2 } },
      sent: null,
    })
  })

  it('between saving and leaving is kept, over what was saved', async () => {
    const { local, again, server } = await deviceOf([{ ...FORM, id: ID }])
    const { session, save } = await open(local, server)
    const stop = session.follow(() => undefined)
    retitle(session, 'Sent')
    expect(await save()).toEqual({ kind: 'saved', more: false })
    retitle(session, 'Typed while the list was being opened')
    stop()
    await session.journal.flush()
    const next = await open(again(), server)
    expect(next.opening.form.titulo).toBe('Typed while the list was being opened')
    expect(await next.save()).toEqual({ kind: 'saved', more: false })
    expect(titles(server)).toEqual([FORM.titulo, 'Sent', 'Typed while the list was being opened'])
  })
})
