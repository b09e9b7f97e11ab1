import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { toProblem, type RequestFailure } from '#domain/endpoints/index.ts'
import { generatePlaceId, unreachable } from '#domain/kernel/index.ts'
import {
  listCountries,
  createCountry,
  createProvince,
  renameCountry,
  renameProvince,
  type CountryListItem,
} from '#domain/places/index.ts'
import {
  AdministrationTabs,
  EmptyState,
  mapToList,
  ListScreen,
  RowMenu,
  useEndpointData,
  toListedPage,
  FormDialog,
  notify,
  useEndpointCall,
  useProblemText,
  useFailureText,
  type Column,
} from '#ui/index.ts'
import { BlockPlaceDialog } from './block-dialog.tsx'
import { PlaceName, PlaceState } from './place-columns.tsx'
import styles from './places.module.css'

type Request = PlaceRequest | { readonly kind: 'block'; readonly country: CountryListItem }

/** /paises: countries and their provinces. */
export function CountriesScreen() {
  const { t } = useLingui()
  const [loadable, retry] = useEndpointData(listCountries, {})
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
        above={<AdministrationTabs />}
        list={mapToList(loadable, ({ countries }) => toListedPage(countries))}
        retry={retry}
        label={t`Countries and provinces`}
        name="countries"
        columns={useColumns(setRequest)}
        keyOf={({ id }) => id}
        failed={<Trans>The countries could not be loaded. Reload the page.</Trans>}
        empty={<EmptyState title={<Trans>There are no countries yet.</Trans>} />}
      />
      {request?.kind === 'block' && (
        <BlockPlaceDialog place={{ ...request.country, kind: 'country' }} onClose={close} />
      )}
      {request !== null && request.kind !== 'block' && <PlaceDialog request={request} onClose={close} />}
    </>
  )
}

function useColumns(ask: (request: Request) => void): readonly Column<CountryListItem>[] {
  const { t } = useLingui()
  return [
    {
      head: t`Country`,
      key: 'name',
      by: ({ nombre }) => nombre,
      cell: ({ id, nombre }) => (
        <PlaceName flag={id}>
          <button
            type="button"
            data-opens
            className="r-accent"
            onClick={() => ask({ kind: 'rename-country', id, nombre })}
          >
            {nombre}
          </button>
        </PlaceName>
      ),
    },
    {
      head: t`Status`,
      key: 'status',
      card: 'side',
      cell: ({ inhabilitado }) => <PlaceState inhabilitado={inhabilitado} />,
    },
    {
      head: t`Provinces`,
      key: 'provinces',
      cell: ({ provincias }) => (
        <div className="r-row r-gap-4">
          {provincias.map(({ id, nombre, municipios }) => (
            <Button
              key={id}
              variant="default"
              className={styles['province'] ?? ''}
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
      key: 'actions',
      card: 'actions',
      cell: (country) => {
        const { id, nombre, inhabilitado } = country
        return (
          <RowMenu
            row={nombre}
            actions={[
              { name: t`New province`, onClick: () => ask({ kind: 'province', country: id, of: nombre }) },
              { name: t`Rename`, onClick: () => ask({ kind: 'rename-country', id, nombre }) },
              {
                name: inhabilitado ? t`Unblock` : t`Block`,
                isDangerous: !inhabilitado,
                onClick: () => ask({ kind: 'block', country }),
              },
            ]}
          />
        )
      },
    },
  ]
}

type PlaceRequest =
  | { readonly kind: 'country' }
  | { readonly kind: 'province'; readonly country: string; readonly of: string }
  | { readonly kind: 'rename-country' | 'rename-province'; readonly id: string; readonly nombre: string }

/** Creates or renames a country or a province. */
function PlaceDialog({ request, onClose }: { readonly request: PlaceRequest; readonly onClose: () => void }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const failureText = useFailureText()
  const acts = {
    country: useEndpointCall(createCountry),
    province: useEndpointCall(createProvince),
    renameCountry: useEndpointCall(renameCountry),
    renameProvince: useEndpointCall(renameProvince),
  }
  // Generated once, so that a retry after a lost reply creates no second province.
  const [id] = useState(() => generatePlaceId(crypto.getRandomValues(new Uint8Array(16))))
  const [code, setCode] = useState('')
  const [nombre, setNombre] = useState('nombre' in request ? request.nombre : '')
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const problem = failure === null ? undefined : toProblem(failure)
  const isAboutCode = problem?.code === 'place.country-code-invalid' || problem?.code === 'place.exists'
  const isAboutName = problem?.code === 'place.name-required' || problem?.code === 'place.name-taken'

  function ask() {
    switch (request.kind) {
      case 'country':
        return acts.country.act({ body: { code, nombre } })
      case 'province':
        return acts.province.act({ body: { id, country: request.country, nombre } })
      case 'rename-country':
        return acts.renameCountry.act({ id: request.id, body: { nombre } })
      case 'rename-province':
        return acts.renameProvince.act({ id: request.id, body: { nombre } })
      default:
        return unreachable(request)
    }
  }

  async function submit(): Promise<void> {
    setFailure(null)
    const outcome = await ask()
    if (outcome.kind !== 'ok') return setFailure(outcome)
    notify({ tone: 'received', text: t`${nombre.trim()} was saved` })
    onClose()
  }

  return (
    <FormDialog
      title={formatDialogTitle()}
      submit={request.kind === 'country' || request.kind === 'province' ? <Trans>Create</Trans> : <Trans>Save</Trans>}
      busy={Object.values(acts).some(({ busy }) => busy)}
      failure={failure === null || isAboutCode || isAboutName ? null : failureText(failure)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {request.kind === 'country' && (
        <TextInput
          label={t`Two-letter code`}
          description={t`From ISO 3166: AR, BR, CL…`}
          required
          maxLength={2}
          value={code}
          error={isAboutCode && problem !== undefined ? problemText(problem) : undefined}
          onChange={({ currentTarget }) => setCode(currentTarget.value.toUpperCase())}
        />
      )}
      <TextInput
        label={t`Name`}
        required
        value={nombre}
        error={isAboutName && problem !== undefined ? problemText(problem) : undefined}
        onChange={({ currentTarget }) => setNombre(currentTarget.value)}
      />
    </FormDialog>
  )

  function formatDialogTitle(): string {
    if (request.kind === 'country') return t`New country`
    return request.kind === 'province' ? t`New province in ${request.of}` : t`Rename ${request.nombre}`
  }
}
