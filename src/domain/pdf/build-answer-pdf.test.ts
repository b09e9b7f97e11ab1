import { describe, expect, it } from 'vitest'
import { composeAnswer } from '../answering/index.ts'
import { QUESTION_TYPE } from '../questions/index.ts'
import type { Answer } from '../answers/index.ts'
import type { PdfSettings } from '../templates/index.ts'
import { toInstant } from '../kernel/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit, buildSubmit, PHOTO, SIGNATURE } from '#tests/support/builders/submit.ts'
import { BEFORE, buildPlainTemplate, buildTemplate } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import { collectImages } from './collect-images.ts'
import { buildAnswerPdf, type PdfContext } from './build-answer-pdf.ts'
import type { PdfQuestion } from './pdf-content.ts'
import type { PdfTexts } from './pdf-texts.ts'

/** Each text is its own key. */
const WORDS = new Proxy({}, { get: (_, name) => `<${String(name)}>${name === 'section' ? ' #' : ''}` }) as PdfTexts
const SETTING: PdfContext = {
  texts: WORDS,
  language: 'es',
  dateTime: () => 'then',
  codeHidden: false,
  electronicSignatureHidden: false,
  home: 'https://relevo.example',
}
const AT = { now: BEFORE, code: 'VIS1', author: buildUser('ines') }
const shop = () => composeAnswer(buildTemplate(), buildSubmit(), AT)
const paper = (answer: Answer = shop(), settings?: Partial<PdfSettings>, more: Partial<PdfContext> = {}) =>
  buildAnswerPdf(answer, settings as PdfSettings | undefined, { ...SETTING, ...more })
const factsIn = (facts: readonly { readonly name: string; readonly value: string }[]) =>
  facts.map(({ name, value }) => [name, value])
const answersIn = (questions: readonly PdfQuestion[]) =>
  questions.map((question) => (question.kind === 'question' ? [question.title, question.answer] : question.text))

