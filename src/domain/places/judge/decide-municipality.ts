import type { Municipality } from '../documents/location.ts'
import {
  municipalityPathSchema,
  ok,
  type Instant,
  type MunicipalityPath,
  type PlaceId,
  type ProvincePath,
  type Result,
  type UserId,
} from '../../kernel/index.ts'
import { checkApart, readMunicipality, type MunicipalityFacts, type MunicipalityWish } from '../municipality-rules.ts'
import { keys, set, type Decision, type Unit } from '../../store/index.ts'
import type { JobOf } from '../../jobs/jobs.ts'
import { administratorIn, askerKeys, refused } from '../../users/judge/administrator.ts'
import { isCurrent, nextRevision, type Register } from './register.ts'

/** What an act on a place comes to; `stale`: another act came first, and the places have to be searched again. */
export type Placed<T> =
  Result<T> | { readonly ok: false; readonly stale: true; readonly problem: { readonly code: 'server.busy' } }

export const STALE = { result: { ok: false, stale: true, problem: { code: 'server.busy' } }, writes: [] } as const

export type MunicipalityCreation = {
  readonly id: PlaceId
  readonly province: ProvincePath
  readonly wish: MunicipalityWish
}

/**
 * A new municipality. Its id was made where it was filled in, and may be sent again:
 *
 * | found under the id | result |
 * |---|---|
 * | nothing | made, without a code taken |
 * | a municipality with these facts | the same again, nothing written |
 * | another | place.exists |
 *
 * Refuses like `readMunicipality` and `checkApart`, and with place.province-required.
 */
export function createMunicipalityUnit(
  { id, province, wish }: MunicipalityCreation,
  register: Register,
  by: UserId,
): Unit<Placed<Municipality>> {
  const path = municipalityPathSchema.parse(`${province}/municipios/${id}`)
  return {
    keysFor: (found) => [
      ...askerKeys(by, found),
      keys.placesRevision,
      keys.province(province),
      keys.municipality(path),
    ],
    decide: (found): Decision<Placed<Municipality>> => {
      const asker = administratorIn(found, by)
      if (!asker.ok) return refused(asker)
      const read = readMunicipality(wish)
      if (!read.ok) return refused(read)
      if (found.get(keys.province(province)) === undefined) return refused('place.province-required')
      const before = found.get(keys.municipality(path))
      if (before !== undefined)
        return holds(before, read.value) ? { result: ok(before), writes: [] } : refused('place.exists')
      if (!isCurrent(register, found)) return STALE
      const apart = checkApart(path, read.value, register.municipalities)
      if (!apart.ok) return refused(apart)
      const document: Municipality = { ...read.value, path, lastKeyNumber: 0, inhabilitado: false, settings: {} }
      return {
        result: ok(document),
        writes: [set(keys.municipality(path), document), nextRevision(register)],
      }
    },
  }
}

/**
 * What a renaming needs to be followed up: its moment, how many forms there are, for those who watch, and `newJobId` of
 * fresh bytes.
 */
type FollowUp = { readonly now: Instant; readonly forms: number; readonly jobId: string }

/**
 * Other facts for a municipality; the rest of its document stays as it is then, above all the number of its last code.
 * A job of the same commit gives its forms the new name and management id, without a new version, as with areas.
 * Refuses like creating one, with place.missing, and with place.key-in-use: once a code was given out, another
 * municipality could give the same under the freed key.
 */
export function editMunicipalityUnit(
  path: MunicipalityPath,
  wish: MunicipalityWish,
  register: Register,
  by: UserId,
  followUp: FollowUp,
): Unit<Placed<Municipality>> {
  return {
    keysFor: (found) => [...askerKeys(by, found), keys.placesRevision, keys.municipality(path)],
    decide: (found): Decision<Placed<Municipality>> => {
      const asker = administratorIn(found, by)
      if (!asker.ok) return refused(asker)
      const before = found.get(keys.municipality(path))
      if (before === undefined) return refused('place.missing')
      const read = readMunicipality(wish)
      if (!read.ok) return refused(read)
      if (holds(before, read.value)) return { result: ok(before), writes: [] }
      if (read.value.key !== before.key && before.lastKeyNumber > 0) return refused('place.key-in-use')
      if (!isCurrent(register, found)) return STALE
      const apart = checkApart(path, read.value, register.municipalities)
      if (!apart.ok) return refused(apart)
      const document: Municipality = { ...before, ...read.value }
      if (document.nombre === before.nombre && document.idMuniCore === before.idMuniCore)
        return { result: ok(document), writes: [set(keys.municipality(path), document), nextRevision(register)] }
      const { now, forms, jobId } = followUp
      const renamed: Municipality = { ...document, renaming: { done: 0, total: forms } }
      const job: JobOf<'municipality.rename'> = {
        id: `municipality.rename~${jobId}`,
        kind: 'municipality.rename',
        payload: {},
        municipality: path,
        state: 'waiting',
        attempts: 0,
        dueAt: now,
      }
      const writes = [set(keys.municipality(path), renamed), set(keys.job(job.id), job), nextRevision(register)]
      return { result: ok(renamed), writes }
    },
  }
}

/** Names of the facts that differ. */
export function changedFacts(
  before: Municipality,
  after: Pick<Municipality, keyof MunicipalityFacts>,
): readonly (keyof MunicipalityFacts)[] {
  const names = ['nombre', 'key', 'idMuniCore', 'usarAWS'] as const
  const moved =
    before.ubicacion?.latitude !== after.ubicacion?.latitude ||
    before.ubicacion?.longitude !== after.ubicacion?.longitude
  return [...names.filter((name) => before[name] !== after[name]), ...(moved ? (['ubicacion'] as const) : [])]
}

function holds(before: Municipality, facts: MunicipalityFacts): boolean {
  return changedFacts(before, facts).length === 0
}
