import { actorOfUser, can } from '#domain/access/index.ts'
import { questionCells } from '#domain/answering/index.ts'
import { grownOf } from '#domain/corrections/index.ts'
import type { Answer, AnswersLine } from '#domain/answers/index.ts'
import type { AnsweredQuestion } from '#domain/questions/index.ts'
import type { User } from '#domain/users/index.ts'
import { DEFAULT_LANGUAGE, type AnswerId, type Language } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Store } from '../ports.ts'

/** For one page, in all rows: some 50 ms of the thread. The longest page of ordinary answers has a fifth of them. */
const MOST_QUESTIONS = 15_000

/** Characters that take as long to read as a question. */
const CHARACTERS = 500

/** Answers that are read at once, and how many questions of each are too many for that. */
const MOST_AT_ONCE = 10
const LARGE = 1_000

type Asked = { readonly columns: readonly string[]; readonly language: Language | undefined }

/**
 * What stands in the chosen columns of a page's whole answers that this user may read: lists keep no answered values.
 * @returns by id; without those that are gone, and without those behind the first answers that cost what a page may
 */
export async function cellsOf(
  store: Pick<Store, 'getMany'>,
  user: User,
  ids: readonly AnswerId[],
  { columns, language = DEFAULT_LANGUAGE }: Asked,
  most = MOST_QUESTIONS,
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
      read += costOf(answer)
      found.set(id, questionCells(answer.secciones, columns, language))
    }
    at += stretch.length
    // Large ones are not held in memory together.
    atOnce = read / at > LARGE ? 1 : MOST_AT_ONCE
  }
  return found
}

/** In questions: those of all of its rows, and as many as its texts and what it carries beside cost. */
function costOf(answer: Answer): number {
  let [questions, characters] = [0, JSON.stringify(grownOf(answer)).length]
  const count = (asked: readonly AnsweredQuestion[] = []): void => {
    questions += asked.length + 1
    for (const question of asked) characters += charactersOf(question)
  }
  for (const { preguntas, seccionesRepetibles, conditions } of answer.secciones) {
    count(preguntas)
    for (const row of seccionesRepetibles ?? []) count(row.preguntas)
    for (const { questions: asked } of conditions ?? []) count(asked)
  }
  return questions + Math.floor(characters / CHARACTERS)
}

function charactersOf({ respuesta, combinedQuestions = [] }: AnsweredQuestion): number {
  const own = typeof respuesta === 'string' ? respuesta.length : 0
  return combinedQuestions.reduce(
    (sum, part) => sum + ('respuesta' in part && typeof part.respuesta === 'string' ? part.respuesta.length : 0),
    own,
  )
}
