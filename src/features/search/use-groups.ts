import { useLiveQuery } from 'dexie-react-hooks'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { meetsAccessRule, actorOfProfile, requireRight, seesOnlyOwnAnswers } from '#domain/access/index.ts'
import {
  findPaidAnswers,
  listAnswers,
  MAX_PAYMENT_NUMBER_LENGTH,
  MAX_ANSWER_SEARCH_LENGTH,
} from '#domain/answers/index.ts'
import { getUniqueCode, buildReference } from '#domain/codes/index.ts'
import { toProblem, type RequestOutcome } from '#domain/endpoints/index.ts'
import type { Problem, TemplateId } from '#domain/kernel/index.ts'
import { parsePaymentSearch } from '#domain/payments/index.ts'
import { listAreas, type ListedArea } from '#domain/places/index.ts'
import type { FormSummary } from '#domain/templates/index.ts'
import { matchesSearch } from '#domain/search/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import { listUsers, type ListedUser } from '#domain/users/index.ts'
import { listLocalAreas, listFormSummaries } from '#local/index.ts'
import { useAccount, useCan, useFormats, useFormTexts, useOnline } from '#ui/index.ts'
import { listSearchableAnswers, type FoundAnswer } from './answers-here.ts'
import {
  searchForms,
  searchScreens,
  MAX_GROUP_RESULTS,
  type SearchResult,
  type SearchGroup,
  type SearchableScreen,
} from './finds.ts'

/** Maximum number of forms whose answers are searched. Each needs a request. */
const MAX_SEARCHED_FORMS = 8
/** Maximum answers per form. */
const MAX_ANSWERS = 3
/** Minimum typed characters before a request is sent to the server. */
const MIN_TYPED_LENGTH = 2

type ServerResults = {
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
  /** whether to search also by order number and payment reference, in the answers of all forms */
  readonly byPayment: boolean
  /** whether to search also for users and areas */
  readonly administered: boolean
  /** whether to send requests */
  readonly online: boolean
}

/**
 * Searches answers, users and areas on the server.
 * @returns the results, which are empty until all replies have arrived; whether requests are running; a retry function
 */
