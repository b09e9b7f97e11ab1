import { describe, expect, it } from 'vitest'
import { answerSchema, heldAnswerSchema, type Answer } from '#domain/answers/index.ts'
import { formTemplateSchema, type FormTemplate, versionLineSchema, type VersionLine } from '#domain/templates/index.ts'
import { ROLES, userSchema, type User } from '#domain/users/index.ts'
import {
  areaSchema,
  countrySchema,
  municipalitySchema,
  provinceSchema,
  type Municipality,
} from '#domain/places/index.ts'
import { offersNearbyAnswers } from '#domain/answering/index.ts'
import { deriveCitizenAuthor } from '#core/citizens/visits.ts'
import { citizenIdSchema, MAX_SIGNATURE_BYTES, municipalityPathSchema } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import forestStructure from './forms/forest-structure.json' with { type: 'json' }
import siteAssessment from './forms/site-assessment.json' with { type: 'json' }
import socioEconomic from './forms/socio-economic.json' with { type: 'json' }
import { buildDemo, DEMO_ACCOUNTS, DEMO_FILES } from './index.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const demo = buildDemo(NOW, 7)
const byKey = new Map(demo.map(({ key, document }) => [key, document]))

function all<T>(collection: string): readonly T[] {
  return demo.filter(({ key }) => key.split('/').at(-2) === collection).map(({ document }) => document as T)
}
const answers = all<Answer>('respuestas_formularios')

