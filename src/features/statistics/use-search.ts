import { useMemo, useState } from 'react'
import { useListAddress } from '#ui/index.ts'
import { endsOf, shownDays, type Days, type StatisticsSearch } from './address.ts'
import type { Slots } from './slots.ts'
import type { Narrowed } from './use-statistics.ts'

const KEPT = [
  ...(['codigo', 'autor', 'dni', 'estado', 'dia', 'desde', 'hasta', 'por', 'espera'] as const),
  ...(['pago', 'area', 'opciones'] as const),
] as const

/** What the address narrows the figures to. @param filterOf the answers list's own rule */
export function useStatisticsSearch(filterOf: Slots['filterOf']) {
  const { search, filter: change } = useListAddress<StatisticsSearch>()
  // The last seven days of a page that stays open over midnight are those of its opening, until it is narrowed anew.
  const [now] = useState(Date.now)
  const days = useMemo<Partial<Days>>(() => shownDays(search, now), [search, now])
  const filter = useMemo<Narrowed>(() => ({ ...filterOf(search), ...endsOf(days) }), [search, days, filterOf])
  const address = useMemo(() => {
    const said = KEPT.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]] as [string, string]]))
    return new URLSearchParams(said).toString()
  }, [search])
  return { search, change, days, filter, address }
}
