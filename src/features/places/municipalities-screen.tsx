import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconBan, IconLockOpen, IconPencil, IconPlus, IconSearch, IconSettings } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { listMunicipalities } from '#domain/api/index.ts'
import type { MunicipalityLine } from '#domain/places/index.ts'
import {
  EmptyState,
  LinkButton,
  listOf,
  ListScreen,
  StatusBadge,
  useAsked,
  useFormats,
  useListAddress,
  type Column,
} from '#ui/index.ts'
import { BlockDialog } from './block-dialog.tsx'
import { Flag } from './flag.tsx'
import { MunicipalityDialog } from './municipality-dialog.tsx'
import { Parts } from './parts.tsx'
import styles from './places.module.css'

/** Milliseconds: nobody is asked for each letter. */
const TYPING = 300

type Request =
  { readonly kind: 'create' } | { readonly kind: 'edit' | 'block'; readonly municipality: MunicipalityLine }

/** /municipios: every municipality of the installation, seven to a page. */
export function MunicipalitiesScreen() {
  const { t } = useLingui()
  const formats = useFormats()
  const { search, filter } = useListAddress<{ readonly nombre?: string }>()
  const sought = search.nombre ?? ''
  const [typed, setTyped] = useState(sought)
  const seek = useDebouncedCallback((nombre: string) => filter({ nombre }), TYPING)
  const [request, setRequest] = useState<Request | null>(null)
  const [asked, again] = useAsked(listMunicipalities, { nombre: sought, page: search.pagina ?? 1 })
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
        above={<Parts />}
        filters={
          <search className={styles['filters']}>
            <TextInput
              type="search"
              label={t`Name, keyword or ID`}
              leftSection={<IconSearch size={20} aria-hidden="true" />}
              value={typed}
              onChange={({ currentTarget }) => {
                const text = currentTarget.value.trimStart()
                setTyped(text)
                seek(text)
              }}
            />
          </search>
        }
        list={listOf(asked, ({ municipalities, page, pageSize, total }) => ({
          items: municipalities,
          page,
          pages: Math.ceil(total / pageSize),
        }))}
        again={again}
        label={t`Municipalities`}
        columns={useColumns(setRequest)}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={<Trans>No results found</Trans>}>
            {sought !== '' && <Trans>Nothing has “{sought}” in its name, its keyword or its ID.</Trans>}
          </EmptyState>
        }
        foot={
          asked.kind === 'here' && (
            <p className="r-figures" role="status">
              <Trans>Total municipalities: {formats.number(asked.value.total)}</Trans>
            </p>
          )
        }
      />
      {request?.kind === 'create' && <MunicipalityDialog onClose={close} />}
      {request?.kind === 'edit' && <MunicipalityDialog municipality={request.municipality} onClose={close} />}
      {request?.kind === 'block' && (
        <BlockDialog place={{ kind: 'municipality', ...request.municipality }} onClose={close} />
      )}
    </>
  )
}

function useColumns(ask: (request: Request) => void): readonly Column<MunicipalityLine>[] {
  const { t } = useLingui()
  return [
    {
      head: t`Municipality`,
      cell: ({ countryCode, nombre }) => (
        <span className={styles['named']}>
          <Flag code={countryCode} />
          {nombre}
        </span>
      ),
    },
    {
      head: t`State`,
      card: 'side',
      cell: ({ inhabilitado, countryBlocked }) =>
        inhabilitado || countryBlocked ? (
          <StatusBadge tone="attention">
            {inhabilitado ? <Trans>Blocked</Trans> : <Trans>Country blocked</Trans>}
          </StatusBadge>
        ) : (
          <StatusBadge tone="received">
            <Trans context="municipality">Open</Trans>
          </StatusBadge>
        ),
    },
    { head: t`Province`, cell: ({ provincia, pais }) => `${provincia}, ${pais}` },
    { head: t`Keyword`, card: 'named', cell: ({ key }) => <span className="r-code">{key}</span> },
    { head: t`ID for MuniDigital`, card: 'named', cell: ({ idMuniCore }) => idMuniCore ?? '–' },
    {
      head: t`Actions`,
      card: 'actions',
      cell: (municipality) => {
        const { id, nombre, inhabilitado } = municipality
        return (
          <div className={styles['row-actions']}>
            <LinkButton
              to="/municipios/$id"
              params={{ id }}
              variant="subtle"
              leftSection={<IconSettings size={20} aria-hidden="true" />}
              aria-label={t`Settings of ${nombre}`}
            >
              <Trans>Settings</Trans>
            </LinkButton>
            <Button
              variant="subtle"
              leftSection={<IconPencil size={20} aria-hidden="true" />}
              aria-label={t`Edit ${nombre}`}
              onClick={() => ask({ kind: 'edit', municipality })}
            >
              <Trans>Edit</Trans>
            </Button>
            <Button
              variant="subtle"
              leftSection={
                inhabilitado ? <IconLockOpen size={20} aria-hidden="true" /> : <IconBan size={20} aria-hidden="true" />
              }
              aria-label={inhabilitado ? t`Unblock ${nombre}` : t`Block ${nombre}`}
              onClick={() => ask({ kind: 'block', municipality })}
            >
              {inhabilitado ? <Trans>Unblock</Trans> : <Trans>Block</Trans>}
            </Button>
          </div>
        )
      },
    },
  ]
}
