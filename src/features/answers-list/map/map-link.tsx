import { useParams, useSearch } from '@tanstack/react-router'
import { IconList, IconMap2 } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { LinkButton } from '#ui/index.ts'
import { LIST } from '../list-address.ts'

/** From the table to the map and back. Page and filters stay in the address, so that each is found as it was left. */
export function MapLink({ isMap }: { readonly isMap: boolean }) {
  const { id } = useParams({ from: LIST })
  const { vista: _, ...search } = useSearch({ from: LIST })
  return (
    <LinkButton
      to={LIST}
      params={{ id, respuesta: undefined }}
      search={isMap ? search : { ...search, vista: 'mapa' }}
      variant="default"
      leftSection={isMap ? <IconList size={20} aria-hidden="true" /> : <IconMap2 size={20} aria-hidden="true" />}
    >
      {isMap ? <Trans>List</Trans> : <Trans>Map</Trans>}
    </LinkButton>
  )
}
