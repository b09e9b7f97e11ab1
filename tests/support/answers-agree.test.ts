import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkSubmission, missingAnswers, type QuestionValue, type Submit, walk } from '#domain/answering/index.ts'
import { DATA_TYPE, QUESTION_TYPE, type FormTemplate, type Question, type Section } from '#domain/documents/index.ts'
import {
  answerIdSchema,
  authorSchema,
  mutationIdSchema,
  type Result,
  templateIdSchema,
  toInstant,
} from '#domain/kernel/index.ts'
import { paperOf } from '#domain/paper/index.ts'
import { keys } from '#domain/store/index.ts'
import { mutationSchema, type PushResult } from '#domain/sync/index.ts'
import { makePdf, paperWordsIn } from '#documents/pdf/index.ts'
import { addRow, removeRow, setCondition, setValue } from '#features/answering/form/form-actions.ts'
import { createFormStore, type FormStore } from '#features/answering/form/form-store.ts'
import { missingOf } from '#features/answering/form/missing-of.ts'
import { submitOf } from '#features/answering/save/submit-of.ts'
import { listDrafts, listOutbox, saveAnswer, saveDraft } from '#local/index.ts'
import { condition, question, section, templateOf } from './builders/form-parts.ts'
import { DEVICE } from './builders/submit.ts'
import { buildPair } from './device/device.ts'
import { pdfPorts } from './pdf/pdf-ports.ts'
import { readPdf } from './pdf/read-pdf.ts'
import { buildWorld } from './server/world.ts'

/*
 * Whatever somebody does to whatever form: the screen's engine, the check before sending, the device's store, the server and the paper agree whether this is an answer, and why not.
 */

const RUNS = 60
const AUTHOR = authorSchema.parse('ines')
const options = ['A', 'B', 'C'].map((texto, orden) => ({ orden, texto }))

/** Each type, asked for or not. */
const asked = fc.record({
  required: fc.boolean(),
  change: fc.constantFrom<object>(
    {},
    { tipoDato: DATA_TYPE.NUMBER },
    { tipoDato: DATA_TYPE.DECIMAL },
    { tipoDato: DATA_TYPE.DATE },
    { tipoPregunta: QUESTION_TYPE.SELECT, opciones: options },
    { tipoPregunta: QUESTION_TYPE.RADIO, opciones: options },
    { tipoPregunta: QUESTION_TYPE.BOOLEAN },
  ),
})
const questions = fc
  .array(asked, { minLength: 1, maxLength: 3 })
  .map((all) => all.map(({ required, change }, orden): Question => question(orden, { ...change, required })))
const part = fc.oneof(
  questions.map((preguntas) => ({ preguntas, change: {} })),
  questions.map((preguntas) => ({ preguntas, change: { repetible: true } })),
  fc.record({ one: questions, two: questions, required: fc.boolean(), single: fc.boolean() }).map((of) => ({
    preguntas: [],
    change: {
      conditionalSection: true,
      conditionalQuestion: '¿Qué es?',
      conditionalSectionSingle: of.single,
      required: of.required,
      conditions: [condition(0, of.one), condition(1, of.two)],
    },
  })),
)
const sections = fc
  .array(part, { minLength: 1, maxLength: 3 })
  .map((parts) => parts.map(({ preguntas, change }, orden): Section => section(orden, preguntas, change)))

/** What is typed, fitting or not: a screen takes some of it in, a forged message all of it. */
const value = fc.constantFrom<QuestionValue | undefined>(
  undefined,
  { respuesta: 'palabra' },
  { respuesta: '' },
  { respuesta: '  ' },
  { respuesta: '12' },
  { respuesta: '12.5' },
  { respuesta: '2027-03-01' },
  { respuesta: true },
  { chosen: [0] },
  { chosen: [0, 2] },
  { chosen: [9] },
  { chosen: [] },
)
const edit = fc.record({
  kind: fc.constantFrom('fit', 'fit', 'fit', 'value', 'check', 'uncheck', 'add', 'remove'),
  at: fc.nat(30),
  value,
})
type Edit = { readonly kind: string; readonly at: number; readonly value: QuestionValue | undefined }

/** A value that the question takes. */
function fitting({ tipoPregunta, tipoDato }: Question): QuestionValue {
  switch (tipoPregunta) {
    case QUESTION_TYPE.SELECT:
      return { chosen: [0, 2] }
    case QUESTION_TYPE.RADIO:
      return { chosen: [1] }
    case QUESTION_TYPE.BOOLEAN:
      return { respuesta: false }
    default:
      if (tipoDato === DATA_TYPE.DATE) return { respuesta: '2027-03-01' }
      if (tipoDato === DATA_TYPE.DECIMAL) return { respuesta: '12.5' }
      return { respuesta: tipoDato === DATA_TYPE.NUMBER ? '12' : 'palabra' }
  }
}

