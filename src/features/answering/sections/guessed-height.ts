import {
  DATA_TYPE,
  QUESTION_TYPE,
  type Question,
  areSideBySide,
  attachmentsOf,
  isPlace,
  isSearched,
  takesAnswer,
} from '#domain/questions/index.ts'

/** Padding, title and the gaps around it; a line of text; what stands between two things that are touched. Pixels. */
const FRAME = 50
const LINE = 22
const GAP = 5
/** Options that are in sight in a list that scrolls. */
const IN_SIGHT = 6

/** Height of questions until they are drawn: what is drawn late must not push away what is about to be touched. */
export function guessedHeight(questions: readonly Question[]): string {
  const sum = (of: (question: Question) => number): number => questions.reduce((total, one) => total + of(one), 0)
  return `calc(${sum(textHeight)}px + (${sum(rows)} + ${sum(stackedRows)} * var(--r-stacked)) * (var(--r-target) + ${GAP}px))`
}

function textHeight({ ayuda = '' }: Question): number {
  return FRAME + (ayuda === '' ? 0 : LINE)
}

/** Things to touch, one below the other. */
function rows(question: Question): number {
  // A file is asked for in a frame of its own.
  return answerRows(question) + 2 * attachmentsOf(question).length
}

/** Options below the first one, of a choice whose options stand side by side where there is room. */
function stackedRows(question: Question): number {
  return isChoice(question) && areSideBySide(question) ? Math.max(0, question.opciones.length - 1) : 0
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
      // A place has two buttons under its line.
      if (isPlace(question)) return 3
      return takesAnswer(question) || tipoDato === DATA_TYPE.LINK ? 1 : 0
    default:
      if (isSearched(question)) return 1 + Math.min(opciones.length, IN_SIGHT)
      return areSideBySide(question) ? Math.min(opciones.length, 1) : opciones.length
  }
}
