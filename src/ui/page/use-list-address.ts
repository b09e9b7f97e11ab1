import { useCallback } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'

type Search = { readonly [name: string]: string | number | undefined }

const FIRST_PAGE = { pagina: undefined, despues: undefined, antes: undefined } as const

/**
 * Page and filters in the URL. Changing a filter returns to the first page and replaces the history entry. Changing the
 * page adds a history entry.
 */
export function useListAddress<Filters extends { readonly [Name in keyof Filters]?: string }>() {
  const search = useSearch({ strict: false } as never) as Filters & { readonly pagina?: number }
  const navigate = useNavigate()
  const go = useCallback(
    (next: (before: Search) => Search, options: { readonly replace?: boolean; readonly resetScroll?: boolean }) =>
      void navigate({ to: '.', search: ((before: Search) => keepGivenParameters(next(before))) as never, ...options }),
    [navigate],
  )
  const filter = useCallback(
    (change: Filters) =>
      go((before) => ({ ...before, ...FIRST_PAGE, ...change }), { replace: true, resetScroll: false }),
    [go],
  )
  const turn = useCallback(
    (page: number) => go((before) => ({ ...before, pagina: page > 1 ? page : undefined }), {}),
    [go],
  )
  return { search, filter, turn }
}

/** Removes empty parameters from the URL. */
function keepGivenParameters(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))
}