function act(form: FormStore, { kind, at, value: typed }: Edit): void {
  const { content } = form.state.getState()
  const places = walk(form.template, content)
  const place = places[at % Math.max(1, places.length)]
  const here = form.template.secciones[at % form.template.secciones.length]
  if (here === undefined) return
  if ((kind === 'value' || kind === 'fit') && place !== undefined)
    return setValue(form, place.address, kind === 'fit' ? fitting(place.question) : typed)
  const one = here.conditions[at % 2]
  if ((kind === 'check' || kind === 'uncheck') && one !== undefined)
    return setCondition(form, here, one, kind === 'check')
  if (kind === 'add' && here.repetible) return addRow(form, here)
  if (kind === 'remove' && here.repetible && (content.rows[here.orden] ?? 0) > 0) removeRow(form, here, 0)
}

/** Fills in what the form still asks for, as somebody does who wants to be done. */
function complete(form: FormStore): void {
  for (const here of form.template.secciones) {
    const [first] = here.conditions
    const checked = form.state.getState().content.conditions[here.orden] ?? []
    if (first !== undefined && checked.length === 0) setCondition(form, here, first, true)
  }
  for (const { address, question: one } of walk(form.template, form.state.getState().content))
    setValue(form, address, fitting(one))
}

it('engine, device, server and paper agree about every answer, and why it is none', async () => {
  const world = await buildWorld()
  const cookie = await world.signIn(AUTHOR)
  const { local } = buildPair({ account: AUTHOR }).device
  let number = 0
  const seen = { taken: 0, refused: 0 }

  async function pushed(submit: Submit): Promise<PushResult | undefined> {
    const body = { protocol: 1, device: DEVICE, account: AUTHOR, mutations: [submit] }
    const response = await world.ask('POST', '/api/sync/push', { cookie, body })
    return ((await response.json()) as { readonly results: readonly PushResult[] }).results[0]
  }

  async function agree(template: FormTemplate, form: FormStore): Promise<void> {
    number += 1
    const id = String(number).padStart(26, '0')
    const submit = submitOf(form, {
      id: mutationIdSchema.parse(id),
      answer: answerIdSchema.parse(id),
      author: AUTHOR,
      device: DEVICE,
      now: world.clock.now,
      offset: 0,
    })
    const missing = missingOf(form)
    const checked: Result<void> = checkSubmission(template, submit)
    expect(missing.length === 0).toBe(checked.ok)
    if (!checked.ok && checked.problem.code === 'answer.wrong-value')
      expect(missing.map(({ problem }) => problem.code)).toContain(checked.problem.details?.['reason'])

    // The device keeps it as it is, half done or whole, and finds the same missing in it.
    const moment = toInstant(world.clock.now)
    const { answer, header, content, version } = submit
    const draft = { id: answer, template: template.id, version, header, content, startedAt: moment, updatedAt: moment }
    expect((await saveDraft(local, draft)).ok).toBe(true)
    const kept = (await listDrafts(local)).find((one) => one.id === answer)
    expect(missingAnswers(template, kept?.content ?? { values: {}, conditions: {}, rows: {} }, header)).toEqual(missing)

    const result = await pushed(submit)
    if (!checked.ok) {
      seen.refused += 1
      expect(result).toMatchObject({ status: 'rejected', problem: checked.problem })
      expect(await world.store.get(keys.answer(answer))).toBeUndefined()
      return
    }
    seen.taken += 1
    expect((await saveAnswer(local, { mutation: submit, draft: answer })).ok).toBe(true)
    const entry = (await listOutbox(local)).find((one) => one.id === submit.id)
    expect(mutationSchema.parse(entry?.mutation)).toEqual(mutationSchema.parse(submit))
    expect(result).toMatchObject({ status: 'applied' })
    const stored = await world.store.get(keys.answer(answer))
    if (stored === undefined) throw new Error('The server has taken it and has not got it')
    const paper = paperOf(stored, undefined, {
      words: paperWordsIn('es'),
      language: 'es',
      dateTime: (instant) => instant.slice(0, 16),
      codeHidden: false,
      electronicSignatureHidden: false,
    })
    const made = await makePdf({ papers: [paper], language: 'es', origin: '', at: moment }, pdfPorts())
    const text = readPdf(made.bytes).pages.flat().join('\n')
    const words = Object.values(content.values).filter(({ respuesta }) => respuesta === 'palabra').length
    expect(text.split('palabra').length - 1).toBe(words)
  }

  await fc.assert(
    fc.asyncProperty(sections, fc.array(edit, { maxLength: 12 }), fc.boolean(), async (secciones, edits, ends) => {
      const template = templateOf(secciones, { id: templateIdSchema.parse(`f${number}`) })
      await world.put(keys.template(template.id), template)
      await world.put(keys.templateVersion(template.id, template.version), template)
      const form = createFormStore(template)
      for (const one of edits) act(form, one)
      if (ends) complete(form)
      await agree(template, form)
    }),
    { numRuns: RUNS },
  )
  // Neither verdict by itself would be worth much.
  expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(RUNS / 10)
})
