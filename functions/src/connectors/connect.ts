import { z } from 'zod'
import { booking, type BookingClient } from './booking.ts'
import { citizenPortal, type CitizenPortalClient } from './citizen-portal.ts'
import { addressService, type Geocoders, mapSearch } from './geocoders.ts'
import { citizenRegistry, type CitizenRegistryClient } from './citizen-registry.ts'
import type { Outside, OutsideDeps } from './http.ts'
import { mapTiles, type MapTilesClient, type TileProviders, tileProvidersFrom } from './map-tiles.ts'
import { municipalSystem, type MunicipalSystemClient } from './municipal-system.ts'

/** Addresses of outside systems, as whoever runs the server configures them; what is missing is not connected. */
export type OutsideAddresses = {
  readonly municipalSystem?: Outside
  /** the management system of municipalities with `usarAWS` */
  readonly municipalSystemAws?: Outside
  readonly booking?: Outside
  /** where people book */
  readonly bookingPage?: string
  readonly mapSearch?: Outside
  readonly addressService?: Outside
  /** a provider for each layer of the map */
  readonly tiles?: TileProviders
  readonly citizenPortal?: Outside
  /** the citizen registry */
  readonly citizens?: Outside
}

export type Connected = {
  readonly municipalSystem?: MunicipalSystemClient
  readonly createIncident?: MunicipalSystemClient['createIncident']
  readonly booking?: BookingClient
  readonly tiles?: MapTilesClient
  readonly geocoders?: Geocoders
  readonly citizenPortal?: CitizenPortalClient
  readonly citizenLogin?: CitizenPortalClient['login']
  readonly citizens?: CitizenRegistryClient
}

/** Clients for the systems that have an address. */
export function connect(deps: OutsideDeps, addresses: OutsideAddresses): Connected {
  const { municipalSystem: main, municipalSystemAws: aws, booking: appointments, citizens, tiles = {} } = addresses
  const { mapSearch: search, addressService: service } = addresses
  const { citizenPortal: portal, bookingPage } = addresses
  const client = portal === undefined ? undefined : citizenPortal(deps, portal)
  const management =
    main === undefined ? undefined : municipalSystem(deps, { main, ...(aws === undefined ? {} : { aws }) })
  return {
    ...(management === undefined ? {} : { municipalSystem: management, createIncident: management.createIncident }),
    ...(appointments === undefined ? {} : { booking: booking(deps, appointments, bookingPage) }),
    ...(Object.keys(tiles).length === 0 ? {} : { tiles: mapTiles(deps, tiles) }),
    ...(search === undefined && service === undefined
      ? {}
      : {
          geocoders: {
            ...(search === undefined ? {} : { 'map-search': mapSearch(deps, search) }),
            ...(service === undefined ? {} : { 'address-service': addressService(deps, service) }),
          },
        }),
    ...(client === undefined ? {} : { citizenPortal: client, citizenLogin: client.login }),
    ...(citizens === undefined ? {} : { citizens: citizenRegistry(deps, citizens) }),
  }
}

const addressSchema = z.url({ protocol: /^https?$/ })
const VARIABLES = {
  municipalSystem: 'MUNICORE',
  municipalSystemAws: 'MUNICORE_AWS',
  booking: 'TURNERO',
  citizens: 'CIUDADANOS',
  mapSearch: 'GEOCODER',
  addressService: 'ADDRESS_SERVICE',
  citizenPortal: 'PORTAL',
} as const

/**
 * Reads MUNICORE_URL, MUNICORE_AWS_URL, TURNERO_URL, CIUDADANOS_URL, GEOCODER_URL, ADDRESS_SERVICE_URL and PORTAL_URL, each with its _TOKEN, TURNERO_PAGE_URL, and the providers of the map
 * (`tileProvidersFrom`). An empty variable counts as missing.
 * @returns the addresses, or the name of the variable that holds no address
 */
export function addressesFrom(
  environment: Readonly<Record<string, string | undefined>>,
): OutsideAddresses | { readonly wrong: string } {
  const addresses: Record<string, Outside> = {}
  for (const [system, name] of Object.entries(VARIABLES)) {
    const url = environment[`${name}_URL`] ?? ''
    const token = environment[`${name}_TOKEN`] ?? ''
    if (url === '') continue
    if (!addressSchema.safeParse(url).success) return { wrong: `${name}_URL` }
    addresses[system] = { name: system, url, ...(token === '' ? {} : { token }) }
  }
  const page = environment['TURNERO_PAGE_URL'] ?? ''
  if (page !== '' && !addressSchema.safeParse(page).success) return { wrong: 'TURNERO_PAGE_URL' }
  const tiles = tileProvidersFrom(environment)
  if ('wrong' in tiles) return { wrong: String(tiles.wrong) }
  return {
    ...addresses,
    ...(page === '' ? {} : { bookingPage: page }),
    ...(Object.keys(tiles).length === 0 ? {} : { tiles }),
  }
}
