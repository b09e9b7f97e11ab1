import type { TemplateDraft } from '../documents/template.ts'

/**
 * Checks whether a template has ambiguous numbers: the numbers in a list are not ascending, or a state's id is not its
 * index.
 */
export function hasAmbiguousNumbers({ secciones, estados, signatures }: TemplateDraft): boolean {
  const questions = secciones.flatMap(({ preguntas, conditions }) => [
    preguntas,
    ...conditions.map((condition) => condition.questions),
  ])
  const blocks = questions.flatMap((list) => list.map((question) => question.combinedQuestions ?? []))
  const options = [
    ...questions.flatMap((list) => list.map((question) => question.opciones)),
    ...blocks.flatMap((list) => list.map((item) => (item.type === 'input' ? item.opciones : []))),
  ]
  return (
    [secciones, ...questions, ...blocks, ...options].some((list) => !isAscending(list.map(({ orden }) => orden))) ||
    secciones.some(({ conditions }) => !isAscending(conditions.map(({ order }) => order))) ||
    !isAscending(signatures.map(({ indexSignature }) => indexSignature)) ||
    estados.disponibles.some(({ id }, place) => id !== place)
  )
}

function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? number))
}
