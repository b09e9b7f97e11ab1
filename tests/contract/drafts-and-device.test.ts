import { describe, expect, it } from 'vitest'
import type { RequestSender } from '#domain/endpoints/index.ts'
import { keys } from '#domain/store/index.ts'
import { pickDraftFields, mergeTemplates, toEditorForm, toTemplateDraft, updateForm } from '#domain/templates/index.ts'
import { pickEditedContent, toEditBase, openEditor } from '#features/form-editor/opening.ts'
import { saveFormDraft, publishForm } from '#features/form-editor/save/save-form.ts'
import { createEditingSession } from '#features/form-editor/session.ts'
import { applyEdit } from '#features/form-editor/store/editor-store.ts'
import { listTemplates, loadTemplateEdit } from '#local/index.ts'
import { createSender, createTransport } from '#sync/index.ts'
import { ALL_OFFERED } from '../support/builders/form-parts.ts'
import { buildDevice } from '../support/device/device.ts'
import { buildDraft, templateCalls, templateIdOf } from '../support/server/templates.ts'
import { buildWorld, ORIGIN, type World } from '../support/server/world.ts'

/** The editor's own code with the server's own, with lost replies and others who edit the same form. */
const ID = templateIdOf('A')
const timers = {
  set: (run: () => void, milliseconds: number) => setTimeout(run, milliseconds),
  clear: (timer: unknown) => clearTimeout(timer as number),
}

async function askerOf(world: World, who: string): Promise<RequestSender> {
  const cookie = await world.signIn(who)
  const transport = createTransport({
    fetch: async (path, init) => {
      const headers = new Headers(init.headers)
      headers.set('origin', ORIGIN)
      headers.set('cookie', cookie)
      return world.app.request(`${ORIGIN}${path}`, { ...init, headers })
    },
    clock: () => 0,
    timeout: () => new AbortController().signal,
    account: undefined,
  })
  return createSender(transport)
}

let count = 0

/** A user's editor on their own device, whose connection can lose the server's reply. */
async function editorOf(world: World, who: string) {
  const device = buildDevice(async () => new Response(null, { status: 503 }))
  const plain = await askerOf(world, who)
  const line = { is: 'good' as 'good' | 'loses replies' | 'cut' }
  const ask: RequestSender = async (endpoint, input) => {
    const lost = { kind: 'retry', problem: { code: 'network.unreachable' } } as const
    if (line.is === 'cut') return lost
    const outcome = await plain(endpoint, input)
    return line.is === 'loses replies' ? lost : outcome
  }
  const host = {
    local: device.local,
    ask,
    newKey: () => `k${(count += 1)}`,
    offer: () => ALL_OFFERED,
    now: () => 0,
    timers,
    random: (length: number) => new Uint8Array(length),
  }
  const open = async () => {
    const opening = await openEditor(ID, host)
    if (opening.kind !== 'open') throw new Error(`The form was not opened: ${opening.kind}`)
    const session = createEditingSession(opening, host)
    session.follow(() => undefined)
    const { store } = session
    return {
      opening,
      session,
      retitle: (titulo: string) => void applyEdit(store, `title ${titulo}`, (form) => updateForm(form, { titulo })),
      describe: (descripcion: string) =>
        void applyEdit(store, `text ${descripcion}`, (form) => updateForm(form, { descripcion })),
      keep: () => saveFormDraft(session, { ask }),
      publish: () => publishForm(session, { ask, username: who }),
      base: () => store.state.getState().base,
    }
  }
  return { open, line, local: device.local }
}

async function start() {
  const world = await buildWorld()
  const calls = templateCalls(world)
  return { world, calls, gil: await editorOf(world, 'gil'), sofia: await editorOf(world, 'sofia') }
}

const SAVED = { kind: 'saved', more: false }

describe('a draft in the editor', () => {
  it('is on the server, is no edit of this device any more, is no form of it, and is what the next one opens', async () => {
    const { calls, gil, sofia } = await start()
    await calls.keep('sofia', ID, { base: 0, revision: 0 }, buildDraft({ titulo: 'Uno' }))
    const mine = await gil.open()
    mine.retitle('Dos')
    expect(await mine.keep()).toEqual(SAVED)
    expect(mine.base()).toMatchObject({ template: null, kept: { revision: 2, lastEdit: { username: 'gil' } } })
    expect(await loadTemplateEdit(gil.local, ID)).toBeUndefined()
    expect(await listTemplates(gil.local)).toEqual([])
    expect((await sofia.open()).opening).toMatchObject({ restored: null, form: { titulo: 'Dos' } })
  })

  it('of the next version is opened in place of what is published, and publishing it makes that version', async () => {
    const { world, calls, gil, sofia } = await start()
    await calls.create('gil', ID, buildDraft({ titulo: 'Uno' }))
    const mine = await gil.open()
    mine.retitle('Dos')
    await mine.keep()
    const hers = await sofia.open()
    expect(hers.opening).toMatchObject({ form: { titulo: 'Dos' }, base: { template: { version: 1, titulo: 'Uno' } } })
    expect(await hers.publish()).toEqual(SAVED)
    expect(await world.store.get(keys.template(ID))).toMatchObject({ version: 2, titulo: 'Dos' })
    expect(hers.base()).toMatchObject({ template: { version: 2 }, kept: null })
  })

  it('that lacks something is kept, and its publication says what; without an area it is not kept', async () => {
    const { calls, gil } = await start()
    await calls.keep('gil', ID, { base: 0, revision: 0 })
    const mine = await gil.open()
    mine.retitle('')
    expect(await mine.keep()).toEqual(SAVED)
    expect(await mine.publish()).toEqual({ kind: 'problems' })
    applyEdit(mine.session.store, 'areas', (form) => updateForm(form, { areas: [] }))
    expect(await mine.keep()).toEqual({ kind: 'problems' })
    expect(mine.session.store.state.getState().problems).toMatchObject([{ code: 'template.area-required' }])
  })
})

