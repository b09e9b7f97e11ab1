import type { ReactNode } from 'react'
import type { PendingForm } from '#domain/jobs/index.ts'
import { Item, ItemList } from '../page/item-list.tsx'
import { TextLink } from '../page/link-button.tsx'

type PendingState = PendingForm['states'][number]

type PendingLinesProps = {
  readonly label: string
  readonly forms: readonly PendingForm[]
  /** maximum number of lines */
  readonly max?: number
  /** title of a form in the reader's language */
  readonly titleOf: (form: PendingForm) => ReactNode
  readonly detailsOf: (state: PendingState) => readonly ReactNode[]
}

/**
 * A line per form and state, with a link to the answers; the line with the oldest answer is first. Texts are passed as
 * props, because this component's own catalogue would be loaded with every first screen.
 */
export function PendingLines({ label, forms, max, titleOf, detailsOf }: PendingLinesProps) {
  const lines = forms
    .flatMap((form) => form.states.map((state) => ({ form, state })))
    .toSorted((a, b) => a.state.oldest.localeCompare(b.state.oldest))
    .slice(0, max)
  return (
    <ItemList label={label}>
      {lines.map(({ form, state }) => (
        <Item
          key={`${form.id}/${state.id}`}
          title={
            <TextLink
              to={'/respuestas/listado/$id/{-$respuesta}' as string}
              params={{ id: form.id, respuesta: undefined } as never}
              search={{ estado: String(state.id), orden: 'viejas' } as never}
            >
              {titleOf(form)}
              {formatMunicipalityNote(forms, form)}
              {': '}
              {state.nombre}
            </TextLink>
          }
          details={detailsOf(state)}
        />
      ))}
    </ItemList>
  )
}

/** @returns the form's municipality in brackets, if several of these forms have the same title; else empty */
export function formatMunicipalityNote(forms: readonly PendingForm[], { titulo, municipio }: PendingForm): string {
  return forms.filter((form) => form.titulo === titulo).length > 1 ? ` (${municipio})` : ''
}
