import { useEffect, useState } from 'react'
import { findPaidAnswers, listAnswers, MAX_PAYMENT_NUMBER, MAX_ANSWER_SEARCH_LENGTH } from '#domain/answers/index.ts'
import { toProblem, type Outcome } from '#domain/endpoints/index.ts'
import { listUsers, type ListedUser } from '#domain/users/index.ts'
import { listAreas, type ListedArea } from '#domain/places/index.ts'
import type { FormSummary } from '#domain/templates/index.ts'
import type { Problem, TemplateId } from '#domain/kernel/index.ts'
import { parsePaymentSearch } from '#domain/payments/index.ts'
import { useAccount } from '#ui/index.ts'
import type { FoundAnswer } from './answers-here.ts'

/** Maximum number of forms whose answers are searched. Each needs a request. */
export const MAX_SEARCHED_FORMS = 8
/** Maximum answers per form. */
const MAX_ANSWERS = 3
/** Minimum characters before the server is asked. */
const MIN_TYPED_LENGTH = 2

export type ServerResults = {
  readonly answers: readonly FoundAnswer[]
  /** forms with more matching answers */
  readonly more: readonly TemplateId[]
  readonly people: readonly ListedUser[]
  readonly areas: readonly ListedArea[]
  /** problem of a failed request */
  readonly problem: Problem | null
}

const NO_RESULTS: ServerResults = { answers: [], more: [], people: [], areas: [], problem: null }

type ServerSearch = {
  /** forms whose answers are searched; empty if all answers are on this device */
  readonly forms: readonly FormSummary[]
  /** also searches the answers of all forms by order number and payment reference */
  readonly byPayment: boolean
  /** also searches users and areas */
  readonly administered: boolean
  /** requests nothing while false */
  readonly online: boolean
}

/**
 * Searches answers, users and areas on the server. @returns results so far, whether more are loading, and a retry
 * function
 */
export function useServerResults(
  text: string,
  { forms, byPayment, administered, online }: ServerSearch,
): readonly [finds: ServerResults, asking: boolean, again: () => void] {
  const { ask } = useAccount()
  const [known, setKnown] = useState<{ readonly of: string; readonly finds: ServerResults }>()
  const [attempt, setAttempt] = useState(0)
  const ids = forms.map(({ id }) => id).join(' ')
  const asksPayment = byPayment && parsePaymentSearch(text) !== null
  const isAsked = online && text.length >= MIN_TYPED_LENGTH && (ids !== '' || administered || asksPayment)
  const question = `${attempt} ${administered} ${asksPayment} ${ids} ${text}`

  useEffect(() => {
    if (!isAsked) return
    const left = new AbortController()
    const { signal } = left
    void (async () => {
      const templates = ids === '' ? [] : (ids.split(' ') as TemplateId[])
      const sought = text.slice(0, MAX_ANSWER_SEARCH_LENGTH)
      const [paid, lists, people, areas] = await Promise.all([
        asksPayment ? ask(findPaidAnswers, { number: text.slice(0, MAX_PAYMENT_NUMBER) }, signal) : null,
        Promise.all(
          templates.map((template) =>
            ask(listAnswers, { template, municipalityCodeId: sought, size: MAX_ANSWERS }, signal),
          ),
        ),
        administered ? ask(listUsers, { search: text }, signal) : null,
        administered ? ask(listAreas, { search: text }, signal) : null,
      ])
      if (signal.aborted) return
      const pages = lists.flatMap((list) => (list.kind === 'ok' ? [list.value] : []))
      setKnown({
        of: question,
        finds: {
          answers: distinctAnswers([
            ...(paid?.kind === 'ok' ? paid.value.answers : []).map(({ template, titulo, ...summary }) => ({
              template,
              titulo,
              summary,
            })),
            ...pages.flatMap(({ template, answers }) => answers.map((summary) => ({ template: template.id, summary }))),
          ]),
          more: pages.filter(({ next }) => next !== undefined).map(({ template }) => template.id),
          people: people?.kind === 'ok' ? people.value.users : [],
          areas: areas?.kind === 'ok' ? areas.value.areas : [],
          problem: [paid, ...lists, people, areas].map(problemIn).find((problem) => problem !== null) ?? null,
        },
      })
    })()
    return () => left.abort()
  }, [ask, isAsked, asksPayment, question, ids, text, administered])

  const isKnown = known?.of === question
  return [isAsked && isKnown ? known.finds : NO_RESULTS, isAsked && !isKnown, () => setAttempt((before) => before + 1)]
}

function distinctAnswers(answers: readonly FoundAnswer[]): readonly FoundAnswer[] {
  const seen = new Set<string>()
  return answers.filter(({ summary: { id } }) => !seen.has(id) && seen.add(id))
}

/** The problem of a request. Refusals are ignored, as they are for lists that the user may not see. */
function problemIn(outcome: Outcome<unknown> | null): Problem | null {
  if (outcome === null || outcome.kind === 'ok' || outcome.kind === 'refused') return null
  return toProblem(outcome)
}
