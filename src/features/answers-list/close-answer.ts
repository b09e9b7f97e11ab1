import { useCallback } from 'react'
import { useParams, useRouter, useSearch, type AnyRouter } from '@tanstack/react-router'
import { LIST_ROUTE } from './list-address.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** for an answer opened from its list: the list's URL, which is the previous history entry */
    readonly openedFrom?: string
  }
}

type ListAddress = { readonly id: string; readonly search: Readonly<Record<string, unknown>> }

/** @returns history state for an answer that opens beside its list */
export function buildOpenedFromState(router: AnyRouter, { id, search }: ListAddress): { readonly openedFrom: string } {
  return { openedFrom: buildListHref(router, { id, search }) }
}

/**
 * Closes the answer beside its list. If it was opened from this list, goes back; otherwise replaces the history entry
 * with the list.
 */
export function useCloseAnswer(): () => void {
  const router = useRouter()
  const { id } = useParams({ from: LIST_ROUTE })
  const search = useSearch({ from: LIST_ROUTE })
  return useCallback(() => {
    const { state } = router.history.location
    if (state.openedFrom === buildListHref(router, { id, search })) router.history.back()
    else
      void router.navigate({
        to: LIST_ROUTE,
        params: { id, respuesta: undefined },
        search,
        replace: true,
        resetScroll: false,
      })
  }, [router, id, search])
}

function buildListHref(router: AnyRouter, { id, search }: ListAddress): string {
  return router.buildLocation({ to: LIST_ROUTE, params: { id, respuesta: undefined }, search }).href
}
