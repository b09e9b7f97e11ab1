import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { question, section } from '#tests/support/builders/form-parts.ts'
import { type Act, act, acts, draft, keysOf, perform, performAll } from '#tests/support/builders/template-edits.ts'
import {
  templateDraftSchema,
  addOptions,
  toTemplateDraft,
  pickDraftFields,
  type EditorForm,
  createEmptyForm,
  mergeTemplates,
  toEditorForm,
  openWithKeys,
  walkQuestions,
  removeQuestion,
  setSignatureCount,
  updateForm,
  updateQuestion,
  validateTemplate,
} from '../index.ts'
import { ticketSaleSchema } from '../../tickets/index.ts'
import { hasAmbiguousNumbers } from './numbering.ts'

/** A form whose numbers begin at 1 and have gaps, as in older systems. */
const numberedElsewhere = templateDraftSchema.parse({
  titulo: 'Old',
  secciones: [
    section(1, [question(1), question(4)]),
    section(3, [
      question(2, {
        opciones: [
          { orden: 1, texto: 'a' },
          { orden: 2, texto: 'b' },
        ],
      }),
    ]),
  ],
  signatures: [{ title: 'Owner', indexSignature: 1 }],
})

const keys = (form: EditorForm): readonly string[] => [
  ...form.estados.disponibles.map(({ key }) => key),
  ...form.signatures.map(({ key }) => key),
  ...form.secciones.flatMap((one) => [one.key, ...one.conditions.map(({ key }) => key)]),
  ...[...walkQuestions(form)].flatMap(({ found }) => [
    found.key,
    ...found.opciones.map(({ key }) => key),
    ...(found.combinedQuestions ?? []).flatMap((block) => [
      block.key,
      ...(block.type === 'input' ? block.opciones.map(({ key }) => key) : []),
    ]),
  ]),
]

describe('a template that is opened and closed again', () => {
  it('is the same', () => {
    fc.assert(
      fc.property(draft, (before) => {
        expect(toTemplateDraft(toEditorForm(before, keysOf('k')))).toEqual(before)
      }),
    )
    expect(toTemplateDraft(toEditorForm(buildTemplate(), keysOf('k')))).toEqual(pickDraftFields(buildTemplate()))
  })

  it('keeps what no screen shows: what is sold, through edits and merges', () => {
    const ticketSale = ticketSaleSchema.parse({
      productType: 'event',
      zones: [{ id: 0, name: 'Platea', price: 1500, maxQuantity: 200 }],
      maxPerPerson: 4,
      promotions: [{ name: 'Jubilados', percentOff: 50 }],
      currency: { sign: '€', name: 'EUR' },
    })
    const before = templateDraftSchema.parse({
      ...pickDraftFields(buildTemplate()),
      opcionales: { addPaymentGateway: true },
      ticketSale,
    })
    const opened = toEditorForm(before, keysOf('k'))
    const edited = updateForm(opened, { titulo: 'Concert' })
    expect(toTemplateDraft(edited).ticketSale).toEqual(ticketSale)
    const theirs = { ...before, descripcion: 'Theirs' }
    expect(toTemplateDraft(mergeTemplates({ base: opened, mine: edited, theirs }, keysOf('t')).form)).toMatchObject({
      titulo: 'Concert',
      descripcion: 'Theirs',
      ticketSale,
    })
    const dearer = { ...ticketSale, currency: { sign: '$', name: 'ARS' } }
    expect(
      toTemplateDraft(
        mergeTemplates({ base: opened, mine: edited, theirs: { ...before, ticketSale: dearer } }, keysOf('t')).form,
      ).ticketSale,
    ).toEqual(dearer)
  })

  it('keeps numbers that other systems gave, as long as only its content is edited', () => {
    const form = toEditorForm(numberedElsewhere, keysOf('k'))
    expect(toTemplateDraft(form)).toEqual(numberedElsewhere)
    const [first] = walkQuestions(form)
    const edited = toTemplateDraft(updateQuestion(form, first?.found.key ?? '', { titulo: 'New' }))
    expect(edited.secciones.map(({ orden, preguntas }) => [orden, preguntas.map((one) => one.orden)])).toEqual([
      [1, [1, 4]],
      [3, [2]],
    ])
    const fewer = toTemplateDraft(removeQuestion(form, first?.found.key ?? ''))
    expect(fewer.secciones.map(({ orden, preguntas }) => [orden, preguntas.map((one) => one.orden)])).toEqual([
      [0, [0]],
      [1, [0]],
    ])
    expect(fewer.signatures[0]?.indexSignature).toBe(0)
  })

  it('keeps them also where a list grows at its end', () => {
    const form = setSignatureCount(toEditorForm(numberedElsewhere, keysOf('k')), 3, keysOf('new'))
    const last = [...walkQuestions(form)].at(-1)?.found.key ?? ''
    const grown = toTemplateDraft(addOptions(form, last, { texts: ['c'], newKey: keysOf('new') }))
    expect(grown.secciones.map(({ orden }) => orden)).toEqual([1, 3])
    expect(grown.signatures.map(({ indexSignature }) => indexSignature)).toEqual([1, 2, 3])
    expect(grown.secciones[1]?.preguntas[0]?.opciones.map(({ orden }) => orden)).toEqual([1, 2, 3])
  })

  it('loses what belongs to an answer: no one could take it out in the editor', () => {
    const clean = templateDraftSchema.parse({
      ...numberedElsewhere,
      secciones: [section(0, [question(0, { opciones: [{ orden: 0, texto: 'a' }] })])],
    })
    const [only] = clean.secciones
    const checked = { ...question(0), opciones: [{ orden: 0, texto: 'a', checked: true }] }
    const answered = {
      ...clean,
      secciones: [{ ...section(0, [checked]), seccionesRepetibles: [{ orden: 0, preguntas: [checked] }] }],
    }
    expect(toTemplateDraft(toEditorForm(answered, keysOf('k'))).secciones).toEqual([only])
  })

  it('loses the facts that are the server’s', () => {
    expect(Object.keys(toTemplateDraft(toEditorForm(buildTemplate(), keysOf('k'))))).not.toContain('version')
  })

  it('is repaired where its numbers could be mistaken for each other', () => {
    const twice = {
      ...numberedElsewhere,
      secciones: [section(0, [question(0), question(0)]), section(0, [question(5), question(2)])],
    }
    expect(validateTemplate({ ...twice, areas: buildTemplate().areas })).toMatchObject([{ code: 'template.broken' }])
    const closed = toTemplateDraft(toEditorForm(twice, keysOf('k')))
    expect(closed.secciones.map(({ orden, preguntas }) => [orden, preguntas.map((one) => one.orden)])).toEqual([
      [0, [0, 1]],
      [1, [0, 1]],
    ])
  })
})

