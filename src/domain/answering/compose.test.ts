import { describe, expect, it } from 'vitest'
import { buildPlainSubmit, buildSubmit, CLOCK, PHOTO, SIGNATURE } from '#tests/support/builders/submit.ts'
import { BEFORE, buildPlainTemplate, buildTemplate, NOW } from '#tests/support/builders/template.ts'
import { answerSchema } from '../answers/index.ts'
import { instantSchema } from '../kernel/instant.ts'
import { composeAnswer, computeCreationTime } from './compose.ts'
import { decomposeAnswer } from './decompose.ts'

const template = buildTemplate()
const submit = buildSubmit()
const answer = composeAnswer(template, submit, { code: 'VIS7', now: NOW, author: null })
const at = (text: string) => instantSchema.parse(text)

describe('the composed answer', () => {
  it('is a whole answer document', () => {
    expect(answerSchema.parse(answer)).toEqual(answer)
  })

  it('keeps each value where the specification keeps it', () => {
    const [plain, repeated, conditional] = answer.secciones
    expect(plain?.preguntas.map(({ respuesta }) => respuesta)).toEqual([
      'Bar El Puente',
      '4',
      '82,50',
      '2027-03-01',
      undefined,
      'Malo',
      true,
      undefined,
    ])
    expect(plain?.preguntas[4]?.opciones.map(({ checked }) => checked)).toEqual([true, false, true])
    expect(plain?.preguntas[7]?.imagen).toMatchObject({
      sha256: PHOTO.sha256,
      url: `/api/answers/${submit.answer}/files/${PHOTO.sha256}`,
    })
    expect(repeated?.seccionesRepetibles).toHaveLength(1)
    expect(repeated?.seccionesRepetibles[0]?.preguntas[0]).toMatchObject({
      respuesta: 'Salida de emergencia',
      rowIndex: 0,
      rowId: '0',
    })
    expect(conditional?.conditions.map(({ checked }) => checked)).toEqual([true, false])
    expect(conditional?.conditions[0]?.questions[0]?.respuesta).toBe('40')
    expect(conditional?.conditions[1]?.questions[0]?.respuesta).toBeUndefined()
  })

  it('copies the questions of a row that is not empty, and of no other', () => {
    const content = {
      ...submit.content,
      values: { ...submit.content.values, '1/r2/0': { respuesta: 'Salón' } },
      rows: { '1': ['0', '1', '2'] },
    } as unknown as typeof submit.content
    const composed = composeAnswer(template, { ...submit, content }, { code: 'VIS7', now: NOW, author: null })
    expect(composed.secciones[1]?.seccionesRepetibles.map(({ orden, preguntas }) => [orden, preguntas.length])).toEqual(
      [
        [0, 2],
        [1, 0],
        [2, 2],
      ],
    )
    expect(answerSchema.parse(composed)).toEqual(composed)
    expect(decomposeAnswer(composed)).toEqual(content)
  })

  it('leaves what was not answered to the version, as the same object', () => {
    expect(answer.secciones[0]?.preguntas[4]).not.toBe(template.secciones[0]?.preguntas[4])
    const nothing = { values: {}, conditions: {}, rows: {} }
    const blank = composeAnswer(template, { ...submit, content: nothing }, { code: 'VIS7', now: NOW, author: null })
    blank.secciones.forEach((section, at) =>
      section.preguntas.forEach((one, index) => expect(one).toBe(template.secciones[at]?.preguntas[index])),
    )
  })

  it('names files as people see them: no path, nothing that hides an ending', () => {
    const files = submit.files.map((file) => ({ ...file, name: '../../etc/foto\u202egpj.exe\u0000' }))
    const named = composeAnswer(template, { ...submit, files }, { code: 'VIS7', now: NOW, author: null })
    expect(named.files.map(({ name }) => name)).toEqual(['fotogpj.exe', 'fotogpj.exe'])
  })

  it('says who signed', () => {
    expect(answer.signatures[0]).toMatchObject({
      title: 'Titular',
      names: { firstName: 'Ana', lastName: 'Paz' },
      imgID: SIGNATURE.sha256,
    })
  })

  it('starts in the initial state, and its history says so', () => {
    expect(answer.estados).toMatchObject({ actual: 0, history: [{ stateName: 'Pendiente', initial: true }] })
  })

  it('leaves the template as it was', () => {
    expect(template).toEqual(buildTemplate())
  })
})

