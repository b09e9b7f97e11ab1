import { describe, expect, it } from 'vitest'
import { connect } from '#connectors/connect.ts'
import { openMemoryStore } from '#core/memory/store.ts'
import { listTemplates } from '#local/index.ts'
import { startSandbox } from '#sandbox/start.ts'
import {
  appointmentAgendas,
  createIncidentType,
  createTemplate,
  createTransport,
  deleteTemplate,
  duplicateTemplate,
  listTemplateVersions,
  muniCoreAreas,
  openTemplate,
  readTemplateVersion,
  removeHeaderImage,
  saveTemplate,
  sendHeaderImage,
  setTemplateScope,
  type Fetch,
  type Transport,
} from '#sync/index.ts'
import { buildMunicipality } from '../support/builders/people.ts'
import { AREA, MUNICIPALITY } from '../support/builders/template.ts'
import { buildDevice } from '../support/device/device.ts'
import { buildDraft, templateIdOf } from '../support/server/templates.ts'
import { buildWorld, ORIGIN, type World } from '../support/server/world.ts'

const ID = templateIdOf('A')
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])

async function fetchAs(world: World, who: string): Promise<Fetch> {
  const cookie = await world.signIn(who)
  return async (path, init) => {
    const headers = new Headers(init.headers)
    headers.set('origin', ORIGIN)
    headers.set('cookie', cookie)
    return world.app.request(`${ORIGIN}${path}`, { ...init, headers })
  }
}

async function transportOf(world: World, who: string): Promise<Transport> {
  return overFetch(await fetchAs(world, who))
}

function overFetch(fetch: Fetch): Transport {
  return createTransport({ fetch, clock: () => 0, timeout: () => new AbortController().signal, account: undefined })
}

describe('the editor’s own client against the server’s own code', () => {
  it('creates, saves over the version that it knows, copies and deletes', async () => {
    const world = await buildWorld()
    const gil = await transportOf(world, 'gil')
    expect(await createTemplate(gil, ID, buildDraft())).toMatchObject({ kind: 'saved', template: { version: 1 } })
    expect(await saveTemplate(gil, ID, 1, buildDraft({ titulo: 'Otro' }))).toMatchObject({ kind: 'saved', template: { version: 2, titulo: 'Otro' } })
    expect(await openTemplate(gil, ID)).toMatchObject({ kind: 'ok', value: { answers: 0, template: { version: 2 } } })
    expect(await listTemplateVersions(gil, ID)).toMatchObject({ kind: 'ok', value: [{ version: 2, username: 'gil' }, { version: 1, username: null }] })
    expect(await readTemplateVersion(gil, ID, 1)).toMatchObject({ kind: 'ok', value: { titulo: buildDraft().titulo } })
    expect(await setTemplateScope(gil, ID, true)).toMatchObject({ kind: 'ok', value: { version: 3, opcionales: { publico: true } } })
    const sofia = await transportOf(world, 'sofia')
    expect(await duplicateTemplate(sofia, ID, { id: templateIdOf('B'), area: AREA })).toMatchObject({ kind: 'ok', value: { duplicatedInfo: { parentFormId: ID } } })
    expect(await deleteTemplate(gil, ID)).toMatchObject({ kind: 'ok', value: 'removed' })
    expect(await openTemplate(gil, ID)).toMatchObject({ kind: 'refused', problem: { code: 'template.missing' } })
  })

  it('hears of a conflict with what is there, and of problems with their places', async () => {
    const world = await buildWorld()
    const [gil, sofia] = [await transportOf(world, 'gil'), await transportOf(world, 'sofia')]
    await createTemplate(gil, ID, buildDraft())
    await saveTemplate(sofia, ID, 1, buildDraft({ titulo: 'De Sofía' }))
    expect(await saveTemplate(gil, ID, 1, buildDraft({ titulo: 'De Gil' }))).toMatchObject({
      kind: 'conflict', problem: { code: 'template.conflict' }, current: { version: 2, titulo: 'De Sofía' },
    })
    expect(await createTemplate(gil, ID, buildDraft({ titulo: 'De Gil' }))).toMatchObject({ kind: 'conflict', problem: { code: 'template.exists' } })
    expect(await saveTemplate(gil, ID, 2, buildDraft({ titulo: '' }))).toMatchObject({
      kind: 'invalid', problems: [{ code: 'template.title-required', place: { kind: 'field', field: 'titulo' } }],
    })
    const ines = await transportOf(world, 'ines')
    expect(await saveTemplate(ines, ID, 2, buildDraft())).toEqual({ kind: 'refused', problem: { code: 'access.forbidden' }, status: 403 })
    expect(await setTemplateScope(sofia, templateIdOf('Z'), true)).toMatchObject({ kind: 'refused', status: 404 })
  })

  it('sends a header image before the first save, and removes one that was never saved', async () => {
    const gil = await transportOf(await buildWorld(), 'gil')
    const image = await sendHeaderImage(gil, ID, PNG)
    if (image.kind !== 'ok') throw new Error(image.kind)
    const { url } = image.value
    expect(await createTemplate(gil, ID, buildDraft({ opcionales: { headerImg: true }, headerImageURL: url }))).toMatchObject({ kind: 'saved' })
    const other = await sendHeaderImage(gil, ID, new Uint8Array([...PNG, 1]))
    expect(other.kind === 'ok' && (await removeHeaderImage(gil, ID, other.value.sha256))).toMatchObject({ kind: 'ok', value: true })
    expect(await sendHeaderImage(gil, ID, new TextEncoder().encode('<svg/>'))).toMatchObject({ kind: 'refused', problem: { code: 'file.wrong-type' } })
  })

  it('asks the outside systems, and hears which one failed', async () => {
    const sandbox = await startSandbox()
    const deps = { fetch: (url: string, init: RequestInit) => fetch(url, init), timeout: () => AbortSignal.timeout(10_000), failed: () => {} }
    try {
      const world = await buildWorld({}, openMemoryStore(), connect(deps, sandbox.addresses))
      await world.put(MUNICIPALITY, buildMunicipality({ idMuniCore: 21 }))
      const gil = await transportOf(world, 'gil')
      const request = { muniCoreUsername: 'gil', muniCoreAreaId: '102', formTitle: 'Comercios', publico: false, requestId: ID }
      expect(await muniCoreAreas(gil, { username: 'gil' })).toMatchObject({ kind: 'ok', value: { length: 6 } })
      const first = await createIncidentType(gil, request)
      expect(first).toMatchObject({ kind: 'ok', value: expect.stringMatching(/^\d+$/) })
      expect(await createIncidentType(gil, request)).toMatchObject({ kind: 'ok', value: first.kind === 'ok' ? first.value : '' })
      expect(await createIncidentType(gil, { ...request, requestId: templateIdOf('B') })).toMatchObject({ kind: 'refused', problem: { code: 'connector.incident-type-exists' } })
      expect(await appointmentAgendas(gil, 21)).toMatchObject({ kind: 'ok', value: { tenantId: 'tenant-21' } })
      sandbox.misbehave('failing')
      expect(await muniCoreAreas(gil, { username: 'gil' })).toMatchObject({ kind: 'retry', problem: { code: 'connector.areas-failed' } })
      expect(await appointmentAgendas(gil, 21)).toMatchObject({ kind: 'retry', problem: { code: 'connector.agendas-failed' } })
    } finally {
      await sandbox.close()
    }
  })
})

