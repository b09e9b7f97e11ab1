import type { TemplateDraft } from '../documents/template.ts'

/** Whether numbers fail to keep a template's parts apart: a list does not ascend, a state is not where its id says. */
export function isMisnumbered({ secciones, estados, signatures }: TemplateDraft): boolean {
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
    [secciones, ...questions, ...blocks, ...options].some((list) => !ascends(list.map(({ orden }) => orden))) ||
    secciones.some(({ conditions }) => !ascends(conditions.map(({ order }) => order))) ||
    !ascends(signatures.map(({ indexSignature }) => indexSignature)) ||
    estados.disponibles.some(({ id }, place) => id !== place)
  )
}

function ascends(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? number))
}
