import { actorOfUser, can } from '#domain/access/index.ts'
import { questionCells } from '#domain/answering/index.ts'
import { growingLists } from '#domain/corrections/index.ts'
import type { Answer, AnswersLine } from '#domain/answers/index.ts'
import type { AnsweredQuestion } from '#domain/questions/index.ts'
import type { User } from '#domain/users/index.ts'
import { DEFAULT_LANGUAGE, type AnswerId, type Language } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Store } from '../ports.ts'

/**
 * Maximum questions read for one page, over all rows, about 50 ms of the thread. Five times the largest page of
 * ordinary answers.
 */
const MAX_QUESTIONS = 15_000

/** Characters that cost as much as one question. */
const CHARACTERS_PER_QUESTION = 500

/** Maximum answers read at once. */
const MAX_AT_ONCE = 10
/** Average questions per answer above which answers are read one by one. */
const LARGE_FORM_QUESTIONS = 1_000

type CellsRequest = {
  readonly columns: readonly string[]
  readonly language: Language | undefined
  /** maximum cost in questions */
  readonly most?: number
}

/**
 * Values of the chosen columns for a page's answers that this user may read. Read from the full answers, because lists
 * store no answered values.
 * @returns cells by answer id; answers that were deleted, or are beyond the page's cost limit, are missing
 */
export async function readCells(
  store: Pick<Store, 'getMany'>,
  user: User,
  ids: readonly AnswerId[],
  { columns, language = DEFAULT_LANGUAGE, most = MAX_QUESTIONS }: CellsRequest,
): Promise<ReadonlyMap<AnswerId, NonNullable<AnswersLine['cells']>>> {
  const actor = actorOfUser(user)
  const found = new Map<AnswerId, NonNullable<AnswersLine['cells']>>()
  let [at, read, atOnce] = [0, 0, 1]
  while (at < ids.length && read < most) {
    const stretch = ids.slice(at, at + atOnce)
    const answers = await store.getMany(stretch.map(keys.answer))
    for (const id of stretch) {
      const answer = answers.get(keys.answer(id))
      if (answer === undefined || !can(actor, 'read', { kind: 'respuesta', document: answer })) continue
      read += computeCost(answer)
      found.set(id, questionCells(answer.secciones, columns, language))
    }
    at += stretch.length
    // Prevents several large answers from being in memory together.
    atOnce = read / at > LARGE_FORM_QUESTIONS ? 1 : MAX_AT_ONCE
  }
  return found
}

/** Cost of an answer in questions: the questions of all its rows, plus the cost of its texts and attachments. */
function computeCost(answer: Answer): number {
  let [questions, characters] = [0, JSON.stringify(growingLists(answer)).length]
  const count = (asked: readonly AnsweredQuestion[] = []): void => {
    questions += asked.length + 1
    for (const question of asked) characters += countResponseCharacters(question)
  }
  for (const { preguntas, seccionesRepetibles, conditions } of answer.secciones) {
    count(preguntas)
    for (const row of seccionesRepetibles ?? []) count(row.preguntas)
    for (const { questions: asked } of conditions ?? []) count(asked)
  }
  return questions + Math.floor(characters / CHARACTERS_PER_QUESTION)
}

function countResponseCharacters({ respuesta, combinedQuestions = [] }: AnsweredQuestion): number {
  const own = typeof respuesta === 'string' ? respuesta.length : 0
  return combinedQuestions.reduce(
    (sum, part) => sum + ('respuesta' in part && typeof part.respuesta === 'string' ? part.respuesta.length : 0),
    own,
  )
}
