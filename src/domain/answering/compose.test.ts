import { describe, expect, it } from 'vitest'
import { buildSubmit, CLOCK, PHOTO, SIGNATURE } from '#tests/support/builders/submit.ts'
import { BEFORE, buildTemplate, NOW } from '#tests/support/builders/template.ts'
import { answerSchema } from '../documents/index.ts'
import { instantSchema } from '../kernel/instant.ts'
import { composeAnswer, createdAt } from './compose.ts'

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
      'Bar El Puente', '4', '82,50', '2027-03-01', undefined, 'Malo', true, undefined,
    ])
    expect(plain?.preguntas[4]?.opciones.map(({ checked }) => checked)).toEqual([true, false, true])
    expect(plain?.preguntas[7]?.imagen).toMatchObject({ sha256: PHOTO.sha256, url: `/api/answers/${submit.answer}/files/${PHOTO.sha256}` })
    expect(repeated?.seccionesRepetibles).toHaveLength(1)
    expect(repeated?.seccionesRepetibles[0]?.preguntas[0]).toMatchObject({ respuesta: 'Salida de emergencia', rowIndex: 0 })
    expect(conditional?.conditions.map(({ checked }) => checked)).toEqual([true, false])
    expect(conditional?.conditions[0]?.questions[0]?.respuesta).toBe('40')
    expect(conditional?.conditions[1]?.questions[0]?.respuesta).toBeUndefined()
  })

  it('names files as people see them: no path, nothing that hides an ending', () => {
    const files = submit.files.map((file) => ({ ...file, name: '../../etc/foto\u202egpj.exe\u0000' }))
    const named = composeAnswer(template, { ...submit, files }, { code: 'VIS7', now: NOW, author: null })
    expect(named.files.map(({ name }) => name)).toEqual(['fotogpj.exe', 'fotogpj.exe'])
  })

  it('says who signed', () => {
    expect(answer.signatures[0]).toMatchObject({ title: 'Titular', names: { firstName: 'Ana', lastName: 'Paz' }, imgID: SIGNATURE.sha256 })
  })

  it('starts in the initial state, and its history says so', () => {
    expect(answer.estados).toMatchObject({ actual: 0, history: [{ stateName: 'Pendiente', initial: true }] })
  })

  it('leaves the template as it was', () => {
    expect(template).toEqual(buildTemplate())
  })
})

describe('the time of creation', () => {
  const created = (clock: string, offset: number | null) => createdAt({ clock: at(clock), offset }, template, NOW)

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
