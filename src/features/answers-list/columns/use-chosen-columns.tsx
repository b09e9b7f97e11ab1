import { useCallback, useMemo, useState } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { Button } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { MAX_QUESTION_COLUMNS, listQuestionColumns } from '#domain/answering/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import { columnsSchema } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { readListColumns, writeListColumns } from '#local/index.ts'
import { lazyPart, useAccount, useListAddress, type ListedPage, type Loadable, type TableName } from '#ui/index.ts'
import type { ListFilters } from '../filters/list-filters.ts'

const QuestionPicker = lazyPart(async () => (await import('./question-picker.tsx')).QuestionPicker)

type ChosenColumns = {
  /** name of the stored arrangement of the table */
  readonly name: string
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
  const storedColumns = useLiveQuery(() => readListColumns(local, template), [local, template])
  const choose = useCallback(
    (keys: readonly string[]) => {
      void writeListColumns(local, template, keys)
      filter({ columnas: keys.join() })
    },
    [local, template, filter],
  )
  const requested = parseColumns(search.columnas) ?? parseColumns(storedColumns?.join()) ?? ''
  const isKnown = search.columnas !== undefined || storedColumns !== undefined
  return useMemo(
    () => ({ name: `answers.${template}`, asked: requested, isKnown, choose }),
    [template, requested, isKnown, choose],
  )
}

/** Reads columns from the URL, which is untrusted input. @returns undefined if it contains no valid columns */
function parseColumns(text: string | undefined): string | undefined {
  const keys = [...new Set(text?.split(','))].slice(0, MAX_QUESTION_COLUMNS).join()
  return columnsSchema.safeParse(keys).data
}

/**
 * The button that opens the columns dialog, the dialog, and the arrangement of the table. While the dialog is open, the
 * list is not updated, because the dialog is part of the table, which disappears while the list loads.
 * @param template undefined or null if the form with its questions is not on this device, or if there is no table
 * @param shown the question columns in the table
 */
export function useColumnsButton<T>(
  template: FormTemplate | null | undefined,
  list: Loadable<ListedPage<T>>,
  { name, choose }: ChosenColumns,
  shown: readonly { readonly key?: string }[],
) {
  const [held, setHeld] = useState<Loadable<ListedPage<T>>>()
  if (template === null || template === undefined) {
    if (held !== undefined) setHeld(undefined)
    return { table: name, button: null, held: list }
  }
  const page = list.kind === 'here' ? list.value : undefined
  const isEmpty = page === undefined || page.items.length === 0
  const table: TableName = {
    name,
    choice: {
      isOpen: held !== undefined,
      close: () => setHeld(undefined),
      chosen: shown.flatMap(({ key = '' }) => key),
      // In the form's order, so that the same selection gives the same URL.
      choose: (keys) =>
        choose(listQuestionColumns(template.secciones).flatMap(({ key }) => (keys.includes(key) ? [key] : []))),
      after: 'author',
      picker: (chosen, toggle) => <QuestionPicker template={template} chosen={chosen} toggle={toggle} />,
    },
  }
  const button = (!isEmpty || page?.more === true || held !== undefined) && (
    <Button
      variant="subtle"
      // Without rows the button is disabled but stays, so that it keeps the focus while the list is loading.
      aria-disabled={isEmpty}
      data-disabled={isEmpty}
      leftSection={<IconColumns3 size={20} aria-hidden="true" />}
      onPointerEnter={QuestionPicker.preload}
      onClick={() => !isEmpty && setHeld(list)}
    >
      <Trans>Columns</Trans>
    </Button>
  )
  return { table, button, held: held ?? list }
}