describe('a paper', () => {
  it('has what identifies the answer', () => {
    expect(paper().name).toBe('VIS1')
    expect(factsIn(paper().facts)).toEqual(
      [
        ['<code>', 'VIS1'],
        ['<createdAt>', 'then'],
        ['<author>', 'ines ines'],
        ['<area>', 'Inspección General'],
        ['<electronicSignature>', shop().id],
        ['<state>', 'Pendiente'],
      ].map(([name, value]) => [name, name === '<author>' ? expect.any(String) : value]),
    )
  })

  it('goes by its reference where it has no code, or its municipality shows none, and then has no download code either', () => {
    const reference = `${shop().id.slice(0, 3)}-${shop().id.slice(3, 6)}`
    const download = `${shop().id.slice(0, 3)}VIS1`
    const coded = {
      ...shop(),
      pdfDownloadCode: download,
      opcionales: { ...shop().opcionales, pdfDownloadCode: true },
    }
    const address = 'https://relevo.example/actas/consultar#'
    for (const hidden of [
      paper({ ...coded, codigoMunicipio: '' }),
      paper({ ...coded, codigoMunicipio: 'DESC' }),
      paper(coded, undefined, { codeHidden: true }),
    ]) {
      expect(hidden.name).toBe(reference)
      expect(hidden.facts[0]).toEqual({ name: '<reference>', value: reference, isCode: true })
      expect(hidden.keep).toEqual({ name: '<reference>', value: reference, address: `${address}${reference}` })
      expect(JSON.stringify([hidden.facts, hidden.keep])).not.toContain('VIS1')
    }
    expect(paper(coded).keep).toEqual({ name: '<downloadCode>', value: download, address: `${address}${download}` })
    expect(paper(coded, undefined, { home: '' }).keep?.address).toBe('')
    expect(paper().keep).toBeNull()
  })

  it('says of a signature that the answer was changed after it, and of one given since that it was not', () => {
    const [signed] = shop().signatures
    const later = { ...there(signed), indexSignature: 1, signedAt: toInstant(Date.UTC(2026, 10, 3)) }
    const answer = { ...shop(), signatures: [there(signed), later], completedAt: toInstant(Date.UTC(2026, 10, 2)) }
    const dateTime = (instant: string) => instant.slice(0, 10)
    const words = new Proxy(WORDS, {
      get: (all, name) => (name === 'signedBefore' ? 'before #' : (Reflect.get(all, name) as string)),
    })
    const notes = (of: Answer) => paper(of, undefined, { texts: words, dateTime }).signatures.map(({ note }) => note)
    expect(notes(answer)).toEqual(['before 2026-11-02', ''])
    expect(notes({ ...answer, completedAt: undefined })).toEqual(['', ''])
  })

  it('shows no electronic signature where the municipality hides it', () => {
    expect(JSON.stringify(paper(shop(), undefined, { electronicSignatureHidden: true }).facts)).not.toContain(shop().id)
  })

  it('has questions with their answers, rows and the conditions that were checked', () => {
    const [local, exits, kind] = paper().sections
    expect(answersIn(there(local?.groups[0]).questions)).toEqual([
      ['Nombre', 'Bar El Puente'],
      ['Empleados', '4'],
      ['Superficie', '82,50'],
      ['Vencimiento', '01/03/2027'],
      ['Rubros', 'Bar, Otro'],
      ['Estado', 'Malo'],
      ['Matafuegos', '<yes>'],
      ['Fachada', ''],
    ])
    expect(exits?.groups.map(({ title }) => title)).toEqual(['', '<repetition>'])
    expect([kind?.title, kind?.groups.map(({ title }) => title)]).toEqual(['Tipo de local', ['Gastronómico']])
  })

  it('says where no condition was checked, and names a section without a title by its place', () => {
    const answer = shop()
    const secciones = answer.secciones.map((section) => ({ ...section, titulo: '', conditions: [] }))
    const { sections } = paper({ ...answer, secciones })
    expect(sections.map(({ title }) => title)).toEqual(['<section> 1', '<section> 2', 'Tipo de local'])
    expect(sections[2]).toMatchObject({ groups: [], note: '<noConditionChecked>' })
  })

  it('heads a conditional section with its question, as the screen does', () => {
    const answer = shop()
    const secciones = answer.secciones.map((section) => ({ ...section, titulo: 'Rubro', descripcion: 'Uno o más' }))
    const [, , kind] = paper({ ...answer, secciones }).sections
    expect([kind?.title, kind?.description]).toEqual(['Tipo de local', 'Uno o más'])
  })

  it('reads a combined question as its text with what was answered in it', () => {
    const combinedQuestions = [
      { type: 'text', orden: 0, content: 'El abajo firmante' },
      { type: 'input', orden: 1, name: 'Nombre', tipoPregunta: QUESTION_TYPE.OPEN },
      { type: 'break', orden: 2 },
      { type: 'input', orden: 3, name: 'DNI', tipoPregunta: QUESTION_TYPE.OPEN },
    ]
    const secciones = [
      {
        orden: 0,
        preguntas: [{ orden: 0, titulo: 'Declara', tipoPregunta: QUESTION_TYPE.COMBINED, combinedQuestions }],
      },
    ]
    const content = { values: { '0/0': { combined: { 1: { respuesta: 'Ana Paz' } } } }, conditions: {}, rows: {} }
    const answer = composeAnswer(buildPlainTemplate({}, { secciones }), buildPlainSubmit(1, '', { content }), AT)
    expect(answersIn(there(paper(answer).sections[0]?.groups[0]).questions)).toEqual([
      ['Declara', 'El abajo firmante Nombre: Ana Paz\nDNI: ______'],
    ])
  })

  it('names each of its pictures once', () => {
    expect(collectImages(paper()).map(({ sha256 }) => sha256)).toEqual([PHOTO.sha256, SIGNATURE.sha256])
  })

  it('shows no image of a form that is elsewhere', () => {
    const answer = { ...shop(), opcionales: { ...shop().opcionales, headerImg: true } }
    expect(paper({ ...answer, headerImageURL: 'https://elsewhere.example/x.png' }).banner).toBeNull()
    const url = `/api/templates/comercios/images/${'a'.repeat(64)}`
    expect(paper({ ...answer, headerImageURL: url }).banner).toMatchObject({ sha256: 'a'.repeat(64), url })
  })

  it('has the logo of its form, or the one that was chosen, or portable print', () => {
    const logo = `/api/templates/comercios/images/${'b'.repeat(64)}`
    const settings = { logoChecked: true, logo, text: 'Ciudad', location: 'center' } as const
    expect(paper(shop(), settings).letterhead.logo).toMatchObject({ text: 'Ciudad', image: { url: logo } })
    expect(paper(shop(), settings, { chosen: { portablePrint: false, logo: null } }).letterhead.logo).toBeNull()
    const roll = paper(shop(), settings, { chosen: { portablePrint: true } })
    expect([roll.letterhead.logo, roll.isPortable]).toEqual([null, true])
  })

  it('says what has not arrived, once', () => {
    expect(paper(shop(), undefined, { isUnsent: true, hasUnsentChanges: true }).notes).toEqual(['<unsent>'])
    expect(paper(shop(), undefined, { hasUnsentChanges: true }).notes).toEqual(['<unsentChanges>'])
  })
})
