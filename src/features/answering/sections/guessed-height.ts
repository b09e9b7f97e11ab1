import {
  DATA_TYPE,
  QUESTION_TYPE,
  type Question,
  fitSideBySide,
  acceptedAttachments,
  isPlace,
  hasOptionSearch,
  takesAnswer,
} from '#domain/questions/index.ts'

/** Estimated heights in pixels: FRAME is padding, title and gaps of a question, GAP the space between controls. */
const FRAME = 50
const LINE = 22
const GAP = 5
/** Number of visible options in a scrolling list. */
const VISIBLE_QUESTIONS = 6

/** Estimates the height of questions until they are rendered, so that late rendering does not move visible content. */
export function estimateQuestionsHeight(questions: readonly Question[]): string {
  const sum = (of: (question: Question) => number): number => questions.reduce((total, one) => total + of(one), 0)
  return `calc(${sum(textHeight)}px + (${sum(countRows)} + ${sum(countStackedRows)} * var(--r-stacked)) * (var(--r-target) + ${GAP}px))`
}

function textHeight({ ayuda = '' }: Question): number {
  return FRAME + (ayuda === '' ? 0 : LINE)
}

/** The number of controls stacked vertically. */
function countRows(question: Question): number {
  // File inputs have their own frame.
  return answerRows(question) + 2 * acceptedAttachments(question).length
}

/** The number of options below the first, for options that are stacked only if they do not fit side by side. */
function countStackedRows(question: Question): number {
  return isChoice(question) && fitSideBySide(question) ? Math.max(0, question.opciones.length - 1) : 0
}

function isChoice({ tipoPregunta }: Question): boolean {
  return tipoPregunta === QUESTION_TYPE.RADIO || tipoPregunta === QUESTION_TYPE.SELECT
}

function answerRows(question: Question): number {
  const { tipoPregunta, tipoDato, opciones, combinedQuestions = [] } = question
  switch (tipoPregunta) {
    case QUESTION_TYPE.COMBINED:
      return combinedQuestions.filter(({ type }) => type === 'input').length
    case QUESTION_TYPE.BOOLEAN:
      return 1
    case QUESTION_TYPE.OPEN:
      // A location has two buttons below its field.
      if (isPlace(question)) return 3
      return takesAnswer(question) || tipoDato === DATA_TYPE.LINK ? 1 : 0
    default:
      if (hasOptionSearch(question)) return 1 + Math.min(opciones.length, VISIBLE_QUESTIONS)
      return fitSideBySide(question) ? Math.min(opciones.length, 1) : opciones.length
  }
}
