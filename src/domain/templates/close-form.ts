import type { CombinedItem, Option, Question, Section, TemplateDraft } from '../documents/index.ts'
import type { EditorBlock, EditorForm, EditorOption, EditorQuestion, EditorSection } from './editor-form.ts'

/**
 * The draft that an edited form stands for: without keys, and with numbers.
 *
 * | the form was | numbers |
 * |---|---|
 * | edited in its content only | stay as they were: answers name questions by them |
 * | restructured | are given anew from 0, in the order of the screen; only a form without answers may be |
 *
 * Laws (open-and-close.test.ts): what is opened and closed again is the same; closing twice gives the same; a section or question that
 * was not edited is the same object in both drafts, so closing a large form after each keystroke costs what one question costs.
 */
export function closeForm(form: EditorForm): TemplateDraft {
  const { secciones, estados, signatures, restructured, ...rest } = form
  const ids = new Map(estados.disponibles.map(({ key, storedAs }, place) => [key, restructured ? place : (storedAs ?? place)]))
  const idsOf = (keys: readonly string[]): readonly number[] => keys.flatMap((key) => ids.get(key) ?? [])
  return {
    ...rest,
    estados: {
      history: estados.history,
      inicial: estados.inicial === null ? null : (ids.get(estados.inicial) ?? null),
      disponibles: estados.disponibles.map(({ key, storedAs: _was, transiciones, ...state }) => {
        return { ...state, id: ids.get(key) ?? 0, transiciones: idsOf(transiciones) }
      }),
    },
    secciones: secciones.map((section, place) => closeSection(section, place, restructured)),
    signatures: signatures.map(({ key: _key, storedAs, ...signature }, place) => {
      return { ...signature, indexSignature: numberOf(storedAs, place, restructured) }
    }),
  }
}

function numberOf(storedAs: number | null, place: number, restructured: boolean): number {
  return restructured ? place : (storedAs ?? place)
}

/** What an element became when it was last closed; it is good as long as the element gets the same number. */
type Closed<T> = { readonly document: T; readonly number: number; readonly restructured: boolean }
const closedSections = new WeakMap<EditorSection, Closed<Section>>()
const closedQuestions = new WeakMap<EditorQuestion, Closed<Question>>()

function remembered<Element extends { readonly storedAs: number | null }, Document>(
  known: WeakMap<Element, Closed<Document>>,
  element: Element,
  place: number,
  restructured: boolean,
  close: (number: number) => Document,
): Document {
  const number = numberOf(element.storedAs, place, restructured)
  const before = known.get(element)
  if (before?.number === number && before.restructured === restructured) return before.document
  const document = close(number)
  known.set(element, { document, number, restructured })
  return document
}

function closeSection(editing: EditorSection, place: number, restructured: boolean): Section {
  return remembered(closedSections, editing, place, restructured, (orden) => {
    const { key: _key, storedAs: _was, preguntas, conditions, ...section } = editing
    return {
      ...section,
      orden,
      preguntas: closeQuestions(preguntas, restructured),
      conditions: conditions.map(({ key: _conditionKey, storedAs, questions, ...condition }, index) => {
        return { ...condition, order: numberOf(storedAs, index, restructured), questions: closeQuestions(questions, restructured) }
      }),
    }
  })
}

function closeQuestions(questions: readonly EditorQuestion[], restructured: boolean): readonly Question[] {
  return questions.map((editing, place) =>
    remembered(closedQuestions, editing, place, restructured, (orden) => {
      const { key: _key, storedAs: _was, opciones, combinedQuestions, ...question } = editing
      const blocks = combinedQuestions === undefined ? {} : { combinedQuestions: closeBlocks(combinedQuestions, restructured) }
      return { ...question, orden, opciones: closeOptions(opciones, restructured), ...blocks }
    }),
  )
}

function closeBlocks(blocks: readonly EditorBlock[], restructured: boolean): readonly CombinedItem[] {
  return blocks.map((block, place): CombinedItem => {
    const { key: _key, storedAs, ...item } = block
    const orden = numberOf(storedAs, place, restructured)
    return item.type === 'input' ? { ...item, orden, opciones: closeOptions(item.opciones, restructured) } : { ...item, orden }
  })
}

function closeOptions(options: readonly EditorOption[], restructured: boolean): readonly Option[] {
  return options.map(({ key: _key, storedAs, ...option }, place) => ({ ...option, orden: numberOf(storedAs, place, restructured) }))
}
