import type { CombinedItem, Option, Question } from '../../questions/documents.ts'
import type { Section } from '../documents/section.ts'
import type { TemplateDraft } from '../documents/template.ts'
import type { EditorBlock, EditorForm, EditorOption, EditorQuestion, EditorSection } from './editor-form.ts'

/**
 * Returns the draft of an edited form: without keys, and with numbers.
 *
 * | form | numbers |
 * |---|---|
 * | contents edited, or lists extended at the end | unchanged: answers refer to them |
 * | restructured | reassigned from 0 in screen order; only without answers |
 *
 * Properties tested in open-and-close.test.ts:
 * - opening and closing changes nothing
 * - closing twice gives the same result
 * - unedited sections and questions are the same objects, so that only one question is closed on each keystroke
 */
export function toTemplateDraft(form: EditorForm): TemplateDraft {
  const { secciones, estados, signatures, restructured, ...rest } = form
  const ids = new Map(estados.disponibles.map(({ key }, place) => [key, place]))
  const listIdsOfKeys = (keys: readonly string[]): readonly number[] => keys.flatMap((key) => ids.get(key) ?? [])
  return {
    ...rest,
    estados: {
      history: estados.history,
      inicial: estados.inicial === null ? null : (ids.get(estados.inicial) ?? null),
      disponibles: estados.disponibles.map(({ key, storedAs: _stored, transiciones, ...state }) => {
        return { ...state, id: ids.get(key) ?? 0, transiciones: listIdsOfKeys(transiciones) }
      }),
    },
    secciones: numberElements(secciones, restructured, (section, orden) => closeSection(section, orden, restructured)),
    signatures: numberElements(
      signatures,
      restructured,
      ({ key: _key, storedAs: _stored, ...signature }, indexSignature) => ({
        ...signature,
        indexSignature,
      }),
    ),
  }
}

type Numbered = { readonly storedAs: number | null }

/**
 * Converts each element of a list, with its number. In a list that was not restructured, new elements are at the end.
 */
function numberElements<Element extends Numbered, Document>(
  list: readonly Element[],
  restructured: boolean,
  close: (element: Element, number: number) => Document,
): readonly Document[] {
  let last = -1
  return list.map((element, place) => {
    last = restructured ? place : (element.storedAs ?? last + 1)
    return close(element, last)
  })
}

/** Cached result of converting an element; valid while the number and `restructured` are the same. */
type ClosedElement<T> = { readonly document: T; readonly number: number; readonly restructured: boolean }
const closedSections = new WeakMap<EditorSection, ClosedElement<Section>>()
const closedQuestions = new WeakMap<EditorQuestion, ClosedElement<Question>>()

function reuseClosed<Element extends object, Document>(
  knownNames: WeakMap<Element, ClosedElement<Document>>,
  element: Element,
  { number, restructured }: Omit<ClosedElement<Document>, 'document'>,
  close: () => Document,
): Document {
  const before = knownNames.get(element)
  if (before?.number === number && before.restructured === restructured) return before.document
  const document = close()
  knownNames.set(element, { document, number, restructured })
  return document
}

function closeSection(editing: EditorSection, orden: number, restructured: boolean): Section {
  return reuseClosed(closedSections, editing, { number: orden, restructured }, () => {
    const { key: _key, storedAs: _stored, preguntas, conditions, ...section } = editing
    return {
      ...section,
      orden,
      preguntas: closeQuestions(preguntas, restructured),
      conditions: numberElements(
        conditions,
        restructured,
        ({ key: _conditionKey, storedAs: _conditionWas, questions, ...condition }, order) => {
          return { ...condition, order, questions: closeQuestions(questions, restructured) }
        },
      ),
    }
  })
}

function closeQuestions(questions: readonly EditorQuestion[], restructured: boolean): readonly Question[] {
  return numberElements(questions, restructured, (editing, orden) =>
    reuseClosed(closedQuestions, editing, { number: orden, restructured }, () => {
      // Removes the mark for unsaved blocks, because the editor saves blocks while typing.
      const { key: _key, storedAs: _stored, unsaved: _unsaved, opciones, combinedQuestions, ...question } = editing
      const blocks =
        combinedQuestions === undefined ? {} : { combinedQuestions: closeBlocks(combinedQuestions, restructured) }
      return { ...question, orden, opciones: closeOptions(opciones, restructured), ...blocks }
    }),
  )
}

function closeBlocks(blocks: readonly EditorBlock[], restructured: boolean): readonly CombinedItem[] {
  return numberElements(blocks, restructured, (block, orden): CombinedItem => {
    const { key: _key, storedAs: _stored, ...item } = block
    return item.type === 'input'
      ? { ...item, orden, opciones: closeOptions(item.opciones, restructured) }
      : { ...item, orden }
  })
}

function closeOptions(options: readonly EditorOption[], restructured: boolean): readonly Option[] {
  return numberElements(options, restructured, ({ key: _key, storedAs: _stored, ...option }, orden) => ({
    ...option,
    orden,
  }))
}
