import { useMemo } from 'react'
import type { TemplateId } from '#domain/kernel/index.ts'
import type { StatisticsQuestion } from '#domain/statistics/index.ts'
import { MAX_ANSWER_SEARCH_LENGTH } from '#domain/answers/index.ts'
import { useCan } from '#ui/index.ts'
import {
  pickCellOptions,
  pickOnlyOption,
  parsePickedOptions,
  togglePickedOption,
  type StatisticsSearch,
  type toListDayParams,
} from './address.ts'
import type { ChartActions, ListLink } from './charts/chart-acts.ts'

/** Actions of each chart's bars. */
export type StatisticsActions = {
  readonly question: (question: StatisticsQuestion) => ChartActions
  /** link to the answers behind a cell of a cross-table; undefined if the list cannot show them */
  readonly options: (picked: readonly (readonly [question: string, option: string])[]) => ListLink | undefined
  /** actions for bars whose key is the value of a URL parameter: state id, user name, area path, day or days */
  readonly by: (name: 'estado' | 'autor' | 'area' | 'dia') => ChartActions
}

/** @param days the current period, added to links because the list has no default period */
export function useStatisticsActions(
  form: TemplateId,
  search: StatisticsSearch,
  days: ReturnType<typeof toListDayParams>,
  change: (change: StatisticsSearch) => void,
): StatisticsActions {
  const mayRead = useCan()('read', 'respuesta')
  return useMemo(() => {
    const { codigo, autor, dni, estado, por, espera, pago, area, opciones } = search
    const filters = keepGivenParameters({ codigo, autor, dni, estado, por, espera, pago, area, opciones, ...days })
    const buildListLink = (more: StatisticsSearch & { readonly columnas?: string }): ListLink | undefined =>
      mayRead
        ? {
            to: '/respuestas/listado/$id/{-$respuesta}',
            params: { id: form, respuesta: undefined },
            search: keepGivenParameters({ ...filters, ...more }),
          }
        : undefined
    return {
      question: ({ key: question, figures }) => ({
        isPicked: (key) => parsePickedOptions(opciones).has(`${question}.${key}`),
        // Only bars of options can filter the page.
        pick:
          figures?.kind === 'options'
            ? (key) => change({ opciones: togglePickedOption(opciones, `${question}.${key}`) })
            : undefined,
        listOf: (key) => {
          if (figures?.kind === 'options')
            return buildListLink({ opciones: pickOnlyOption(opciones, question, key), columnas: question })
          return figures?.kind === 'texts'
            ? buildListLink({ codigo: truncateSearchText(key), columnas: question })
            : undefined
        },
      }),
      options: (picked) => {
        const cell = pickCellOptions(opciones, picked)
        const columnas = [...new Set(picked.map(([question]) => question))].join()
        return cell === undefined ? undefined : buildListLink({ opciones: cell, columnas })
      },
      by: (name) => ({
        isPicked: (key) => search[name] === key,
        pick: (key) => change(toFilter(name, search[name] === key ? '' : key)),
        listOf: (key) => buildListLink({ ...withoutFilter(filters, name), ...toFilter(name, key) }),
      }),
    }
  }, [form, search, days, change, mayRead])
}

/** Truncates a text to whole words within the search limit. */
function truncateSearchText(text: string): string {
  if (text.length <= MAX_ANSWER_SEARCH_LENGTH) return text
  const kept = text.slice(0, MAX_ANSWER_SEARCH_LENGTH)
  return kept.slice(0, Math.max(kept.lastIndexOf(' '), 0)) || kept
}

/** The filter of a bar. A week or month is its first and last day, `2026-11-02/2026-11-08`. */
function toFilter(name: string, value: string): StatisticsSearch {
  if (name !== 'dia') return { [name]: value }
  const [desde = '', hasta] = value.split('/')
  return hasta === undefined ? { dia: value, desde: '', hasta: '' } : { dia: '', desde, hasta }
}

function withoutFilter(filters: Readonly<Record<string, string>>, name: string): Readonly<Record<string, string>> {
  if (name !== 'dia') return filters
  const { desde: _, hasta: __, ...rest } = filters
  return rest
}

function keepGivenParameters(search: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  )
}
