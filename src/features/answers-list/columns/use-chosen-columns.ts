import { useCallback, useMemo } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { MAX_QUESTION_COLUMNS } from '#domain/answering/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import { columnsSchema } from '#domain/answers/index.ts'
import { readListColumns, writeListColumns } from '#local/index.ts'
import { useAccount, useListAddress } from '#ui/index.ts'
import type { ListFilters } from '../filters/list-filters.ts'

export type ChosenColumns = {
  /** question keys in the format of URL and server; empty if no columns are selected */
  readonly asked: string
  /** false while the last selection is loaded from this device */
  readonly isKnown: boolean
  readonly choose: (keys: readonly string[]) => void
}

/** The question columns of a form's list, from the URL, or otherwise this account's last selection on this device. */
export function useChosenColumns(template: TemplateId): ChosenColumns {
  const { local } = useAccount()
  const { search, filter } = useListAddress<ListFilters>()
  const remembered = useLiveQuery(() => readListColumns(local, template), [local, template])
  const choose = useCallback(
    (keys: readonly string[]) => {
      void writeListColumns(local, template, keys)
      filter({ columnas: keys.join() })
    },
    [local, template, filter],
  )
  const requested = columnsIn(search.columnas) ?? columnsIn(remembered?.join()) ?? ''
  const isKnown = search.columnas !== undefined || remembered !== undefined
  return useMemo(() => ({ asked: requested, isKnown, choose }), [requested, isKnown, choose])
}

/** Reads columns from the URL, which is untrusted input. @returns undefined if it contains no valid columns */
function columnsIn(text: string | undefined): string | undefined {
  const keys = [...new Set(text?.split(','))].slice(0, MAX_QUESTION_COLUMNS).join()
  return columnsSchema.safeParse(keys).data
}
