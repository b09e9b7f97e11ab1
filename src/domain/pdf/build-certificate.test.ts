import { describe, expect, it } from 'vitest'
import { composeAnswer } from '../answering/index.ts'
import { addressSchema, templateIdSchema } from '../kernel/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate, NOW } from '#tests/support/builders/template.ts'
import { buildCertificate } from './build-certificate.ts'
import type { PdfContent } from './pdf-content.ts'
import type { PdfTexts } from './pdf-texts.ts'

const form = buildPlainTemplate(
  {},
  {
    secciones: [
      {
        orden: 0,
        titulo: 'Comercio',
        preguntas: ['Actividad', 'Superficie', 'CUIT'].map((titulo, orden) => ({ orden, titulo, tipoPregunta: 1 })),
      },
    ],
  },
)
const at = (place: string) => addressSchema.parse(place)
const SETTINGS = { template: form.id, activity: at('0/0'), surface: at('0/1'), taxId: at('0/2') }
const own = {
  title: 'Certificado de inscripción',
  number: 'Certificado',
  issued: 'Emisión',
  registered: 'Inscripto',
  activity: 'Actividad',
  surface: 'Superficie',
  taxId: 'CUIT',
}
/** Each text is its own key. */
const texts = new Proxy({} as PdfTexts, { get: (_, name) => String(name) })
const setting = { own, texts, language: 'es', date: (instant: string) => instant.slice(0, 10) }
const values = { '0/0': { respuesta: 'Panadería' }, '0/2': { respuesta: '30-71234567-1' } }
const submit = buildPlainSubmit(1, '', { content: { values, conditions: {}, rows: {} } })
const answer = composeAnswer(form, submit, { code: 'VIS1', now: NOW, author: buildUser('ines') })

const saidOn = (paper: PdfContent | null) =>
  (paper?.sections ?? []).flatMap(({ groups }) =>
    groups.flatMap(({ questions }) =>
      questions.flatMap((one) => (one.kind === 'question' ? [[one.title, one.answer]] : [])),
    ),
  )

describe('a registration certificate', () => {
  it('has the answer’s code as its number, the day of registration, and what the named questions were answered', () => {
    const paper = buildCertificate(answer, form, SETTINGS, setting)
    expect(paper).toMatchObject({ name: 'Certificado de inscripción VIS1', title: 'Certificado de inscripción' })
    expect(saidOn(paper)).toEqual([
      ['Certificado', 'VIS1'],
      ['Emisión', NOW.slice(0, 10)],
      ['Actividad', 'Panadería'],
      ['Superficie', texts.notAnswered],
      ['CUIT', '30-71234567-1'],
    ])
    expect(paper?.letterhead.municipality).toBe(answer.municipioInfo.nombre)
  })

  it.each([
    ['the municipality gives none', undefined, 'VIS1'],
    ['it gives one for another form', { ...SETTINGS, template: templateIdSchema.parse('otro') }, 'VIS1'],
    ['the answer has not arrived', SETTINGS, ''],
    ['the municipality has no codes of its own', SETTINGS, 'DESC'],
  ])('is none where %s', (_, settings, codigoMunicipio) => {
    expect(buildCertificate({ ...answer, codigoMunicipio }, form, settings, setting)).toBeNull()
  })

  it('says of a question that the form has no more that nothing was answered', () => {
    const paper = buildCertificate(answer, form, { ...SETTINGS, activity: at('9/9') }, setting)
    expect(saidOn(paper)[2]).toEqual(['Actividad', texts.notAnswered])
  })
})