describe('the demonstration', () => {
  it('parses with the schemas, to the letter', () => {
    const schemas = {
      paises: countrySchema,
      provincias: provinceSchema,
      municipios: municipalitySchema,
      areas_municipales: areaSchema,
      usuarios: userSchema,
      formularios: formTemplateSchema,
      versiones: formTemplateSchema,
      formEditedInfo: versionLineSchema,
      respuestas_formularios: answerSchema,
      held: heldAnswerSchema,
    }
    for (const [collection, schema] of Object.entries(schemas)) {
      const documents = all(collection)
      expect(documents.length, collection).toBeGreaterThan(0)
      for (const document of documents) expect(schema.parse(document)).toEqual(document)
    }
  })

  it('is two cities in two countries with four to six areas each', () => {
    expect(all('paises')).toHaveLength(2)
    for (const { path } of all<Municipality>('municipios')) {
      const areas = demo.filter(({ key }) => key.startsWith(`${path}/areas_municipales/`))
      expect(areas.length).toBeGreaterThanOrEqual(4)
      expect(areas.length).toBeLessThanOrEqual(6)
    }
  })

  it('has one account for each of the fifteen roles, with the user behind it', () => {
    expect(DEMO_ACCOUNTS.map((account) => account.role)).toEqual(ROLES)
    const users = all<User>('usuarios')
    for (const { id, email, role } of DEMO_ACCOUNTS) {
      expect(users.find((user) => user.id === id)).toMatchObject({ email, roles: [role] })
    }
    expect(new Set(DEMO_ACCOUNTS.map((account) => account.email)).size).toBe(15)
  })

  it('has some 200 answers, and gives each city’s codes without a gap or a twin', () => {
    expect(answers.length).toBeGreaterThanOrEqual(190)
    expect(answers.length).toBeLessThanOrEqual(220)
    for (const { path, nombre, key, lastKeyNumber } of all<Municipality>('municipios')) {
      const of = answers.filter((answer) => answer.areas[0]?.startsWith(path) === true)
      const inOrder = of
        .toSorted((one, other) => one.receivedAt.localeCompare(other.receivedAt))
        .map((answer) => answer.codigoMunicipio)
      expect(inOrder, nombre).toEqual(inOrder.map((_, index) => `${key}${lastKeyNumber - of.length + 1 + index}`))
    }
  })

  it('counts for each form what is there', () => {
    for (const { id } of all<FormTemplate>('formularios')) {
      const count = answers.filter((answer) => answer.idPlantilla === id).length
      expect(byKey.get(keys.templateCounter(id)) ?? { count: 0 }, id).toEqual({ count })
    }
  })

  it('names only files that exist and that their author holds', () => {
    const bytes = new Map(DEMO_FILES.map((file) => [file.sha256, file.content.length]))
    const named = answers.flatMap((answer) => answer.files.map((file) => ({ author: answer.authorId, file })))
    expect(named.length).toBeGreaterThan(200)
    for (const { author, file } of named) {
      expect(file.bytes).toBe(bytes.get(file.sha256))
      expect(byKey.has(keys.file(author, file.sha256))).toBe(true)
    }
    for (const file of DEMO_FILES) expect(file.content.length).toBeLessThan(Math.min(20 * 1024, MAX_SIGNATURE_BYTES))
  })

  it('is never younger than now, and its histories only go forward along allowed transitions', () => {
    for (const { id, receivedAt, fechaCreacion, estados, lastUpdate, version } of answers) {
      expect(fechaCreacion <= receivedAt && receivedAt <= lastUpdate && Date.parse(lastUpdate) <= NOW).toBe(true)
      if (estados === undefined) continue
      expect(version).toBe(estados.history.length)
      estados.history.reduce((before, after) => {
        expect(before.date < after.date).toBe(true)
        expect(estados.disponibles[before.stateId]?.transiciones).toContain(after.stateId)
        return after
      })
      for (let earlier = 1; earlier < version; earlier += 1)
        expect(byKey.get(keys.answerVersion(id, earlier))).toMatchObject({
          version: earlier,
          estados: { actual: estados.history[earlier - 1]?.stateId },
        })
    }
  })

  it('has moved on many answers, left a few unfinished and held two', () => {
    expect(answers.filter((answer) => (answer.estados?.history.length ?? 0) > 1).length).toBeGreaterThan(50)
    const unfinished = answers.filter((answer) =>
      answer.secciones.some((section) =>
        section.preguntas.some((one) => one.titulo === 'Razón social o titular' && one.respuesta === undefined),
      ),
    )
    expect(unfinished).toHaveLength(4)
    expect(all('held')).toHaveLength(2)
  })

  it('is the same for the same moment and seed, and another for another seed', () => {
    expect(buildDemo(NOW, 7)).toEqual(demo)
    expect(buildDemo(NOW, 8)).not.toEqual(demo)
  })

  it('has the same answers at whatever hour it is built', () => {
    const written = (now: number): readonly string[] =>
      buildDemo(now, 7)
        .filter(({ key }) => key.split('/').at(-2) === 'respuestas_formularios')
        .map(({ document }) =>
          JSON.stringify(
            /Observaciones de higiene".*?"respuesta":("[^"]*"|null)/.exec(JSON.stringify(document))?.[1] ?? null,
          ),
        )
        .toSorted((one, other) => one.localeCompare(other))
    expect(new Set(written(NOW)).size).toBeGreaterThan(5)
    for (const hours of [1, 9, 31]) expect(written(NOW + hours * 3_600_000)).toEqual(written(NOW))
  })

  it('can be built with any seed and on any day', () => {
    for (let seed = 0; seed < 25; seed++) expect(() => buildDemo(NOW + seed * 13 * 86_400_000, seed)).not.toThrow()
  })

  it('loses nothing of the imported forms', () => {
    for (const [id, { form }] of Object.entries({
      'forest-structure': forestStructure,
      'site-assessment': siteAssessment,
      'socio-economic': socioEconomic,
    })) {
      expect(byKey.get(`formularios/${id}`)).toMatchObject(form)
    }
  })

  it('has a form of the citizen portal, and an answer that its citizen is asked to correct', async () => {
    const forms = all<FormTemplate>('formularios').filter(
      ({ opcionales }) => opcionales.citizenAssociationFromCitizenPortal,
    )
    expect(forms.map(({ id }) => id)).toEqual(['pedido-poda'])
    const own = answers.filter(({ datosCiudadano }) => datosCiudadano?.id === '9001')
    expect(own).toMatchObject([{ idPlantilla: 'pedido-poda', requestsForChanges: [{ needCompletition: true }] }])
    const home = municipalityPathSchema.parse('paises/AR/provincias/cordoba/municipios/cordoba-capital')
    expect(own[0]?.authorId).toBe(await deriveCitizenAuthor(home, citizenIdSchema.parse('9001')))
  })

  it('says who saved the first version of each form', () => {
    const usernames = new Set(all<User>('usuarios').map((user) => user.userMuniCore))
    for (const { username } of all<VersionLine>('formEditedInfo')) expect(usernames).toContain(username)
  })

  it('asks for the place of a complaint, and offers those nearby', () => {
    const complaints = answers.filter(({ idPlantilla }) => idPlantilla.startsWith('reclamo-alumbrado'))
    for (const { ubicacion, opcionales } of complaints)
      expect([ubicacion?.latlng !== undefined, offersNearbyAnswers(opcionales)]).toEqual([true, true])
  })

  it('offers the forms that were asked for', () => {
    const counts = all<FormTemplate>('formularios').map((form) => {
      const questions = form.secciones.flatMap((section) => [
        ...section.preguntas,
        ...section.conditions.flatMap((one) => one.questions),
      ])
      return [form.id, form.secciones.length, questions.length]
    })
    expect(counts).toEqual([
      ['inspeccion-local', 8, 65],
      ['censo-arbolado', 3, 16],
      ['reclamo-alumbrado', 3, 11],
      ['forest-structure', 2, 49],
      ['site-assessment', 34, 88],
      ['socio-economic', 5, 17],
      ['censo-arbolado-mvd', 3, 16],
      ['reclamo-alumbrado-mvd', 3, 11],
      ['entradas-tablados', 1, 1],
      ['pedido-poda', 1, 3],
      ['puesto-feria', 1, 3],
    ])
  })
})
