import { describe, expect, it } from 'vitest'
import { templateDraftSchema, toEditorForm, type EditorForm } from '#domain/templates/index.ts'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { createSender, createTransport } from '#sync/index.ts'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { createMissingIncidentTypes } from './complete-incidents.ts'

type CallPayload = {
  readonly muniCoreUsername: string
  readonly muniCoreAreaId: string
  readonly formTitle: string
  readonly publico: boolean
  readonly requestId: string
}
type Said = { readonly status: number; readonly body: unknown } | Error

const made = (id: string): Said => ({ status: 200, body: { result: { result: true, id } } })
const failed = (code: string): Said => ({ status: 502, body: { error: { code } } })

/** A form, the other system's successive replies, and the results of both. */
function start(change: object, answers: readonly Said[]) {
  const draft = templateDraftSchema.parse({
    ...templateDraftSchema.parse(buildTemplate()),
    opcionales: { incidentes: true },
    ...change,
  })
  let key = 0
  let form: EditorForm = toEditorForm(draft, () => `key-${(key += 1)}`)
  const asked: CallPayload[] = []
  const left = [...answers]
  const transport = createTransport({
    fetch: async (_path, init) => {
      asked.push((JSON.parse(typeof init?.body === 'string' ? init.body : '') as { data: CallPayload }).data)
      const said = left.shift() ?? new Error('asked too often')
      if (said instanceof Error) throw said
      return new Response(JSON.stringify(said.body), { status: said.status })
    },
    clock: () => 0,
    timeout: () => new AbortController().signal,
    account: undefined,
  })
  const complete = () =>
    createMissingIncidentTypes({
      ask: createSender(transport),
      id: templateIdSchema.parse('comercios'),
      username: 'ines',
      form,
      keep: (edit) => void (form = edit(form)),
    })
  return { complete, asked, form: () => form }
}

const AREA = { areaId: '11', areaDescripcion: 'Lighting' }

describe('before a form is saved', () => {
  it('its incident type is created with its title, and kept', async () => {
    const { complete, asked, form } = start(
      { titulo: 'Potholes', muniCore: AREA, opcionales: { incidentes: true, publico: true } },
      [made('901')],
    )
    expect(await complete()).toBeNull()
    expect(asked).toMatchObject([
      { muniCoreUsername: 'ines', muniCoreAreaId: '11', formTitle: 'Potholes', publico: true },
    ])
    expect(form().muniCore).toEqual({ ...AREA, username: 'ines', idTipoIncidente: '901' })
  })

  it('nothing is asked without incidents, without an area, or when the type is there', async () => {
    for (const change of [
      { opcionales: {}, muniCore: AREA },
      { muniCore: {} },
      { muniCore: { ...AREA, idTipoIncidente: '5' } },
    ]) {
      const { complete, asked, form } = start(change, [])
      expect(await complete()).toBeNull()
      expect(asked).toEqual([])
      expect(form().muniCore?.username).not.toBe('ines')
    }
  })

  it('each state gets its own type, those that lack one', async () => {
    const estados = {
      disponibles: [
        { id: 0, nombre: 'Pending', transiciones: [1] },
        { id: 1, nombre: 'Approved', transiciones: [], idTipoIncidente: '5' },
        { id: 2, nombre: 'Closed', transiciones: [] },
      ],
      inicial: 0,
    }
    const { complete, asked, form } = start({ titulo: 'Potholes', estados, muniCore: { ...AREA, perState: true } }, [
      made('901'),
      made('902'),
    ])
    expect(await complete()).toBeNull()
    expect(asked.map(({ formTitle }) => formTitle)).toEqual(['Potholes - Pending', 'Potholes - Closed'])
    expect(form().estados.disponibles.map(({ idTipoIncidente }) => idTipoIncidente)).toEqual(['901', '5', '902'])
    expect(form().muniCore).toEqual({ ...AREA, perState: true, username: 'ines' })
  })
})

describe('when the other system fails', () => {
  it('says where and why, and leaves the form as it was', async () => {
    const { complete, form } = start({ muniCore: AREA }, [failed('connector.incident-type-failed')])
    const before = form()
    expect(await complete()).toEqual({
      code: 'connector.incident-type-failed',
      place: { kind: 'field', field: 'muniCore.areaId' },
      details: {},
    })
    expect(form()).toBe(before)
  })

  it('names the state, keeps the types that were made, and asks for the others only when tried again', async () => {
    const change = { muniCore: { ...AREA, perState: true } }
    const { complete, asked, form } = start(change, [
      made('901'),
      failed('connector.incident-type-exists'),
      made('902'),
    ])
    expect(await complete()).toEqual({
      code: 'connector.incident-type-exists',
      place: { kind: 'state', state: 1, field: 'nombre' },
      details: { of: 'state', state: 'Aprobado' },
    })
    expect(form().estados.disponibles.map(({ idTipoIncidente }) => idTipoIncidente)).toEqual(['901', undefined])
    expect(await complete()).toBeNull()
    expect(asked).toHaveLength(3)
    expect(form().estados.disponibles.map(({ idTipoIncidente }) => idTipoIncidente)).toEqual(['901', '902'])
  })

  it('a reply that was lost is asked for under the same request id; another title is another request', async () => {
    const { complete, asked } = start({ muniCore: AREA }, [new Error('cut'), made('901')])
    expect(await complete()).toMatchObject({ code: 'connector.incident-type-failed' })
    await complete()
    expect(asked[1]?.requestId).toBe(asked[0]?.requestId)
    const other = start({ titulo: 'Something else', muniCore: AREA }, [made('902')])
    await other.complete()
    expect(other.asked[0]?.requestId).not.toBe(asked[0]?.requestId)
    expect(asked[0]?.requestId).toMatch(/^[0-9a-f]{64}$/)
  })
})
