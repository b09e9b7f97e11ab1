import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { listMunicipalities, type MunicipalityListItem } from '#domain/places/index.ts'
import {
  AdministrationTabs,
  EmptyState,
  mapToList,
  FilterBar,
  ListScreen,
  RenamingBadge,
  RowMenu,
  SearchField,
  TextLink,
  useEndpointData,
  useFormats,
  useListAddress,
  useRefreshWhileRenaming,
  toListedPage,
  type Column,
  type CursorSearch,
} from '#ui/index.ts'
import { BlockPlaceDialog } from './block-dialog.tsx'
import { MunicipalityDialog } from './municipality-dialog.tsx'
import { PlaceName, PlaceState } from './place-columns.tsx'

type Address = CursorSearch & { readonly buscar?: string }
type Request =
  { readonly kind: 'create' } | { readonly kind: 'edit' | 'block'; readonly municipality: MunicipalityListItem }

/** /municipios: all municipalities of the installation, seven per page. */
export function MunicipalitiesScreen() {
  const { t } = useLingui()
  const formats = useFormats()
  const { search, filter } = useListAddress<Address>()
  const { buscar: query = '', despues, antes } = search
  const [request, setRequest] = useState<Request | null>(null)
  const [loadable, retry] = useEndpointData(listMunicipalities, {
    nombre: query,
    after: despues,
    before: antes,
  })
  const page = loadable.kind === 'here' ? loadable.value : undefined
  useRefreshWhileRenaming(page?.municipalities, retry)
  const close = (): void => setRequest(null)

  return (
    <>
      <ListScreen
        title={t`Municipalities`}
        actions={
          <Button
            leftSection={<IconPlus size={20} aria-hidden="true" />}
            onClick={() => setRequest({ kind: 'create' })}
          >
            <Trans>New municipality</Trans>
          </Button>
        }
        above={<AdministrationTabs />}
        filters={
          <FilterBar
            search={
              <SearchField label={t`Name, keyword or ID`} query={query} onSeek={(text) => filter({ buscar: text })} />
            }
          />
        }
        list={mapToList(loadable, ({ municipalities, ...turns }) => toListedPage(municipalities, turns))}
        retry={retry}
        label={t`Municipalities`}
        name="municipalities"
        columns={useColumns(setRequest)}
        keyOf={({ id }) => id}
        failed={<Trans>The municipalities could not be loaded. Reload the page.</Trans>}
        empty={
          <EmptyState title={<Trans>No results found</Trans>}>
            {query !== '' && <Trans>No municipality has “{query}” in its name, keyword or ID.</Trans>}
          </EmptyState>
        }
        foot={
          page !== undefined && (
            <p className="r-figures" role="status">
              <Trans>Total municipalities: {formats.number(page.total)}</Trans>
            </p>
          )
        }
      />
      {request?.kind === 'create' && <MunicipalityDialog onClose={close} />}
      {request?.kind === 'edit' && <MunicipalityDialog municipality={request.municipality} onClose={close} />}
      {request?.kind === 'block' && (
        <BlockPlaceDialog place={{ kind: 'municipality', ...request.municipality }} onClose={close} />
      )}
    </>
  )
}

function useColumns(ask: (request: Request) => void): readonly Column<MunicipalityListItem>[] {
  const { t } = useLingui()
  return [
    {
      head: t`Municipality`,
      key: 'name',
      by: ({ nombre }) => nombre,
      cell: ({ id, countryCode, nombre, renaming }) => (
        <PlaceName flag={countryCode}>
          <TextLink data-opens to="/municipios/$id" params={{ id }} aria-label={t`Settings of ${nombre}`}>
            {nombre}
          </TextLink>
          <RenamingBadge renaming={renaming} />
        </PlaceName>
      ),
    },
    {
      head: t`Status`,
      key: 'status',
      card: 'side',
      cell: ({ inhabilitado, countryBlocked }) => (
        <PlaceState inhabilitado={inhabilitado} countryBlocked={countryBlocked} />
      ),
    },
    {
      head: t`Province`,
      key: 'province',
      by: ({ provincia, pais }) => `${provincia}, ${pais}`,
      cell: ({ provincia, pais }) => `${provincia}, ${pais}`,
    },
    {
      head: t`Keyword`,
      key: 'keyword',
      by: ({ key }) => key,
      card: 'named',
      cell: ({ key }) => <span className="r-code">{key}</span>,
    },
    {
      head: t`MuniDigital ID`,
      key: 'core',
      by: ({ idMuniCore }) => idMuniCore,
      spare: true,
      card: 'named',
      cell: ({ idMuniCore }) => idMuniCore ?? '–',
    },
    {
      head: t`Actions`,
      key: 'actions',
      card: 'actions',
      cell: (municipality) => {
        const { nombre, inhabilitado } = municipality
        return (
          <RowMenu
            row={nombre}
            actions={[
              { name: t`Edit`, onClick: () => ask({ kind: 'edit', municipality }) },
              {
                name: inhabilitado ? t`Unblock` : t`Block`,
                isDangerous: !inhabilitado,
                onClick: () => ask({ kind: 'block', municipality }),
              },
            ]}
          />
        )
      },
    },
  ]
}
