import type { ReactNode } from 'react'
import { Plural, useLingui } from '@lingui/react/macro'
import { MOST_PENDING, type PendingForm } from '#domain/sync/index.ts'
import { Item, ItemList } from '../page/item-list.tsx'
import { TextLink } from '../page/link-button.tsx'
import { useFormats } from '../words/format.ts'

type PendingLinesProps = {
  readonly forms: readonly PendingForm[]
  /** so many lines; the others are left out */
  readonly most?: number
  /** in the reader's language */
  readonly titleOf: (form: PendingForm) => ReactNode
}

/** What waits in each form, a line for each state, which leads to these answers, the oldest first. */
export function PendingLines({ forms, most, titleOf }: PendingLinesProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const lines = forms.flatMap((form) => form.states.map((state) => ({ form, state }))).slice(0, most)
  return (
    <ItemList label={t`Answers that wait`}>
      {lines.map(({ form, state: { id, nombre, count, oldest } }) => (
        <Item
          key={`${form.id}/${id}`}
          title={
            <TextLink
              to={'/respuestas/listado/$id/{-$respuesta}' as string}
              params={{ id: form.id, respuesta: undefined } as never}
              search={{ estado: String(id), orden: 'viejas' } as never}
            >
              {titleOf(form)}
              {': '}
              {nombre}
            </TextLink>
          }
          details={[
            count < MOST_PENDING ? (
              <Plural key="count" value={count} one="# waits" other="# wait" />
            ) : (
              t`${MOST_PENDING - 1} and more wait`
            ),
            <span key="oldest" className="r-figures">
              {t`the oldest since ${formats.dateTime(oldest)}`}
            </span>,
          ]}
        />
      ))}
    </ItemList>
  )
}
