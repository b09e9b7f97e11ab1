import { createContext, useContext } from 'react'

/** Link to the answers list of the form, filtered by a bar. */
export type ListLink = {
  readonly to: '/respuestas/listado/$id/{-$respuesta}'
  readonly params: { readonly id: string; readonly respuesta: undefined }
  readonly search: Readonly<Record<string, string>>
}

/** Actions of a chart's bars. Bars of charts without actions cannot be pressed. */
export type ChartActions = {
  /** whether the page is filtered by the bar */
  readonly isPicked: (key: string) => boolean
  /** toggles the bar as a filter of the page; undefined if bars cannot filter the page */
  readonly pick: ((key: string) => void) | undefined
  /** link to the bar's answers; undefined if the list has no such filter */
  readonly listOf: (key: string) => ListLink | undefined
}

const Context = createContext<ChartActions | null>(null)

export const ChartActionsProvider = Context.Provider

export function useChartActions(): ChartActions | null {
  return useContext(Context)
}