describe('a draft whose reply is lost', () => {
  it.each(['kept', 'published'] as const)(
    'is known to be one’s own, also after a reload, and what was changed since is %s over it',
    async (then) => {
      const { world, calls, gil } = await start()
      await calls.create('gil', ID)
      const before = await gil.open()
      before.retitle('Sent')
      gil.line.is = 'loses replies'
      expect(await before.keep()).toMatchObject({ kind: 'failed' })
      before.retitle('Changed since')
      await before.session.journal.flush()
      gil.line.is = 'good'
      const after = await gil.open()
      expect(await (then === 'kept' ? after.keep() : after.publish())).toEqual(SAVED)
      const [kept, template] = [await world.store.get(keys.keptDraft(ID)), await world.store.get(keys.template(ID))]
      if (then === 'kept') expect([kept?.titulo, kept?.revision, template?.version]).toEqual(['Changed since', 2, 1])
      else expect([kept, template?.titulo, template?.version]).toEqual([undefined, 'Changed since', 2])
    },
  )

  it('and that never arrived is kept by the next try, once', async () => {
    const { world, calls, gil } = await start()
    await calls.create('gil', ID)
    const mine = await gil.open()
    mine.retitle('Mine')
    gil.line.is = 'cut'
    expect(await mine.keep()).toMatchObject({ kind: 'failed' })
    gil.line.is = 'good'
    expect(await mine.keep()).toEqual(SAVED)
    expect(await world.store.get(keys.keptDraft(ID))).toMatchObject({ titulo: 'Mine', revision: 1 })
  })
})

describe('two who edit one form', () => {
  it.each(['keep', 'publish'] as const)(
    'the later one to %s is shown the draft, and loses nothing by merging',
    async (act) => {
      const { world, calls, gil, sofia } = await start()
      await calls.create('gil', ID)
      const [mine, hers] = [await gil.open(), await sofia.open()]
      hers.describe('De Sofía')
      await hers.keep()
      mine.retitle('De Gil')
      const met = await mine[act]()
      if (met.kind !== 'conflict') throw new Error(`No conflict: ${met.kind}`)
      const content = pickEditedContent(met.current)
      expect(content).toMatchObject({ descripcion: 'De Sofía', lastEdit: { username: 'sofia' } })
      const { store, settle } = mine.session
      const { form, base } = store.state.getState()
      if (content === null || base === null) throw new Error('nothing to merge')
      const merged = mergeTemplates({ base: base.opened, mine: form, theirs: pickDraftFields(content) }, store.newKey)
      applyEdit(store, 'merge', () => merged.form)
      await settle(toEditBase(met.current, merged.base))
      expect(await mine[act]()).toEqual(SAVED)
      const { store: stored } = world
      const there = act === 'keep' ? await stored.get(keys.keptDraft(ID)) : await stored.get(keys.template(ID))
      expect(there).toMatchObject({ titulo: 'De Gil', descripcion: 'De Sofía' })
    },
  )

  it('and one publishes: anyone who keeps a draft of the version before is notified', async () => {
    const { calls, gil, sofia } = await start()
    await calls.create('gil', ID)
    const [mine, hers] = [await gil.open(), await sofia.open()]
    hers.retitle('De Sofía')
    await hers.publish()
    mine.describe('De Gil')
    expect(await mine.keep()).toMatchObject({
      kind: 'conflict',
      current: { template: { version: 2, titulo: 'De Sofía' }, kept: null },
    })
  })
})

it('what this device has is opened without a connection, and a draft that turns up then is a conflict and not written over', async () => {
  const { calls, gil } = await start()
  const { template } = await calls.create('gil', ID)
  if (template === undefined) throw new Error('not created')
  await gil.local.database.templates.put({ id: ID, version: 1, current: 1, template })
  await calls.keep('sofia', ID, { base: 1, revision: 0 }, buildDraft({ titulo: 'De Sofía' }))
  gil.line.is = 'cut'
  const mine = await gil.open()
  expect(toTemplateDraft(mine.session.store.state.getState().form)).toEqual(
    toTemplateDraft(toEditorForm(pickDraftFields(template), () => `k${(count += 1)}`)),
  )
  mine.describe('De Gil')
  gil.line.is = 'good'
  expect(await mine.publish()).toMatchObject({ kind: 'conflict', current: { kept: { titulo: 'De Sofía' } } })
})
