import { formatAnswerName, composeSections } from '#domain/answering/index.ts'
import {
  formatRecipientName,
  buildAnswerWords,
  matchesFilter,
  toListedAnswer,
  EMPTY_ANSWER_FILTER,
  type AnswerSummary,
  type FilterableAnswer,
} from '#domain/answers/index.ts'
import type { FormSummary } from '#domain/templates/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import { listLocalAnswers, listOlderAnswers, loadTemplate, type Local, type LocalAnswer } from '#local/index.ts'

/** A search result for an answer, from device or server. */
export type FoundAnswer = {
  readonly template: TemplateId
  /** title of the answered form; missing if the form is on this device */
  readonly titulo?: string
  readonly summary: Pick<AnswerSummary, 'id' | 'codigoMunicipio' | 'fechaCreacion' | 'destinatario' | 'nombre'>
}

export type SearchableAnswer = FoundAnswer & { readonly fits: (typed: string) => boolean }

/**
 * All answers on this device, latest first. Unsent answers and answers stored in full can be searched by all words,
 * older answers only by their summary.
 */
export async function listSearchableAnswers(
  local: Local,
  forms: readonly FormSummary[],
): Promise<readonly SearchableAnswer[]> {
  const [answers, older] = await Promise.all([
    listLocalAnswers(local),
    Promise.all(forms.map(({ id }) => listOlderAnswers(local, id))),
  ])
  const whole = await Promise.all(answers.map((answer) => toSearchableAnswer(local, answer)))
  const answerIds = new Set(answers.map(({ id }) => id))
  const others = older.flat().filter(({ id }) => !answerIds.has(id))
  return [...whole, ...others.map((summary) => toSearchable(summary.template, summary, { summary }))].toSorted((a, b) =>
    b.summary.fechaCreacion.localeCompare(a.summary.fechaCreacion),
  )
}

function toSearchable(
  template: TemplateId,
  summary: FoundAnswer['summary'],
  fitting: FilterableAnswer,
): SearchableAnswer {
  return {
    template,
    summary,
    fits: (typed) => matchesFilter(fitting, { ...EMPTY_ANSWER_FILTER, municipalityCodeId: typed }),
  }
}

async function toSearchableAnswer(local: Local, { id, template, version, at, answer, submit, delivery }: LocalAnswer) {
  if (answer !== undefined) {
    const listed = toListedAnswer(answer)
    return toSearchable(template, listed.summary, { ...listed, words: memoise(() => buildAnswerWords(answer)) })
  }
  const form = await loadTemplate(local, template, version)
  const { citizen: datosCiudadano, persona } = submit?.header ?? {}
  const nombre = submit === undefined ? '' : formatAnswerName(form, submit)
  const summary = {
    id,
    codigoMunicipio: delivery?.kind === 'received' ? delivery.code : '',
    fechaCreacion: at,
    receivedAt: at,
    lastUpdate: at,
    creadoPor: '',
    firstName: '',
    lastName: '',
    destinatario: formatRecipientName({ datosCiudadano, persona }),
    ...(nombre === '' ? {} : { nombre }),
    estado: null,
    conflicts: 0,
  }
  const words = memoise(() => {
    const files = new Map((submit?.files ?? []).map((file) => [file.sha256, { ...file, url: '' }]))
    const secciones = form === undefined || submit === undefined ? [] : composeSections(form, submit.content, files)
    return buildAnswerWords({ ...summary, datosCiudadano, persona, secciones })
  })
  return toSearchable(template, summary, { summary, words })
}

/** Memoises a value, because it is read on every keystroke. */
function memoise<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
