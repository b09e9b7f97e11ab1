import { useLiveQuery } from 'dexie-react-hooks'
import { useLingui } from '@lingui/react/macro'
import { admits, actorOfProfile, right, seesOnlyOwnAnswers } from '#domain/access/index.ts'
import { ownCode, provisionalReference } from '#domain/codes/index.ts'
import type { FormSummary } from '#domain/templates/index.ts'
import { matchesSearch } from '#domain/search/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import { listAreas, listForms } from '#local/index.ts'
import { useAccount, useCan, useFormats, useFormTexts, useOnline } from '#ui/index.ts'
import { answersHere, type FoundAnswer } from './answers-here.ts'
import { findForms, findPlaces, MAX_FINDS, type Find, type FoundGroup, type Place } from './finds.ts'
import { MAX_FORMS, useServerFinds, type ServerFinds } from './use-server-finds.ts'

const ADMINISTERS = right('manage', 'usuario_municipio')

export type Found = {
  readonly groups: readonly FoundGroup[]
  readonly asking: boolean
  readonly online: boolean
  readonly problem: ServerFinds['problem']
  /** number of forms whose answers were not searched on the server */
  readonly unasked: number
  readonly again: () => void
}

/**
 * Results in groups. Those on this device are first, so that the server's reply does not move them.
 * @param typed current text, searched on this device; `settled` is searched on the server
 */
export function useFound(places: readonly Place[], profile: Profile, typed: string, settled: string): Found {
  const { t } = useLingui()
  const { local } = useAccount()
  const online = useOnline()
  const answerFinds = useAnswerFinds()
  const formFinds = useFormFinds()
  const textOf = useFormTexts()
  const actor = actorOfProfile(profile)
  const administered = admits(ADMINISTERS, actor)
  const readsAnswers = admits(right('read', 'respuesta'), actor)
  const device = useLiveQuery(async () => {
    const [forms, areas] = await Promise.all([listForms(local), listAreas(local)])
    return { forms, areas, answers: readsAnswers ? await answersHere(local, forms) : [] }
  }, [local, readsAnswers])
  const { forms = [], areas = [], answers = [] } = device ?? {}
  const lists = forms
    .filter(({ deleted }) => readsAnswers && !deleted)
    .toSorted((a, b) => b.lastChange.localeCompare(a.lastChange))
  // Users who may only see their own answers have all of them on this device, so the server is not asked.
  const isOwnOnly = seesOnlyOwnAnswers(actor)
  const sought = isOwnOnly ? [] : lists.slice(0, MAX_FORMS)
  const [server, asking, again] = useServerFinds(settled, {
    forms: sought,
    byPayment: readsAnswers,
    administered,
    online,
  })

  const titles = new Map(forms.map((form) => [form.id, textOf(form, 'titulo')]))
  const here = typed === '' ? [] : answers.filter(({ fits }) => fits(typed)).slice(0, MAX_FINDS)
  const known = new Set(here.map(({ summary }) => summary.id))
  const others = server.answers.filter(({ summary }) => !known.has(summary.id))
  const areasHere = typed === '' ? [] : areas.filter(({ nombre }) => matchesSearch(nombre, typed))
  const pathsHere = new Set(areasHere.map(({ path }) => path))
  const foundAreas = [...areasHere, ...server.areas.filter(({ path }) => !pathsHere.has(path))]

  const groups: readonly FoundGroup[] = [
    { name: t`Screens`, finds: findPlaces(places, typed) },
    {
      name: t`Forms`,
      finds: formFinds(findForms(forms, typed, (form) => textOf(form, 'titulo')).slice(0, MAX_FINDS)),
    },
    {
      name: t`Areas`,
      finds: foundAreas.slice(0, MAX_FINDS).map(({ path, nombre, municipio }) => ({
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
        ...server.more.map((id): Find => {
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
      finds: server.people.slice(0, MAX_FINDS).map(({ id, email, firstName, lastName }) => ({
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
  return (answers: readonly FoundAnswer[], titles: ReadonlyMap<string, string>): readonly Find[] =>
    answers.map(
      ({ template, titulo, summary: { id, codigoMunicipio, fechaCreacion, destinatario, nombre = destinatario } }) => ({
        key: id,
        title: [ownCode(codigoMunicipio) ?? provisionalReference(id), nombre].filter(Boolean).join(' · '),
        detail: [titles.get(template) ?? titulo, formats.dateTime(fechaCreacion)].filter(Boolean).join(' · '),
        to: `/ver/${id}`,
      }),
    )
}

/** Creates a form's results: to answer the form, and to read its answers. */
function useFormFinds() {
  const { t } = useLingui()
  const can = useCan()
  const textOf = useFormTexts()
  return (forms: readonly FormSummary[]): readonly Find[] =>
    forms.flatMap((form) => {
      const title = textOf(form, 'titulo')
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