describe('what ties an answer to other systems', () => {
  const disponibles = [
    { id: 0, nombre: 'Nuevo', idTipoIncidente: '901' },
    { id: 1, nombre: 'Grave', idTipoIncidente: '902' },
    { id: 2, nombre: 'Otro' },
  ]
  const form = (draft: object) =>
    buildPlainTemplate({}, { opcionales: { incidentes: true, geolocalizacion: true, destinatario: true }, ...draft })
  const composed = (draft: object, header: object = {}, usarAWS = false) => {
    const sent = buildPlainSubmit(1, 'x', { header: { signatures: [], ...header } })
    const document = composeAnswer(form(draft), sent, { code: 'VIS7', now: NOW, author: null, usarAWS })
    expect(answerSchema.parse(document)).toEqual(document)
    return document
  }
  const muniCore = { username: 'gil', areaId: '102', areaDescripcion: 'Inspección', idTipoIncidente: '900' }

  it.each([
    ['nothing, when nothing ties it', {}, { header: {}, usarAWS: false }, undefined],
    ['the cloud of the municipality', {}, { header: {}, usarAWS: true }, { usarAWS: true }],
    [
      'area and incident type of the form, in that cloud',
      { muniCore },
      { header: {}, usarAWS: true },
      { areaId: '102', idTipoIncidente: '900', usarAWS: true },
    ],
    [
      'the incident type of the chosen state',
      { muniCore: { areaId: '102', perState: true }, estados: { disponibles, inicial: 0 } },
      { header: { state: 1 }, usarAWS: false },
      { areaId: '102', idTipoIncidente: '902' },
    ],
    [
      'the incident type of the first state',
      { muniCore, estados: { disponibles, inicial: 0 } },
      { header: {}, usarAWS: false },
      { areaId: '102', idTipoIncidente: '901' },
    ],
    [
      'the form’s own in a state without one',
      { muniCore, estados: { disponibles, inicial: 0 } },
      { header: { state: 2 }, usarAWS: false },
      { areaId: '102', idTipoIncidente: '900' },
    ],
    [
      'the asset that was assigned',
      { muniCore },
      { header: { identifier: '4711' }, usarAWS: false },
      { areaId: '102', idTipoIncidente: '900', idIdentificador: '4711' },
    ],
  ])('is %s', (_what, draft, { header, usarAWS }, tie) => {
    expect(composed(draft, header, usarAWS).muniCore).toEqual(tie)
  })

  it('is the recipient, and the tie to the portal that it came with', () => {
    const persona = { id: '7', nombre: 'Consorcio', direccion: 'San Juan 1200' }
    expect(composed({}, { persona, portal: { idRespuestaMG: 'MG-1' } })).toMatchObject({
      persona,
      portalCiudadanoData: { idRespuestaMG: 'MG-1' },
    })
    expect(composed({}, { portal: {} }).portalCiudadanoData).toEqual({})
    expect(Object.keys(composed({}))).not.toEqual(expect.arrayContaining(['portalCiudadanoData']))
  })
})

describe('the time of creation', () => {
  const created = (clock: string, offset: number | null) =>
    computeCreationTime({ clock: at(clock), offset }, template, NOW)

  it('is the device clock, corrected by the measured offset', () => {
    expect(created(CLOCK, 60_000)).toBe('2026-11-20T15:01:00.000Z')
  })

  it('is never in the future of the server, whatever the device claims', () => {
    expect(created('2036-01-01T00:00:00.000Z', 0)).toBe(NOW)
  })

  it('is never before the form existed', () => {
    expect(created('2016-01-01T00:00:00.000Z', 0)).toBe(BEFORE)
  })

  it('of a clock that was never measured is what it says, or the arrival where it claims the impossible', () => {
    expect(created(CLOCK, null)).toBe(CLOCK)
    expect(created('2016-01-01T00:00:00.000Z', null)).toBe(NOW)
    expect(created('2036-01-01T00:00:00.000Z', null)).toBe(NOW)
  })
})
