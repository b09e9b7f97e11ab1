import { createContext, useContext } from 'react'

/** Link to the form's list, filtered by the answers of a bar. */
export type ListLink = {
  readonly to: '/respuestas/listado/$id/{-$respuesta}'
  readonly params: { readonly id: string; readonly respuesta: undefined }
  readonly search: Readonly<Record<string, string>>
}

/** Actions of a chart's bars. A chart without actions is static. */
export type ChartActs = {
  /** whether the page is filtered by the bar */
  readonly isPicked: (key: string) => boolean
  /** toggles filtering the page by the bar; undefined: not available */
  readonly pick: ((key: string) => void) | undefined
  /** undefined: the list has no such filter */
  readonly listOf: (key: string) => ListLink | undefined
}

const Context = createContext<ChartActs | null>(null)

export const ChartActsProvider = Context.Provider

export function useChartActs(): ChartActs | null {
  return useContext(Context)
}
