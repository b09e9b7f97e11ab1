import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { listCountries, type CountryLine } from '#domain/places/index.ts'
import { EmptyState, listOf, ListScreen, useAsked, wholeList, type Column } from '#ui/index.ts'
import { BlockDialog } from './block-dialog.tsx'
import { PlacesParts } from './parts.tsx'
import { BlockButton, PlaceName, PlaceState } from './place-columns.tsx'
import { PlaceDialog, type PlaceRequest } from './place-dialog.tsx'
import styles from './places.module.css'

type Request = PlaceRequest | { readonly kind: 'block'; readonly country: CountryLine }

/** /paises: countries and their provinces. */
export function CountriesScreen() {
  const { t } = useLingui()
  const [asked, again] = useAsked(listCountries, {})
  const [request, setRequest] = useState<Request | null>(null)
  const close = (): void => setRequest(null)
  return (
    <>
      <ListScreen
        roomy
        title={t`Countries and provinces`}
        actions={
          <Button
            leftSection={<IconPlus size={20} aria-hidden="true" />}
            onClick={() => setRequest({ kind: 'country' })}
          >
            <Trans>New country</Trans>
          </Button>
        }
        above={<PlacesParts />}
        list={listOf(asked, ({ countries }) => wholeList(countries))}
        again={again}
        label={t`Countries and provinces`}
        columns={useColumns(setRequest)}
        keyOf={({ id }) => id}
        failed={<Trans>An error occurred while obtaining the list of countries, please reload the page.</Trans>}
        empty={<EmptyState title={<Trans>There are no countries yet.</Trans>} />}
      />
      {request?.kind === 'block' && <BlockDialog place={{ ...request.country, kind: 'country' }} onClose={close} />}
      {request !== null && request.kind !== 'block' && <PlaceDialog request={request} onClose={close} />}
    </>
  )
}

function useColumns(ask: (request: Request) => void): readonly Column<CountryLine>[] {
  const { t } = useLingui()
  return [
    {
      head: t`Country`,
      cell: ({ id, nombre }) => <PlaceName flag={id}>{nombre}</PlaceName>,
    },
    {
      head: t`State`,
      card: 'side',
      cell: ({ inhabilitado }) => <PlaceState inhabilitado={inhabilitado} />,
    },
    {
      head: t`Provinces`,
      cell: ({ provincias }) => (
        <div className="r-row r-gap-4">
          {provincias.map(({ id, nombre, municipios }) => (
            <Button
              key={id}
              variant="default"
              rightSection={<IconPencil size={16} aria-label={t`Rename`} />}
              onClick={() => ask({ kind: 'rename-province', id, nombre })}
            >
              {nombre} · <Plural value={municipios} one="# municipality" other="# municipalities" />
            </Button>
          ))}
        </div>
      ),
    },
    {
      head: t`Actions`,
      card: 'actions',
      cell: (country) => {
        const { id, nombre, inhabilitado } = country
        return (
          <div className={`r-line r-gap-4 ${styles['row-actions']}`}>
            <Button
              variant="subtle"
              leftSection={<IconPlus size={20} aria-hidden="true" />}
              aria-label={t`New province of ${nombre}`}
              onClick={() => ask({ kind: 'province', country: id, of: nombre })}
            >
              <Trans>Province</Trans>
            </Button>
            <Button
              variant="subtle"
              leftSection={<IconPencil size={20} aria-hidden="true" />}
              aria-label={t`Rename ${nombre}`}
              onClick={() => ask({ kind: 'rename-country', id, nombre })}
            >
              <Trans>Rename</Trans>
            </Button>
            <BlockButton nombre={nombre} inhabilitado={inhabilitado} onClick={() => ask({ kind: 'block', country })} />
          </div>
        )
      },
    },
  ]
}
