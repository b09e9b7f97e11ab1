import { NativeSelect } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import type { InputOf } from '#domain/endpoints/index.ts'
import { getListaPaises } from '#domain/integrations/index.ts'
import {
  municipalityPathSchema,
  templateIdSchema,
  getDayBounds,
  getVisibleText,
  isCalendarDay,
  type MunicipalityPath,
} from '#domain/kernel/index.ts'
import {
  ORDER_METHODS,
  ORDER_SORTS,
  ORDER_STATES,
  type listOrders,
  type OrderListItem,
  type OrderMethod,
  type OrderState,
} from '#domain/payments/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { isEventForm } from '#domain/tickets/index.ts'
import { listFormSummaries, loadTemplate } from '#local/index.ts'
import {
  LazyDayField,
  FilterBar,
  SearchField,
  useAccount,
  useCan,
  useEndpointData,
  useFormTexts,
  useMunicipalityTimeZone,
  useProfile,
  type CursorSearch,
} from '#ui/index.ts'

/**
 * URL parameters of the orders. `municipio`: path. `estado`, `medio`, `orden`: codes of the API. `formulario`: id.
 * `desde`, `hasta`: days.
 */
export type OrdersUrlParams = CursorSearch & {
  readonly buscar?: string
  readonly municipio?: string
  readonly estado?: string
  readonly medio?: string
  readonly formulario?: string
  readonly desde?: string
  readonly hasta?: string
  readonly orden?: string
}

/** Municipality of orders. Days of the filter are those of its time zone, by default the device's. */
export type OrdersPlace = { readonly municipality: string; readonly timeZone?: string | undefined }

/** Municipality whose orders are shown: the one in the URL, the user's own, or the first that the user may choose. */
export function useOrdersPlace({ municipio }: OrdersUrlParams) {
  const usual = useUsualMunicipality()
  const municipality = municipalityPathSchema.safeParse(municipio).data ?? usual
  return { municipality, timeZone: useMunicipalityTimeZone(municipality) }
}

/** The user's own municipality. For administrators without areas, the first of all; empty until it is loaded. */
export function useUsualMunicipality(): MunicipalityPath | '' {
  const own = useProfile()?.municipality.path
  const choices = useMunicipalityChoices()
  return own ?? municipalityPathSchema.safeParse(choices[0]?.value).data ?? ''
}

