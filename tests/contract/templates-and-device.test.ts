import { describe, expect, it } from 'vitest'
import { connectSystems } from '#connectors/connect.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import { listTemplates } from '#local/index.ts'
import { startSandbox } from '#sandbox/start.ts'
import { createTipoIncidencia, getMuniCoreAreas, getTurneroGroupProcedure } from '#domain/integrations/index.ts'
import type { RequestSender } from '#domain/endpoints/index.ts'
import {
  deleteTemplate,
  duplicateTemplate,
  listTemplateVersions,
  openTemplate,
  readTemplateVersion,
  removeTemplateImage,
  sendTemplateImage,
  setTemplateScope,
} from '#domain/templates/index.ts'
import { keys } from '#domain/store/index.ts'
import { sendForm } from '#features/form-editor/save/save-form.ts'
import { createSender, createTransport, type Fetch } from '#sync/index.ts'
import { buildMunicipality } from '../support/builders/people.ts'
import { AREA, MUNICIPALITY } from '../support/builders/template.ts'
import { buildDevice } from '../support/device/device.ts'
import { buildDraft, templateIdOf } from '../support/server/templates.ts'
import { buildWorld, ORIGIN, type World } from '../support/server/world.ts'

const ID = templateIdOf('A')
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])

/** A version of the form as opened by an editor. */
async function versionOf(world: World, version: number) {
  return { template: (await world.store.get(keys.templateVersion(ID, version))) ?? null, kept: null }
}

async function fetchAs(world: World, who: string): Promise<Fetch> {
  const cookie = await world.signIn(who)
  return async (path, init) => {
    const headers = new Headers(init.headers)
    headers.set('origin', ORIGIN)
    headers.set('cookie', cookie)
    return world.app.request(`${ORIGIN}${path}`, { ...init, headers })
  }
}

async function askerOf(world: World, who: string): Promise<RequestSender> {
  return overFetch(await fetchAs(world, who))
}

function overFetch(fetch: Fetch): RequestSender {
  return createSender(
    createTransport({ fetch, clock: () => 0, timeout: () => new AbortController().signal, account: undefined }),
  )
}

