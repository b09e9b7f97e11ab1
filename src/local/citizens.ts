import type { Citizen } from '#domain/citizens/index.ts'
import { comparableIdNumber, KNOWN_CITIZEN_DAYS, type MunicipalityPath } from '#domain/kernel/index.ts'
import { keepsCitizens, type Profile } from '#domain/sync/index.ts'
import type { RelevoDatabase } from './database.ts'
import { mustWrite, reading, type Local } from './local.ts'
import { metaOf, putMeta } from './meta.ts'

/** The citizen that is looked for: the kind, and the number however it is written. */
export type SoughtCitizen = {
  readonly municipality: MunicipalityPath
  readonly tipo: Citizen['tipo']
  readonly number: string
}
/** A citizen whom the registry has named to this device. `at`: device clock, milliseconds */
export type KnownCitizen = Omit<SoughtCitizen, 'tipo'> & { readonly citizen: Citizen; readonly at: number }

const LIFE = KNOWN_CITIZEN_DAYS * 24 * 60 * 60 * 1000
/** More than anybody looks up in thirty days of field work; the oldest go. */
const MOST = 500

/**
 * Keeps someone who was looked up, to be found again without a network, where their municipality wants that. Elsewhere
 * nothing is kept, nor when the account has left meanwhile: a look-up that was under way ends later.
 */
export async function rememberCitizen(
  local: Local,
  { municipality, number, citizen }: Omit<KnownCitizen, 'at'>,
  now: number,
): Promise<void> {
  await mustWrite(local, ['meta'], async (database) => {
    if ((await metaOf(database, 'citizensGone')) === true) return
    if (!keepsCitizens(await metaOf(database, 'profile'), municipality)) return
    const others = (await livingOf(database, now)).filter(
      (one) => !isOf(one, { municipality, number, tipo: citizen.tipo }),
    )
    await putMeta(database, 'citizens', [{ municipality, number, citizen, at: now }, ...others].slice(0, MOST))
  })
}

/** Who was looked up under this number during the last thirty days, on this device and by this account. */
export function knownCitizen(local: Local, sought: SoughtCitizen, now: number): Promise<Citizen | undefined> {
  return reading(local, ['meta'], async (database) => {
    if (!keepsCitizens(await metaOf(database, 'profile'), sought.municipality)) return undefined
    const known = (await livingOf(database, now)).find((one) => isOf(one, sought))
    return known?.citizen
  })
}

/** The account leaves: no one it looked up stays, whatever else does, and no one comes until it signs in again. */
export async function forgetCitizens(local: Local): Promise<void> {
  await mustWrite(local, ['meta'], async (database) => {
    await putMeta(database, 'citizens', undefined)
    await putMeta(database, 'citizensGone', true)
  })
}

/** In a meta transaction, with a new profile: those out of time go, and those of municipalities that keep no one. */
export async function letGoOfCitizens(database: RelevoDatabase, profile: Profile, now: number): Promise<void> {
  const known = await metaOf(database, 'citizens')
  if (known === undefined) return
  const kept = (await livingOf(database, now)).filter(({ municipality }) => keepsCitizens(profile, municipality))
  if (kept.length < known.length) await putMeta(database, 'citizens', kept.length === 0 ? undefined : kept)
}

/** A clock that was set back keeps no citizen longer. */
async function livingOf(database: RelevoDatabase, now: number): Promise<readonly KnownCitizen[]> {
  return ((await metaOf(database, 'citizens')) ?? []).filter(({ at }) => Math.abs(now - at) <= LIFE)
}

function isOf(known: KnownCitizen, { municipality, tipo, number }: SoughtCitizen): boolean {
  const isNumber = comparableIdNumber(known.number) === comparableIdNumber(number)
  return isNumber && known.municipality === municipality && known.citizen.tipo === tipo
}
