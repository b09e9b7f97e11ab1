import { createContext, useContext } from 'react'

/** Where the answers behind a bar are: the list of the form, narrowed to them. */
export type ListLink = {
  readonly to: '/respuestas/listado/$id/{-$respuesta}'
  readonly params: { readonly id: string; readonly respuesta: undefined }
  readonly search: Readonly<Record<string, string>>
}

/** What a bar does when it is touched. A chart without any only shows. */
export type ChartActs = {
  /** the page is filtered by it */
  readonly isPicked: (key: string) => boolean
  /** filters the rest of the page by it; a second time takes it back. Undefined: the page cannot be filtered by bars */
  readonly pick: ((key: string) => void) | undefined
  /** undefined: the list cannot be narrowed to it */
  readonly listOf: (key: string) => ListLink | undefined
}

const Context = createContext<ChartActs | null>(null)

export const ChartActsProvider = Context.Provider

export function useChartActs(): ChartActs | null {
  return useContext(Context)
}