describe('the editor’s own client against the server’s own code', () => {
  it('creates, saves over the version that it knows, copies and deletes', async () => {
    const world = await buildWorld()
    const gil = await askerOf(world, 'gil')
    expect(await sendForm(gil, { id: ID, base: null, draft: buildDraft() })).toMatchObject({
      kind: 'published',
      template: { version: 1 },
    })
    expect(
      await sendForm(gil, { id: ID, base: await versionOf(world, 1), draft: buildDraft({ titulo: 'Otro' }) }),
    ).toMatchObject({
      kind: 'published',
      template: { version: 2, titulo: 'Otro' },
    })
    expect(await gil(openTemplate, { id: ID })).toMatchObject({
      kind: 'ok',
      value: { answers: 0, template: { version: 2 } },
    })
    expect(await gil(listTemplateVersions, { id: ID })).toMatchObject({
      kind: 'ok',
      value: {
        versions: [
          { version: 2, username: 'gil' },
          { version: 1, username: 'gil' },
        ],
      },
    })
    expect(await gil(readTemplateVersion, { id: ID, version: 1 })).toMatchObject({
      kind: 'ok',
      value: { template: { titulo: buildDraft().titulo } },
    })
    expect(await gil(setTemplateScope, { id: ID, body: { publico: true } })).toMatchObject({
      kind: 'ok',
      value: { template: { version: 3, opcionales: { publico: true } } },
    })
    const sofia = await askerOf(world, 'sofia')
    expect(await sofia(duplicateTemplate, { id: ID, body: { id: templateIdOf('B'), area: AREA } })).toMatchObject({
      kind: 'ok',
      value: { template: { duplicatedInfo: { parentFormId: ID } } },
    })
    expect(await gil(deleteTemplate, { id: ID })).toMatchObject({ kind: 'ok', value: { deleted: 'removed' } })
    expect(await gil(openTemplate, { id: ID })).toMatchObject({
      kind: 'refused',
      problem: { code: 'template.missing' },
    })
  })

  it('hears of a conflict with what is there, and of problems with their places', async () => {
    const world = await buildWorld()
    const [gil, sofia] = [await askerOf(world, 'gil'), await askerOf(world, 'sofia')]
    await sendForm(gil, { id: ID, base: null, draft: buildDraft() })
    await sendForm(sofia, { id: ID, base: await versionOf(world, 1), draft: buildDraft({ titulo: 'De Sofía' }) })
    expect(
      await sendForm(gil, { id: ID, base: await versionOf(world, 1), draft: buildDraft({ titulo: 'De Gil' }) }),
    ).toMatchObject({
      kind: 'conflict',
      problem: { code: 'template.conflict' },
      current: { template: { version: 2, titulo: 'De Sofía' }, kept: null },
    })
    expect(await sendForm(gil, { id: ID, base: null, draft: buildDraft({ titulo: 'De Gil' }) })).toMatchObject({
      kind: 'conflict',
      problem: { code: 'template.exists' },
    })
    expect(
      await sendForm(gil, { id: ID, base: await versionOf(world, 2), draft: buildDraft({ titulo: '' }) }),
    ).toMatchObject({
      kind: 'invalid',
      problems: [{ code: 'template.title-required', place: { kind: 'field', field: 'titulo' } }],
    })
    const ines = await askerOf(world, 'ines')
    expect(await sendForm(ines, { id: ID, base: await versionOf(world, 2), draft: buildDraft() })).toEqual({
      kind: 'refused',
      problem: { code: 'access.forbidden' },
      status: 403,
    })
    expect(await sofia(setTemplateScope, { id: templateIdOf('Z'), body: { publico: true } })).toMatchObject({
      kind: 'refused',
      status: 404,
    })
  })

  it('sends a header image before the first save, and removes one that was never saved', async () => {
    const gil = await askerOf(await buildWorld(), 'gil')
    const image = await gil(sendTemplateImage, { id: ID, body: PNG })
    if (image.kind !== 'ok') throw new Error(image.kind)
    const { url } = image.value
    expect(
      await sendForm(gil, {
        id: ID,
        base: null,
        draft: buildDraft({ opcionales: { headerImg: true }, headerImageURL: url }),
      }),
    ).toMatchObject({ kind: 'published' })
    const other = await gil(sendTemplateImage, { id: ID, body: new Uint8Array([...PNG, 1]) })
    expect(
      other.kind === 'ok' && (await gil(removeTemplateImage, { id: ID, sha256: other.value.sha256 })),
    ).toMatchObject({ kind: 'ok', value: null })
    expect(await gil(sendTemplateImage, { id: ID, body: new TextEncoder().encode('<svg/>') })).toMatchObject({
      kind: 'refused',
      problem: { code: 'file.wrong-type' },
    })
  })

  it('asks the outside systems, and hears which one failed', async () => {
    const sandbox = await startSandbox()
    const deps = {
      fetch: (url: string, init: RequestInit) => fetch(url, init),
      timeout: () => AbortSignal.timeout(10_000),
      failed: () => {},
    }
    try {
      const world = await buildWorld({}, openMemoryStore(), connectSystems(deps, sandbox.addresses))
      await world.put(MUNICIPALITY, buildMunicipality({ idMuniCore: 21 }))
      const gil = await askerOf(world, 'gil')
      const request = {
        muniCoreUsername: 'gil',
        muniCoreAreaId: '102',
        formTitle: 'Comercios',
        publico: false,
        requestId: ID,
      }
      expect(await gil(getMuniCoreAreas, { body: { username: 'gil' } })).toMatchObject({
        kind: 'ok',
        value: { length: 6 },
      })
      const first = await gil(createTipoIncidencia, { body: request })
      expect(first).toMatchObject({ kind: 'ok', value: { id: expect.stringMatching(/^\d+$/) } })
      expect(await gil(createTipoIncidencia, { body: request })).toMatchObject({
        kind: 'ok',
        value: first.kind === 'ok' ? first.value : {},
      })
      expect(await gil(createTipoIncidencia, { body: { ...request, requestId: templateIdOf('B') } })).toMatchObject({
        kind: 'refused',
        problem: { code: 'connector.incident-type-exists' },
      })
      expect(await gil(getTurneroGroupProcedure, { body: { municipalityId: 21, typeProcedureId: 2 } })).toMatchObject({
        kind: 'ok',
        value: { tenantId: 'tenant-21' },
      })
      sandbox.misbehave('failing')
      expect(await gil(getMuniCoreAreas, { body: { username: 'gil' } })).toMatchObject({
        kind: 'retry',
        problem: { code: 'connector.areas-failed' },
      })
      expect(await gil(getTurneroGroupProcedure, { body: { municipalityId: 21, typeProcedureId: 2 } })).toMatchObject({
        kind: 'retry',
        problem: { code: 'connector.agendas-failed' },
      })
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
    const outcome = await sendForm(
      overFetch(async () => reply()),
      { id: ID, base: null, draft: buildDraft() },
    )
    expect(outcome).toMatchObject({ kind: 'retry', problem: { code: 'network.unreachable' } })
  })

  it('a conflict of a newer server, whose form this app cannot read, stays a refusal', async () => {
    const newer = { error: { code: 'template.conflict' }, current: { secciones: 'new' } }
    expect(
      await sendForm(
        overFetch(async () => Response.json(newer, { status: 409 })),
        { id: ID, base: null, draft: buildDraft() },
      ),
    ).toEqual({
      kind: 'refused',
      problem: { code: 'template.conflict' },
      status: 409,
    })
  })
})

describe('a device', () => {
  it('gets what was saved by its next pull, and loses what was deleted', async () => {
    const world = await buildWorld()
    const device = buildDevice(await fetchAs(world, 'ines'))
    const titles = async () => {
      expect(await device.run()).toMatchObject({ kind: 'done' })
      return (await listTemplates(device.local))
        .map(({ id, titulo, version }) => [id, titulo, version])
        .filter(([id]) => id === ID)
    }
    const gil = await askerOf(world, 'gil')
    expect(await titles()).toEqual([])
    await sendForm(gil, { id: ID, base: null, draft: buildDraft({ titulo: 'Uno' }) })
    expect(await titles()).toEqual([[ID, 'Uno', 1]])
    await sendForm(gil, { id: ID, base: await versionOf(world, 1), draft: buildDraft({ titulo: 'Dos' }) })
    expect(await titles()).toEqual([[ID, 'Dos', 2]])
    await gil(deleteTemplate, { id: ID })
    expect(await titles()).toEqual([])
  })
})