describe('what no server of ours says', () => {
  const page = () => new Response('<title>Wi-Fi</title>', { headers: { 'content-type': 'text/html' } })
  it.each([
    ['a captive portal', page],
    ['a portal that refuses', () => new Response('no', { status: 409 })],
    ['a conflict without the form', () => Response.json({ error: {} }, { status: 409 })],
    ['a saved form of another shape', () => Response.json({ template: { id: 'x' } })],
    ['a cut', () => Promise.reject(new TypeError('cut'))],
  ])('%s: is taken neither for a save nor for a refusal', async (_, reply) => {
    const outcome = await saveTemplate(overFetch(async () => reply()), ID, 1, buildDraft())
    expect(outcome).toMatchObject({ kind: 'retry', problem: { code: 'network.unreachable' } })
  })

  it('a conflict of a newer server, whose form this app cannot read, stays a refusal', async () => {
    const newer = { error: { code: 'template.conflict' }, current: { secciones: 'new' } }
    expect(await saveTemplate(overFetch(async () => Response.json(newer, { status: 409 })), ID, 1, buildDraft())).toEqual({
      kind: 'refused', problem: { code: 'template.conflict' }, status: 409,
    })
  })
})

describe('a device', () => {
  it('gets what was saved by its next pull, and loses what was deleted', async () => {
    const world = await buildWorld()
    const device = buildDevice(await fetchAs(world, 'ines'))
    const titles = async () => {
      expect(await device.run()).toMatchObject({ kind: 'done' })
      return (await listTemplates(device.local)).map(({ id, titulo, version }) => [id, titulo, version]).filter(([id]) => id === ID)
    }
    const gil = await transportOf(world, 'gil')
    expect(await titles()).toEqual([])
    await createTemplate(gil, ID, buildDraft({ titulo: 'Uno' }))
    expect(await titles()).toEqual([[ID, 'Uno', 1]])
    await saveTemplate(gil, ID, 1, buildDraft({ titulo: 'Dos' }))
    expect(await titles()).toEqual([[ID, 'Dos', 2]])
    await deleteTemplate(gil, ID)
    expect(await titles()).toEqual([])
  })
})
