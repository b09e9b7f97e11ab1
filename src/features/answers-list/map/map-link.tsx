import { useParams, useSearch } from '@tanstack/react-router'
import { IconList, IconMap2 } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { LinkButton } from '#ui/index.ts'
import { LIST_ROUTE } from '../list-address.ts'

/** Switches between table and map. Page and filters stay in the URL, so that both are restored. */
export function MapLink({ isMap }: { readonly isMap: boolean }) {
  const { id } = useParams({ from: LIST_ROUTE })
  const { vista: _, ...search } = useSearch({ from: LIST_ROUTE })
  return (
    <LinkButton
      to={LIST_ROUTE}
      params={{ id, respuesta: undefined }}
      search={isMap ? search : { ...search, vista: 'mapa' }}
      variant="default"
      leftSection={isMap ? <IconList size={20} aria-hidden="true" /> : <IconMap2 size={20} aria-hidden="true" />}
    >
      {isMap ? <Trans>List</Trans> : <Trans>Map</Trans>}
    </LinkButton>
  )
}
