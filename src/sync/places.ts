import { z } from 'zod'
import { countriesSchema, type CountryOfList } from '#domain/places/index.ts'
import type { Outcome } from '#domain/api/index.ts'
import { readAs, type Transport } from './transport.ts'

const readCountries = readAs(z.object({ result: countriesSchema }))

/** Every country with its provinces, municipalities and areas; whoever manages one municipality gets that one. Refuses with access.forbidden. */
export async function listCountries(transport: Transport): Promise<Outcome<readonly CountryOfList[]>> {
  const headers = { 'content-type': 'application/json' }
  return transport.send({ method: 'POST', path: '/api/getListaPaises', headers, body: '{"data":null}' }, (reply) => readCountries(reply)?.result)
}