describe('another version that is put into the editor', () => {
  it('is that version, and whatever it has in common with the open one keeps its key', () => {
    fc.assert(
      fc.property(draft, draft, (open, other) => {
        const form = toEditorForm(open, keysOf('k'))
        expect(toTemplateDraft(openWithKeys(form, other, keysOf('new')))).toEqual(other)
        expect(openWithKeys(form, open, keysOf('new'))).toEqual(form)
      }),
    )
  })
})

describe('whatever is done in the editor', () => {
  it('every element has a key of its own, which it keeps', () => {
    fc.assert(
      fc.property(acts, act, (all, last) => {
        const newKey = keysOf('k')
        const before = performAll(createEmptyForm(), all, newKey)
        expect(new Set(keys(before)).size).toBe(keys(before).length)
        const after = perform(before, last, keysOf('new'))
        const stayed = keys(after).filter((key) => key.startsWith('k-'))
        expect(stayed.every((key) => keys(before).includes(key))).toBe(true)
      }),
    )
  })

  it('the numbers of the document ascend from 0 without a gap, states are at their ids, and it is a document', () => {
    fc.assert(
      fc.property(draft, acts, (before, all) => {
        const closed = toTemplateDraft(performAll(toEditorForm(before, keysOf('k')), all, keysOf('new')))
        const lists = closed.secciones.flatMap(({ preguntas, conditions }) => [
          preguntas,
          ...conditions.map(({ questions }) => questions),
        ])
        for (const list of [closed.secciones, ...lists, ...lists.flatMap((list) => list.map((one) => one.opciones))]) {
          expect(list.map(({ orden }) => orden)).toEqual(list.map((_, place) => place))
        }
        expect(hasAmbiguousNumbers(closed)).toBe(false)
        expect(templateDraftSchema.parse(closed)).toEqual(closed)
      }),
    )
  })

  it('what was not touched stays the same object, open and closed', () => {
    fc.assert(
      fc.property(acts, fc.nat(11), fc.string({ maxLength: 5 }), (all, at, titulo) => {
        const before = performAll(createEmptyForm(), all, keysOf('k'))
        const questions = [...walkQuestions(before)]
        const target = questions[at % Math.max(1, questions.length)]
        fc.pre(target !== undefined && target.found.titulo !== titulo)
        const after = updateQuestion(before, target?.found.key ?? '', { titulo })
        const changed = [...walkQuestions(after)].filter(({ found }, index) => found !== questions[index]?.found)
        expect(changed.map(({ found }) => found.titulo)).toEqual([titulo])
        expect(after.secciones.filter((one, index) => one !== before.secciones[index])).toHaveLength(1)
        expect(after.estados).toBe(before.estados)
        const [old, now] = [toTemplateDraft(before), toTemplateDraft(after)]
        expect(now.secciones.filter((one, index) => one !== old.secciones[index])).toHaveLength(1)
        expect(
          now.secciones[target?.section ?? 0]?.preguntas.filter(
            (one, index) => one !== old.secciones[target?.section ?? 0]?.preguntas[index],
          ).length,
        ).toBeLessThan(2)
      }),
    )
  })

  it('the same edit a second time changes nothing, not even the object', () => {
    fc.assert(
      fc.property(acts, act, (all, one) => {
        fc.pre(SETTING.includes(one.act))
        const once = perform(performAll(createEmptyForm(), all, keysOf('k')), one, keysOf('n'))
        expect(perform(once, one, keysOf('m'))).toBe(once)
      }),
    )
  })
})

/** Actions that set a value; the others add, move or remove. */
const SETTING: readonly Act['act'][] = [
  ...([
    'retitle',
    'describe',
    'option',
    'synchronise',
    'muniCore',
    'pdf',
    'signatures',
    'signature',
    'renameState',
    'initial',
    'transitions',
  ] as const),
  ...([
    'retitleSection',
    'repeat',
    'retypeSection',
    'reword',
    'ask',
    'data',
    'retypeQuestion',
    'block',
    'texto',
  ] as const),
]
