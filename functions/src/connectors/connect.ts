import { z } from 'zod'
import type { IncidentKind } from '#domain/jobs/index.ts'
import { createBookingClient, type BookingClient } from './booking.ts'
import { createCitizenPortalClient, type CitizenPortalClient } from './citizen-portal.ts'
import { createGoogleGeocoderClient, type Geocoders, createNominatimClient } from './geocoders.ts'
import { createCitizenRegistryClient, type CitizenRegistryClient } from './citizen-registry.ts'
import type { ExternalSystem, ExternalSystemDeps } from './http.ts'
import { createMapTilesClient, type MapTilesClient, type TileProviders, readTileProviders } from './map-tiles.ts'
import { createMunicipalSystemClient, type MunicipalSystemClient } from './municipal-system.ts'
import { typedEntries } from '#domain/kernel/index.ts'

export type ExternalSystemClients = {
  readonly municipalSystem?: MunicipalSystemClient
  /** calls that report an answer to an outside system, by kind of job */
  readonly tells?: { readonly [K in IncidentKind]?: MunicipalSystemClient['createIncident'] }
  readonly booking?: BookingClient
  readonly tiles?: MapTilesClient
  readonly geocoders?: Geocoders
  readonly citizenPortal?: CitizenPortalClient
  readonly citizenLogin?: CitizenPortalClient['login']
  readonly citizens?: CitizenRegistryClient
}

/** Settings that clients need besides their own system's address. */
type ClientSettings = {
  readonly municipalSystemAws?: ExternalSystem
  /** address of the booking page */
  readonly bookingPage?: string
}

type System = {
  /** prefix of the variables `_URL` and `_TOKEN` */
  readonly variable: string
  /** description in the help of `npm start` */
  readonly about: string
  /** undefined: another system's client uses the address */
  readonly connect?: (deps: ExternalSystemDeps, system: ExternalSystem, others: ClientSettings) => ExternalSystemClients
}

/** The outside systems and their clients. Each entry configures, documents and connects one system on every host. */
const SYSTEMS = {
  municipalSystem: {
    variable: 'MUNICORE',
    about: 'the municipal-management system',
    connect: (deps, main, { municipalSystemAws: aws }) => {
      const management = createMunicipalSystemClient(deps, { main, ...(aws === undefined ? {} : { aws }) })
      return { municipalSystem: management, tells: { 'incident.create': management.createIncident } }
    },
  },
  municipalSystemAws: { variable: 'MUNICORE_AWS', about: 'the one in the other cloud (usarAWS)' },
  citizens: {
    variable: 'CIUDADANOS',
    about: 'the citizen registry',
    connect: (deps, system) => ({ citizens: createCitizenRegistryClient(deps, system) }),
  },
  citizenPortal: {
    variable: 'PORTAL',
    about: 'the citizen portal',
    connect: (deps, system) => {
      const portal = createCitizenPortalClient(deps, system)
      return { citizenPortal: portal, citizenLogin: portal.login }
    },
  },
  booking: {
    variable: 'TURNERO',
    about: 'appointment booking; TURNERO_PAGE_URL is its page for citizens',
    connect: (deps, system, { bookingPage }) => ({ booking: createBookingClient(deps, system, bookingPage) }),
  },
  mapSearch: {
    variable: 'GEOCODER',
    about: "a geocoder that speaks as Nominatim does; the municipality's setting chooses",
    connect: (deps, system) => ({ geocoders: { 'map-search': createNominatimClient(deps, system) } }),
  },
  addressService: {
    variable: 'ADDRESS_SERVICE',
    about: "one that speaks as Google's does",
    connect: (deps, system) => ({ geocoders: { 'address-service': createGoogleGeocoderClient(deps, system) } }),
  },
} as const satisfies Readonly<Record<string, System>>

/** Configured addresses of outside systems. A system without an address is not connected. */
export type ExternalSystemAddresses = { readonly [Name in keyof typeof SYSTEMS]?: ExternalSystem } & ClientSettings & {
    /** provider of each map layer */
    readonly tiles?: TileProviders
  }

const ALL_SYSTEMS: readonly (readonly [keyof typeof SYSTEMS, System])[] = typedEntries(SYSTEMS)

/** Creates the clients of the systems that have an address. */
export function connectSystems(deps: ExternalSystemDeps, addresses: ExternalSystemAddresses): ExternalSystemClients {
  const { tiles = {} } = addresses
  let connected: ExternalSystemClients =
    Object.keys(tiles).length === 0 ? {} : { tiles: createMapTilesClient(deps, tiles) }
  for (const [name, system] of ALL_SYSTEMS) {
    const address = addresses[name]
    const { tells, geocoders, ...clients } =
      address === undefined ? {} : (system.connect?.(deps, address, addresses) ?? {})
    connected = {
      ...connected,
      ...clients,
      ...(tells === undefined ? {} : { tells: { ...connected.tells, ...tells } }),
      ...(geocoders === undefined ? {} : { geocoders: { ...connected.geocoders, ...geocoders } }),
    }
  }
  return connected
}

/** Lines of `npm start -- --help` about the outside systems. */
export const SYSTEMS_USAGE: readonly string[] = ALL_SYSTEMS.map(
  ([, { variable, about }]) => `  ${`${variable}_URL`.padEnd(20)} ${about}`,
)

const addressSchema = z.url({ protocol: /^https?$/ })

/**
 * Reads each system's address and token, TURNERO_PAGE_URL, and the map's providers (`readTileProviders`). An empty
 * variable counts as missing.
 * @returns the addresses, or the name of the first invalid variable
 */
export function readExternalSystemAddresses(
  environment: Readonly<Record<string, string | undefined>>,
): ExternalSystemAddresses | { readonly wrong: string } {
  const addresses: Record<string, ExternalSystem> = {}
  for (const [system, { variable }] of ALL_SYSTEMS) {
    const url = environment[`${variable}_URL`] ?? ''
    const token = environment[`${variable}_TOKEN`] ?? ''
    if (url === '') continue
    if (!addressSchema.safeParse(url).success) return { wrong: `${variable}_URL` }
    addresses[system] = { name: system, url, ...(token === '' ? {} : { token }) }
  }
  const page = environment['TURNERO_PAGE_URL'] ?? ''
  if (page !== '' && !addressSchema.safeParse(page).success) return { wrong: 'TURNERO_PAGE_URL' }
  const tiles = readTileProviders(environment)
  if ('wrong' in tiles) return { wrong: String(tiles.wrong) }
  return {
    ...addresses,
    ...(page === '' ? {} : { bookingPage: page }),
    ...(Object.keys(tiles).length === 0 ? {} : { tiles }),
  }
}
