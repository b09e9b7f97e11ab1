import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconBan, IconLockOpen, IconPencil, IconPlus } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { listCountries } from '#domain/api/index.ts'
import type { CountryLine } from '#domain/places/index.ts'
import { EmptyState, listOf, ListScreen, StatusBadge, useAsked, wholeList, type Column } from '#ui/index.ts'
import { BlockDialog } from './block-dialog.tsx'
import { Flag } from './flag.tsx'
import { Parts } from './parts.tsx'
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
        title={t`Countries and provinces`}
        actions={
          <Button
            leftSection={<IconPlus size={20} aria-hidden="true" />}
            onClick={() => setRequest({ kind: 'country' })}
          >
            <Trans>New country</Trans>
          </Button>
        }
        above={<Parts />}
        list={listOf(asked, ({ countries }) => wholeList(countries))}
        again={again}
        label={t`Countries and provinces`}
        columns={useColumns(setRequest)}
        keyOf={({ id }) => id}
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
      cell: ({ id, nombre }) => (
        <span className={styles['named']}>
          <Flag code={id} />
          {nombre}
        </span>
      ),
    },
    {
      head: t`State`,
      card: 'side',
      cell: ({ inhabilitado }) =>
        inhabilitado ? (
          <StatusBadge tone="attention">
            <Trans>Blocked</Trans>
          </StatusBadge>
        ) : (
          <StatusBadge tone="received">
            <Trans context="municipality">Open</Trans>
          </StatusBadge>
        ),
    },
    {
      head: t`Provinces`,
      cell: ({ provincias }) => (
        <div className={styles['provinces']}>
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
          <div className={styles['row-actions']}>
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
            <Button
              variant="subtle"
              leftSection={
                inhabilitado ? <IconLockOpen size={20} aria-hidden="true" /> : <IconBan size={20} aria-hidden="true" />
              }
              aria-label={inhabilitado ? t`Unblock ${nombre}` : t`Block ${nombre}`}
              onClick={() => ask({ kind: 'block', country })}
            >
              {inhabilitado ? <Trans>Unblock</Trans> : <Trans>Block</Trans>}
            </Button>
          </div>
        )
      },
    },
  ]
}