function useServerResults(
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
    const abortController = new AbortController()
    const { signal } = abortController
    void (async () => {
      const templates = ids === '' ? [] : (ids.split(' ') as TemplateId[])
      const query = text.slice(0, MAX_ANSWER_SEARCH_LENGTH)
      const [paid, lists, people, areas] = await Promise.all([
        asksPayment ? ask(findPaidAnswers, { number: text.slice(0, MAX_PAYMENT_NUMBER_LENGTH) }, signal) : null,
        Promise.all(
          templates.map((template) =>
            ask(listAnswers, { template, municipalityCodeId: query, size: MAX_ANSWERS }, signal),
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
          answers: dropDuplicateAnswers([
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
          problem: [paid, ...lists, people, areas].map(findRequestProblem).find((problem) => problem !== null) ?? null,
        },
      })
    })()
    return () => abortController.abort()
  }, [ask, isAsked, asksPayment, question, ids, text, administered])

  const isKnown = known?.of === question
  return [isAsked && isKnown ? known.finds : NO_RESULTS, isAsked && !isKnown, () => setAttempt((before) => before + 1)]
}

function dropDuplicateAnswers(answers: readonly FoundAnswer[]): readonly FoundAnswer[] {
  const seen = new Set<string>()
  return answers.filter(({ summary: { id } }) => !seen.has(id) && seen.add(id))
}

/** The problem of a failed request. Refusals are ignored, because the user may not be allowed to see a list. */
function findRequestProblem(outcome: RequestOutcome<unknown> | null): Problem | null {
  if (outcome === null || outcome.kind === 'ok' || outcome.kind === 'refused') return null
  return toProblem(outcome)
}

const MANAGE_USERS_ACCESS = requireRight('manage', 'usuario_municipio')

export type SearchResults = {
  readonly groups: readonly SearchGroup[]
  readonly asking: boolean
  readonly online: boolean
  readonly problem: ServerResults['problem']
  /** number of forms whose answers were not searched on the server */
  readonly unasked: number
  readonly retry: () => void
}

/**
 * Results in groups. Results from this device are first, so that the server's reply does not move them.
 * @param typed current text, searched on this device; `settled` is searched on the server
 */
export function useSearchResults(
  places: readonly SearchableScreen[],
  profile: Profile,
  typed: string,
  settled: string,
): SearchResults {
  const { t } = useLingui()
  const { local } = useAccount()
  const online = useOnline()
  const answerFinds = useAnswerFinds()
  const formFinds = useFormFinds()
  const formText = useFormTexts()
  const actor = actorOfProfile(profile)
  const administered = meetsAccessRule(MANAGE_USERS_ACCESS, actor)
  const readsAnswers = meetsAccessRule(requireRight('read', 'respuesta'), actor)
  const device = useLiveQuery(async () => {
    const [forms, areas] = await Promise.all([listFormSummaries(local), listLocalAreas(local)])
    return { forms, areas, answers: readsAnswers ? await listSearchableAnswers(local, forms) : [] }
  }, [local, readsAnswers])
  const { forms = [], areas = [], answers = [] } = device ?? {}
  const lists = forms
    .filter(({ deleted }) => readsAnswers && !deleted)
    .toSorted((a, b) => b.lastChange.localeCompare(a.lastChange))
  // Users who may only see their own answers have all of these on this device, so the server is not asked for answers.
  const isOwnOnly = seesOnlyOwnAnswers(actor)
  const summaries = isOwnOnly ? [] : lists.slice(0, MAX_SEARCHED_FORMS)
  const [server, asking, retry] = useServerResults(settled, {
    forms: summaries,
    byPayment: readsAnswers,
    administered,
    online,
  })

  const titles = new Map(forms.map((form) => [form.id, formText(form, 'titulo')]))
  const searchableAnswers = typed === '' ? [] : answers.filter(({ fits }) => fits(typed)).slice(0, MAX_GROUP_RESULTS)
  const knownAnswerIds = new Set(searchableAnswers.map(({ summary }) => summary.id))
  const others = server.answers.filter(({ summary }) => !knownAnswerIds.has(summary.id))
  const areasHere = typed === '' ? [] : areas.filter(({ nombre }) => matchesSearch(nombre, typed))
  const pathsHere = new Set(areasHere.map(({ path }) => path))
  const foundAreas = [...areasHere, ...server.areas.filter(({ path }) => !pathsHere.has(path))]

  const groups: readonly SearchGroup[] = [
    { name: t`Screens`, finds: searchScreens(places, typed) },
    {
      name: t`Forms`,
      finds: formFinds(searchForms(forms, typed, (form) => formText(form, 'titulo')).slice(0, MAX_GROUP_RESULTS)),
    },
    {
      name: t`Areas`,
      finds: foundAreas.slice(0, MAX_GROUP_RESULTS).map(({ path, nombre, municipio }) => ({
        key: path,
        title: nombre,
        detail: municipio,
        ...(administered ? { to: '/areas', search: { buscar: nombre } } : { to: '/listar', search: { area: path } }),
      })),
    },
    {
      name: t`Answers`,
      finds: [
        ...answerFinds([...searchableAnswers, ...others], titles),
        ...server.more.map((id): SearchResult => {
          const form = titles.get(id) ?? ''
          return {
            key: `more ${id}`,
            title: t`All answers of ${form} with “${settled}”`,
            detail: '',
            to: `/respuestas/listado/${id}`,
            search: { codigo: settled },
          }
        }),
      ],
    },
    {
      name: t`Users`,
      finds: server.people.slice(0, MAX_GROUP_RESULTS).map(({ id, email, firstName, lastName }) => ({
        key: id,
        title: `${firstName} ${lastName}`.trim() || email,
        detail: email,
        to: '/usuarios',
        search: { buscar: email },
      })),
    },
  ]
  return {
    groups: groups.filter(({ finds }) => finds.length > 0),
    asking: asking || device === undefined || (online && typed !== settled),
    online,
    problem: server.problem,
    unasked: isOwnOnly ? 0 : lists.length - summaries.length,
    retry,
  }
}

function useAnswerFinds() {
  const formats = useFormats()
  return (answers: readonly FoundAnswer[], titles: ReadonlyMap<string, string>): readonly SearchResult[] =>
    answers.map(
      ({ template, titulo, summary: { id, codigoMunicipio, fechaCreacion, destinatario, nombre = destinatario } }) => ({
        key: id,
        title: [getUniqueCode(codigoMunicipio) ?? buildReference(id), nombre].filter(Boolean).join(' · '),
        detail: [titles.get(template) ?? titulo, formats.dateTime(fechaCreacion)].filter(Boolean).join(' · '),
        to: `/ver/${id}`,
      }),
    )
}

/** Creates a form's results: to answer the form, and to read its answers. */
function useFormFinds() {
  const { t } = useLingui()
  const can = useCan()
  const formText = useFormTexts()
  return (forms: readonly FormSummary[]): readonly SearchResult[] =>
    forms.flatMap((form) => {
      const title = formText(form, 'titulo')
      const detail = form.areaInfo.nombre
      return [
        ...(can('create', 'respuesta') && can('create', { kind: 'respuesta', template: form })
          ? [{ key: `answer ${form.id}`, title: t`Answer: ${title}`, detail, to: `/contestar/${form.id}` }]
          : []),
        ...(can('read', 'respuesta')
          ? [{ key: `list ${form.id}`, title: t`Answers of ${title}`, detail, to: `/respuestas/listado/${form.id}` }]
          : []),
      ]
    })
}
