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
import {
  checkMunicipalityUnique,
  parseMunicipality,
  type MunicipalityFacts,
  type MunicipalityInput,
} from '../municipality-rules.ts'
import { keys, set, type Decision, type Unit } from '../../store/index.ts'
import type { JobOf } from '../../jobs/jobs.ts'
import { loadAdministrator, listRequestingUserKeys, buildRefusalDecision } from '../../users/judge/administrator.ts'
import { isRegisterCurrent, buildPlacesRevisionWrite, type PlaceRegister } from './register.ts'

/** Result of an action on a place. `stale`: another action was committed first, so the register must be read again. */
export type PlaceActionResult<T> =
  Result<T> | { readonly ok: false; readonly stale: true; readonly problem: { readonly code: 'server.busy' } }

export const STALE_DECISION = {
  result: { ok: false, stale: true, problem: { code: 'server.busy' } },
  writes: [],
} as const

export type MunicipalityCreation = {
  readonly id: PlaceId
  readonly province: ProvincePath
  readonly input: MunicipalityInput
}

/**
 * Creates a municipality. Its id is generated on the device, which may repeat the request:
 *
 * | found under the id | result |
 * |---|---|
 * | nothing | created, without used codes |
 * | a municipality with these facts | the same result, nothing written |
 * | another municipality | place.exists |
 *
 * Refuses with the codes of `parseMunicipality` and `checkMunicipalityUnique`, and with place.province-required.
 */
export function createMunicipalityUnit(
  { id, province, input }: MunicipalityCreation,
  register: PlaceRegister,
  by: UserId,
): Unit<PlaceActionResult<Municipality>> {
  const path = municipalityPathSchema.parse(`${province}/municipios/${id}`)
  return {
    keysFor: (documents) => [
      ...listRequestingUserKeys(by, documents),
      keys.placesRevision,
      keys.province(province),
      keys.municipality(path),
    ],
    decide: (documents): Decision<PlaceActionResult<Municipality>> => {
      const requester = loadAdministrator(documents, by)
      if (!requester.ok) return buildRefusalDecision(requester)
      const read = parseMunicipality(input)
      if (!read.ok) return buildRefusalDecision(read)
      if (documents.get(keys.province(province)) === undefined) return buildRefusalDecision('place.province-required')
      const before = documents.get(keys.municipality(path))
      if (before !== undefined)
        return hasSameFacts(before, read.value)
          ? { result: ok(before), writes: [] }
          : buildRefusalDecision('place.exists')
      if (!isRegisterCurrent(register, documents)) return STALE_DECISION
      const apart = checkMunicipalityUnique(path, read.value, register.municipalities)
      if (!apart.ok) return buildRefusalDecision(apart)
      const document: Municipality = { ...read.value, path, lastKeyNumber: 0, inhabilitado: false, settings: {} }
      return {
        result: ok(document),
        writes: [set(keys.municipality(path), document), buildPlacesRevisionWrite(register)],
      }
    },
  }
}

/**
 * Data for the job that follows a renaming. `forms`: number of forms, to show progress. `jobId`: result of
 * `generateJobId`.
 */
export type RenameFollowUp = { readonly now: Instant; readonly forms: number; readonly jobId: string }

/**
 * Changes the facts of a municipality. Other fields, such as the number of its last code, are kept. A job updates name
 * and management id in its forms, without new versions of the forms. Refuses with the codes of creation, place.missing,
 * and place.key-in-use. The latter applies once a code was assigned: if the key became free, another municipality could
 * assign the same code again.
 */
export function editMunicipalityUnit(
  { path, input }: { readonly path: MunicipalityPath; readonly input: MunicipalityInput },
  register: PlaceRegister,
  by: UserId,
  followUp: RenameFollowUp,
): Unit<PlaceActionResult<Municipality>> {
  return {
    keysFor: (documents) => [...listRequestingUserKeys(by, documents), keys.placesRevision, keys.municipality(path)],
    decide: (documents): Decision<PlaceActionResult<Municipality>> => {
      const requester = loadAdministrator(documents, by)
      if (!requester.ok) return buildRefusalDecision(requester)
      const before = documents.get(keys.municipality(path))
      if (before === undefined) return buildRefusalDecision('place.missing')
      const read = parseMunicipality(input)
      if (!read.ok) return buildRefusalDecision(read)
      if (hasSameFacts(before, read.value)) return { result: ok(before), writes: [] }
      if (read.value.key !== before.key && before.lastKeyNumber > 0) return buildRefusalDecision('place.key-in-use')
      if (!isRegisterCurrent(register, documents)) return STALE_DECISION
      const apart = checkMunicipalityUnique(path, read.value, register.municipalities)
      if (!apart.ok) return buildRefusalDecision(apart)
      const document: Municipality = { ...before, ...read.value }
      if (document.nombre === before.nombre && document.idMuniCore === before.idMuniCore)
        return {
          result: ok(document),
          writes: [set(keys.municipality(path), document), buildPlacesRevisionWrite(register)],
        }
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
      const writes = [
        set(keys.municipality(path), renamed),
        set(keys.job(job.id), job),
        buildPlacesRevisionWrite(register),
      ]
      return { result: ok(renamed), writes }
    },
  }
}

/** Names of the facts that differ. */
export function listChangedFactNames(
  before: Municipality,
  after: Pick<Municipality, keyof MunicipalityFacts>,
): readonly (keyof MunicipalityFacts)[] {
  const names = ['nombre', 'key', 'idMuniCore', 'usarAWS'] as const
  const hasMoved =
    before.ubicacion?.latitude !== after.ubicacion?.latitude ||
    before.ubicacion?.longitude !== after.ubicacion?.longitude
  return [...names.filter((name) => before[name] !== after[name]), ...(hasMoved ? (['ubicacion'] as const) : [])]
}

function hasSameFacts(before: Municipality, facts: MunicipalityFacts): boolean {
  return listChangedFactNames(before, facts).length === 0
}
