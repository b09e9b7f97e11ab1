import { useLiveQuery } from 'dexie-react-hooks'
import { useLingui } from '@lingui/react/macro'
import { mayEnter, actorOfProfile, right, seesOnlyOwnAnswers } from '#domain/access/index.ts'
import { uniqueCode, provisionalReference } from '#domain/codes/index.ts'
import type { FormSummary } from '#domain/templates/index.ts'
import { matchesSearch } from '#domain/search/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import { listLocalAreas, listForms } from '#local/index.ts'
import { useAccount, useCan, useFormats, useFormTexts, useOnline } from '#ui/index.ts'
import { listSearchableAnswers, type FoundAnswer } from './answers-here.ts'
import {
  searchForms,
  searchPlaces,
  MAX_GROUP_RESULTS,
  type SearchResult,
  type SearchGroup,
  type SearchPlace,
} from './finds.ts'
import { MAX_SEARCHED_FORMS, useServerResults, type ServerResults } from './use-server-finds.ts'

const ADMINISTERS = right('manage', 'usuario_municipio')

export type SearchResults = {
  readonly groups: readonly SearchGroup[]
  readonly asking: boolean
  readonly online: boolean
  readonly problem: ServerResults['problem']
  /** number of forms whose answers were not searched on the server */
  readonly unasked: number
  readonly again: () => void
}

/**
 * Results in groups. Those on this device are first, so that the server's reply does not move them.
 * @param typed current text, searched on this device; `settled` is searched on the server
 */
export function useSearchResults(
  places: readonly SearchPlace[],
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
  const administered = mayEnter(ADMINISTERS, actor)
  const readsAnswers = mayEnter(right('read', 'respuesta'), actor)
  const device = useLiveQuery(async () => {
    const [forms, areas] = await Promise.all([listForms(local), listLocalAreas(local)])
    return { forms, areas, answers: readsAnswers ? await listSearchableAnswers(local, forms) : [] }
  }, [local, readsAnswers])
  const { forms = [], areas = [], answers = [] } = device ?? {}
  const lists = forms
    .filter(({ deleted }) => readsAnswers && !deleted)
    .toSorted((a, b) => b.lastChange.localeCompare(a.lastChange))
  // Users who may only see their own answers have all of them on this device, so the server is not asked.
  const isOwnOnly = seesOnlyOwnAnswers(actor)
  const sought = isOwnOnly ? [] : lists.slice(0, MAX_SEARCHED_FORMS)
  const [server, asking, again] = useServerResults(settled, {
    forms: sought,
    byPayment: readsAnswers,
    administered,
    online,
  })

  const titles = new Map(forms.map((form) => [form.id, formText(form, 'titulo')]))
  const here = typed === '' ? [] : answers.filter(({ fits }) => fits(typed)).slice(0, MAX_GROUP_RESULTS)
  const known = new Set(here.map(({ summary }) => summary.id))
  const others = server.answers.filter(({ summary }) => !known.has(summary.id))
  const areasHere = typed === '' ? [] : areas.filter(({ nombre }) => matchesSearch(nombre, typed))
  const pathsHere = new Set(areasHere.map(({ path }) => path))
  const foundAreas = [...areasHere, ...server.areas.filter(({ path }) => !pathsHere.has(path))]

  const groups: readonly SearchGroup[] = [
    { name: t`Screens`, finds: searchPlaces(places, typed) },
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
        ...answerFinds([...here, ...others], titles),
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
      name: t`People`,
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
    unasked: isOwnOnly ? 0 : lists.length - sought.length,
    again,
  }
}

function useAnswerFinds() {
  const formats = useFormats()
  return (answers: readonly FoundAnswer[], titles: ReadonlyMap<string, string>): readonly SearchResult[] =>
    answers.map(
      ({ template, titulo, summary: { id, codigoMunicipio, fechaCreacion, destinatario, nombre = destinatario } }) => ({
        key: id,
        title: [uniqueCode(codigoMunicipio) ?? provisionalReference(id), nombre].filter(Boolean).join(' · '),
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
        ...(can('create', { kind: 'respuesta', template: form })
          ? [{ key: `answer ${form.id}`, title: t`Answer ${title}`, detail, to: `/contestar/${form.id}` }]
          : []),
        ...(can('read', 'respuesta')
          ? [{ key: `list ${form.id}`, title: t`Answers of ${title}`, detail, to: `/respuestas/listado/${form.id}` }]
          : []),
      ]
    })
}