/** Filters of the list and its export, without invalid values. */
export function toOrdersFilter(address: OrdersUrlParams, { municipality, timeZone }: OrdersPlace) {
  const { buscar = '', estado, medio, formulario, desde = '', hasta = '' } = address
  const state = ORDER_STATES.find((item) => item === estado)
  const method = ORDER_METHODS.find((item) => item === medio)
  const form = templateIdSchema.safeParse(formulario).data
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const from = isCalendarDay(desde) ? getDayBounds(desde, zone).first : undefined
  const to = isCalendarDay(hasta) ? getDayBounds(hasta, zone).last : undefined
  return {
    municipality,
    ...(getVisibleText(buscar) === '' ? {} : { search: buscar }),
    ...(state === undefined ? {} : { state }),
    ...(method === undefined ? {} : { method }),
    ...(form === undefined ? {} : { form }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }
}

/** Query parameters for the server. Unknown sort orders use the default. */
export function toOrdersQuery(address: OrdersUrlParams, place: OrdersPlace): InputOf<typeof listOrders> {
  const sort = ORDER_SORTS.find((item) => item === address.orden)
  return { ...toOrdersFilter(address, place), sort, after: address.despues, before: address.antes }
}

/** The number of active filters. The usual municipality is no filter, as it is the default. */
export function countOrderFilters(address: OrdersUrlParams, place: OrdersPlace, usual: string | undefined): number {
  const { municipality, ...others } = toOrdersFilter(address, place)
  return Object.keys(others).length + (municipality === (usual ?? '') ? 0 : 1)
}

type OrdersFiltersProps = {
  readonly address: OrdersUrlParams
  readonly change: (change: OrdersUrlParams) => void
}

export function OrdersFilters({ address, change }: OrdersFiltersProps) {
  const { t } = useLingui()
  const [states, methods] = [useOrderStateNames(), useOrderMethodNames()]
  const municipalities = useMunicipalityChoices()
  const usual = useUsualMunicipality()
  const place = useOrdersPlace(address)
  const { municipality } = place
  const forms = usePaidForms(municipality)
  return (
    <FilterBar
      search={
        <SearchField
          label={t`Number, payer, ID number, reference, amount or answer code`}
          query={address.buscar ?? ''}
          onSeek={(buscar) => change({ buscar })}
        />
      }
      count={countOrderFilters({ ...address, buscar: '' }, place, usual)}
    >
      {municipalities.length > 1 && (
        <NativeSelect
          label={t`Municipality`}
          value={municipality}
          onChange={({ currentTarget }) => change({ municipio: currentTarget.value, formulario: '' })}
          data={[...municipalities]}
        />
      )}
      <NativeSelect
        label={t`Status`}
        value={address.estado ?? ''}
        onChange={({ currentTarget }) => change({ estado: currentTarget.value })}
        data={[
          { value: '', label: t({ message: 'All', context: 'orders' }) },
          ...ORDER_STATES.map((value) => ({ value, label: states[value] })),
        ]}
      />
      <NativeSelect
        label={t`Payment method`}
        value={address.medio ?? ''}
        onChange={({ currentTarget }) => change({ medio: currentTarget.value })}
        data={[
          { value: '', label: t({ message: 'All', context: 'payment methods' }) },
          ...ORDER_METHODS.map((value) => ({ value, label: methods[value] })),
        ]}
      />
      <NativeSelect
        label={t`Form or event`}
        value={address.formulario ?? ''}
        onChange={({ currentTarget }) => change({ formulario: currentTarget.value })}
        data={[{ value: '', label: t({ message: 'All', context: 'forms' }) }, ...forms]}
      />
      <LazyDayField label={t`From`} value={address.desde ?? ''} onChange={(desde) => change({ desde })} />
      <LazyDayField label={t`To`} value={address.hasta ?? ''} onChange={(hasta) => change({ hasta })} />
      <NativeSelect
        label={t`Sort by`}
        value={address.orden ?? 'newest'}
        onChange={({ currentTarget }) => change({ orden: currentTarget.value })}
        data={[
          { value: 'newest', label: t`Newest first` },
          { value: 'oldest', label: t`Oldest first` },
          { value: 'highest', label: t`Highest amount first` },
          { value: 'lowest', label: t`Lowest amount first` },
        ]}
      />
    </FilterBar>
  )
}

/** The municipalities that the user may choose: all for administrators, otherwise those of the user's areas. */
export function useMunicipalityChoices() {
  const can = useCan()
  const profile = useProfile()
  const [loadable] = useEndpointData(getListaPaises, { body: null }, can('manage', 'usuario'))
  const all = loadable.kind === 'here' ? loadable.value : []
  const choices =
    all.length > 0
      ? all.flatMap(({ provincias }) => provincias.flatMap(({ municipios }) => municipios))
      : [profile?.municipality, ...(profile?.municipalities ?? [])].flatMap((place) =>
          place === undefined ? [] : [{ ref: place.path, nombre: place.nombre ?? place.path }],
        )
  return choices
    .map(({ ref, nombre }) => ({ value: String(ref), label: nombre }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
}

/** @returns a function that translates the title of an order's form, as the filter does */
export function useFormTitles(): (order: Pick<OrderListItem, 'form' | 'title'>) => string {
  const { local } = useAccount()
  const formText = useFormTexts()
  const forms = useLiveQuery(() => listFormSummaries(local), [local]) ?? []
  // An order keeps the title that its form had. Only the current title has a translation.
  return ({ form: id, title }) => {
    const form = forms.find((each) => each.id === id && each.titulo === title)
    return form === undefined ? title : formText(form, 'titulo')
  }
}

/** The forms of a municipality on this device that take payments. */
function usePaidForms(municipality: string | undefined) {
  const { local } = useAccount()
  const formText = useFormTexts()
  const forms = useLiveQuery(() => listFormSummaries(local), [local]) ?? []
  return forms
    .filter((form) => form.opcionales.addPaymentGateway && municipalityOfDocument(form) === municipality)
    .map((form) => ({ value: String(form.id), label: formText(form, 'titulo') }))
}

/** Events of the chosen municipality whose sales the user may see, latest first; undefined until they are read. */
export function useEvents(address: OrdersUrlParams) {
  const can = useCan()
  const { local } = useAccount()
  const { municipality } = useOrdersPlace(address)
  const forms = useLiveQuery(async () => {
    const summaries = (await listFormSummaries(local)).filter(
      (form) => form.opcionales.addPaymentGateway && municipalityOfDocument(form) === municipality,
    )
    return Promise.all(summaries.map(({ id }) => loadTemplate(local, id)))
  }, [local, municipality])
  return forms
    ?.filter((form) => isEventForm(form))
    .filter((template) => can('read', { kind: 'pago', template }))
    .toSorted(({ ticketSale: a }, { ticketSale: b }) => (b.eventDate ?? '').localeCompare(a.eventDate ?? ''))
}

export function useOrderStateNames(): Readonly<Record<OrderState, string>> {
  const { t } = useLingui()
  return {
    pending: t`Pending validation`,
    paid: t`Paid`,
    declined: t`Declined`,
    'refunded-part': t`Partly refunded`,
    refunded: t`Refunded`,
    disputed: t`Disputed`,
  }
}

export function useOrderMethodNames(): Readonly<Record<OrderMethod, string>> {
  const { t } = useLingui()
  return {
    cash: t`Cash`,
    card: t`Card at the desk`,
    transfer: t`Bank transfer`,
    other: t`Another method at the desk`,
    desk: t`At the desk`,
    stripe: 'Stripe',
    'mercado-pago': 'Mercado Pago',
    waived: t`Nothing to pay`,
  }
}
