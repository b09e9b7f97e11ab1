import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { getCountry } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildCountry, buildMunicipality } from '#tests/support/builders/people.ts'
import { SECRET, formWithSecrets } from '#tests/support/builders/telling-form.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'

const opcionales = { publico: true, limitResponses: true, incidentes: true }
const PUBLIC_FORM = formWithSecrets({ opcionales, responsesCount: 2 })
const MUNICIPALITY = municipalityOfDocument(PUBLIC_FORM)

async function asked(change: object = {}, prepare?: (world: World) => Promise<void>): Promise<Response> {
  const world = await buildWorld()
  await world.put(keys.template(PUBLIC_FORM.id), { ...PUBLIC_FORM, ...change })
  await prepare?.(world)
  return world.ask('GET', `/api/public/forms/${PUBLIC_FORM.id}`)
}

it('gives anyone who asks a public form to answer, and nothing that is stored beside it', async () => {
  const response = await asked()
  expect(response.status).toBe(200)
  const text = await response.text()
  expect(JSON.parse(text)).toMatchObject({
    form: {
      id: PUBLIC_FORM.id,
      version: 1,
      titulo: PUBLIC_FORM.titulo,
      secciones: PUBLIC_FORM.secciones,
      picksState: false,
    },
  })
  expect(text).not.toContain(SECRET)
})

it('names the time zone of the municipality, also after a change of it', async () => {
  const world = await buildWorld()
  await world.put(keys.template(PUBLIC_FORM.id), PUBLIC_FORM)
  const zone = async (timeZone: string) => {
    await world.put(MUNICIPALITY, buildMunicipality({ settings: { timeZone } }))
    const headers = { 'accept-encoding': 'gzip' }
    const response = await world.ask('GET', `/api/public/forms/${PUBLIC_FORM.id}`, { headers })
    const text = gunzipSync(new Uint8Array(await response.arrayBuffer())).toString()
    return (JSON.parse(text) as { readonly timeZone: string }).timeZone
  }
  expect([await zone('America/Lima'), await zone('America/Montevideo')]).toEqual(['America/Lima', 'America/Montevideo'])
})

it.each([
  ['that is private', 404, 'template.missing', { opcionales: { ...PUBLIC_FORM.opcionales, publico: false } }],
  [
    'that was private and is deleted',
    404,
    'template.missing',
    { opcionales: { ...PUBLIC_FORM.opcionales, publico: false }, deleted: true },
  ],
  ['that is deleted', 410, 'template.deleted', { deleted: true }],
])('refuses one %s', async (_, status, code, change) => {
  const response = await asked(change)
  expect([response.status, await codeOf(response)]).toEqual([status, code])
})

it.each([
  ['municipality.blocked', MUNICIPALITY, buildMunicipality({ inhabilitado: true })],
  ['country.blocked', getCountry(MUNICIPALITY), buildCountry({ inhabilitado: true })],
  ['answer.limit-reached', keys.templateCounter(PUBLIC_FORM.id), { count: 2 }],
])('refuses with %s', async (code, key, document) => {
  const response = await asked({}, (world) => world.put(key, document))
  expect(await codeOf(response)).toBe(code)
  expect(response.status).toBeGreaterThanOrEqual(400)
})
