import type { Citizen } from '#domain/citizens/index.ts'
import { toComparableIdNumber, KNOWN_CITIZEN_DAYS, type MunicipalityPath } from '#domain/kernel/index.ts'
import { canStoreCitizens, type Profile } from '#domain/sync/index.ts'
import type { RelevoDatabase } from './database.ts'
import { runWriteOrThrow, runRead, type Local } from './local.ts'
import { readMetaInTransaction, writeMetaInTransaction } from './meta.ts'

/** A citizen to look up: kind, and number in any notation. */
export type CitizenQuery = {
  readonly municipality: MunicipalityPath
  readonly tipo: Citizen['tipo']
  readonly number: string
}
/** A citizen that the registry returned to this device. `at`: device clock, milliseconds */
export type KnownCitizen = Omit<CitizenQuery, 'tipo'> & { readonly citizen: Citizen; readonly at: number }

const MAX_AGE_MS = KNOWN_CITIZEN_DAYS * 24 * 60 * 60 * 1000
/** Maximum number of stored citizens; the oldest are deleted first. */
const MAX_CITIZENS = 500

/**
 * Stores a looked-up citizen for use without a network, if their municipality allows it. Stores nothing if the account
 * has signed out in the meantime, because a look-up may end after the sign-out.
 */
export async function rememberCitizen(
  local: Local,
  { municipality, number, citizen }: Omit<KnownCitizen, 'at'>,
  now: number,
): Promise<void> {
  await runWriteOrThrow(local, ['meta'], async (database) => {
    if ((await readMetaInTransaction(database, 'citizensGone')) === true) return
    if (!canStoreCitizens(await readMetaInTransaction(database, 'profile'), municipality)) return
    const others = (await readUnexpired(database, now)).filter(
      (knownCitizen) => !isSoughtCitizen(knownCitizen, { municipality, number, tipo: citizen.tipo }),
    )
    await writeMetaInTransaction(
      database,
      'citizens',
      [{ municipality, number, citizen, at: now }, ...others].slice(0, MAX_CITIZENS),
    )
  })
}

/** Returns the citizen that this account looked up on this device under this number in the last thirty days. */
export function findKnownCitizen(local: Local, query: CitizenQuery, now: number): Promise<Citizen | undefined> {
  return runRead(local, ['meta'], async (database) => {
    if (!canStoreCitizens(await readMetaInTransaction(database, 'profile'), query.municipality)) return undefined
    const knownCitizen = (await readUnexpired(database, now)).find((citizen) => isSoughtCitizen(citizen, query))
    return knownCitizen?.citizen
  })
}

/** Deletes all looked-up citizens when the account signs out, and stores no more until it signs in again. */
export async function forgetCitizens(local: Local): Promise<void> {
  await runWriteOrThrow(local, ['meta'], async (database) => {
    await writeMetaInTransaction(database, 'citizens', undefined)
    await writeMetaInTransaction(database, 'citizensGone', true)
  })
}

/**
 * Deletes expired citizens, and citizens of municipalities that do not allow storing them. Runs in the meta transaction
 * that stores a profile.
 */
export async function deleteExpiredCitizens(database: RelevoDatabase, profile: Profile, now: number): Promise<void> {
  const knownCitizens = await readMetaInTransaction(database, 'citizens')
  if (knownCitizens === undefined) return
  const keptCitizens = (await readUnexpired(database, now)).filter(({ municipality }) =>
    canStoreCitizens(profile, municipality),
  )
  if (keptCitizens.length < knownCitizens.length)
    await writeMetaInTransaction(database, 'citizens', keptCitizens.length === 0 ? undefined : keptCitizens)
}

/** Returns the unexpired citizens. Uses the absolute age, so that setting the clock back does not extend storage. */
async function readUnexpired(database: RelevoDatabase, now: number): Promise<readonly KnownCitizen[]> {
  return ((await readMetaInTransaction(database, 'citizens')) ?? []).filter(
    ({ at }) => Math.abs(now - at) <= MAX_AGE_MS,
  )
}

function isSoughtCitizen(knownCitizen: KnownCitizen, { municipality, tipo, number }: CitizenQuery): boolean {
  const isNumber = toComparableIdNumber(knownCitizen.number) === toComparableIdNumber(number)
  return isNumber && knownCitizen.municipality === municipality && knownCitizen.citizen.tipo === tipo
}
