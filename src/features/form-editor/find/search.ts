import { matchesSearch } from '#domain/search/index.ts'
import { type EditorQuestion, type EditorForm, walkQuestions } from '#domain/templates/index.ts'

/** Position of a search result, counted from 1. */
export type FoundPart = {
  readonly key: string
  readonly kind: 'section' | 'condition' | 'question'
  readonly text: string
  readonly section: number
}

/** Maximum results shown. Users type more to narrow the search. */
export const MAX_FOUND_PARTS = 50

/**
 * Searches all texts of a form, ignoring accents and case. @returns the first results in screen order, and the total
 */
export function searchForm(
  form: EditorForm,
  typed: string,
): { readonly found: readonly FoundPart[]; readonly total: number } {
  const found: FoundPart[] = []
  let total = 0
  const add = (one: FoundPart): void => {
    total += 1
    if (found.length < MAX_FOUND_PARTS) found.push(one)
  }
  form.secciones.forEach(({ key, titulo, descripcion, nombreFila = '', conditionalQuestion, conditions }, index) => {
    if ([titulo, descripcion, nombreFila, conditionalQuestion].some((text) => matchesSearch(text, typed)))
      add({ key, kind: 'section', text: titulo, section: index + 1 })
    for (const { key: conditionKey, condition } of conditions) {
      if (matchesSearch(condition, typed))
        add({ key: conditionKey, kind: 'condition', text: condition, section: index + 1 })
    }
  })
  for (const { found: question, section } of walkQuestions(form)) {
    if (listSearchableTexts(question).some((text) => matchesSearch(text, typed))) {
      add({ key: question.key, kind: 'question', text: question.titulo, section: section + 1 })
    }
  }
  return { found, total }
}

function listSearchableTexts({
  titulo,
  ayuda = '',
  opciones,
  tituloLink = '',
  combinedQuestions = [],
}: EditorQuestion): readonly string[] {
  const blocks = combinedQuestions.map((block) => {
    if (block.type === 'text') return block.content
    return block.type === 'input' ? block.name : ''
  })
  return [titulo, ayuda, tituloLink, ...opciones.map(({ texto }) => texto), ...blocks]
}
