import { z } from 'zod'
import { booking, type BookingClient } from './booking.ts'
import type { Outside, OutsideDeps } from './http.ts'
import { municipalSystem, type MunicipalSystemClient } from './municipal-system.ts'

/** Addresses of outside systems, as whoever runs the server configures them; what is missing is not connected. */
export type OutsideAddresses = {
  readonly municipalSystem?: Outside
  /** the management system of municipalities with `usarAWS` */
  readonly municipalSystemAws?: Outside
  readonly booking?: Outside
}

export type Connected = { readonly municipalSystem?: MunicipalSystemClient; readonly booking?: BookingClient }

/** Clients for the systems that have an address. */
export function connect(deps: OutsideDeps, addresses: OutsideAddresses): Connected {
  const { municipalSystem: main, municipalSystemAws: aws, booking: appointments } = addresses
  return {
    ...(main === undefined
      ? {}
      : { municipalSystem: municipalSystem(deps, { main, ...(aws === undefined ? {} : { aws }) }) }),
    ...(appointments === undefined ? {} : { booking: booking(deps, appointments) }),
  }
}

const addressSchema = z.url({ protocol: /^https?$/ })
const VARIABLES = { municipalSystem: 'MUNICORE', municipalSystemAws: 'MUNICORE_AWS', booking: 'TURNERO' } as const

/**
 * Reads MUNICORE_URL, MUNICORE_TOKEN, MUNICORE_AWS_URL, MUNICORE_AWS_TOKEN, TURNERO_URL, TURNERO_TOKEN. An empty variable counts as missing.
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
  return addresses
}
