import { actorOfUser, can } from '../../access/index.ts'
import type { Area } from '../documents/location.ts'
import type { User } from '../../users/documents/user.ts'
import {
  ok,
  refuse,
  toInstant,
  toMilliseconds,
  type AreaPath,
  type Instant,
  type Problem,
  type Result,
  type UserId,
  getVisibleText,
} from '../../kernel/index.ts'
import { getMunicipality } from '../../kernel/path-parts.ts'
import { areaPathSchema } from '../../kernel/paths.ts'
import type { AreaCreation, AreaRename } from '../areas-api.ts'
import { keys, remove, set, unitForKeys, type Decision, type FoundDocuments, type Unit } from '../../store/index.ts'
import type { JobOf } from '../../jobs/jobs.ts'
import type { RenameFollowUp } from './decide-municipality.ts'

/**
 * Milliseconds for which an area stays closed before deletion, longer than it takes to check its users and forms. If
 * the server crashes, the area is open again after this time.
 */
const CLOSING_TIMEOUT_MS = 30_000

/** Creates an area. Refuses with access.forbidden, area.name-required and area.municipality-unknown. */
export function createAreaUnit({ id, municipality, nombre }: AreaCreation, by: UserId): Unit<Result<Area>> {
  const path = areaPathSchema.parse(`${municipality}/areas_municipales/${id}`)
  const name = nombre.trim()
  return unitForKeys<Result<Area>>([keys.user(by), keys.area(path), keys.municipality(municipality)], (documents) => {
    const problem =
      refuseNonAdmin(by, documents) ??
      (getVisibleText(name) === '' ? ({ code: 'area.name-required' } as const) : undefined)
    if (problem !== undefined) return refuseDecision(problem)
    const known = documents.get(keys.area(path))
    if (known !== undefined) return { result: ok(known), writes: [] }
    if (documents.get(keys.municipality(municipality)) === undefined)
      return refuseDecision({ code: 'area.municipality-unknown' })
    const area: Area = { path, nombre: name, municipalityPath: municipality }
    return { result: ok(area), writes: [set(keys.area(path), area)] }
  })
}

/**
 * Renames an area and queues a job that updates the name in its forms. Forms get no new version, because answering them
 * does not change. Refuses with access.forbidden, area.name-required and area.missing.
 */
export function renameAreaUnit(
  { path, nombre }: AreaRename,
  by: UserId,
  { now, forms, jobId }: RenameFollowUp,
): Unit<Result<Area>> {
  const name = nombre.trim()
  return unitForKeys<Result<Area>>([keys.user(by), keys.area(path)], (documents) => {
    const problem =
      refuseNonAdmin(by, documents) ??
      (getVisibleText(name) === '' ? ({ code: 'area.name-required' } as const) : undefined)
    if (problem !== undefined) return refuseDecision(problem)
    const before = documents.get(keys.area(path))
    if (before === undefined) return refuseDecision({ code: 'area.missing' })
    if (before.nombre === name) return { result: ok(before), writes: [] }
    const area: Area = { ...before, nombre: name, renaming: { done: 0, total: forms } }
    const job: JobOf<'area.rename'> = {
      id: `area.rename~${jobId}`,
      kind: 'area.rename',
      payload: { area: path },
      municipality: getMunicipality(path),
      state: 'waiting',
      attempts: 0,
      dueAt: now,
    }
    return { result: ok(area), writes: [set(keys.area(path), area), set(keys.job(job.id), job)] }
  })
}

/**
 * Closes an area before its deletion, so that no user or form can be added while they are checked. The closing expires.
 * Refuses with access.forbidden, area.missing and area.being-deleted (already closed).
 * @returns time when the closing expires, which identifies it
 */
export function closeAreaUnit(path: AreaPath, by: UserId, now: Instant): Unit<Result<Instant>> {
  return unitForKeys<Result<Instant>>([keys.user(by), keys.area(path)], (documents) => {
    const problem = refuseNonAdmin(by, documents)
    if (problem !== undefined) return refuseDecision(problem)
    const area = documents.get(keys.area(path))
    if (area === undefined) return refuseDecision({ code: 'area.missing' })
    const closedUntil = toInstant(toMilliseconds(now) + CLOSING_TIMEOUT_MS)
    const isClosed = area.closedUntil !== undefined && area.closedUntil > now && area.closedUntil <= closedUntil
    if (isClosed) return refuseDecision({ code: 'area.being-deleted' })
    return { result: ok(closedUntil), writes: [set(keys.area(path), { ...area, closedUntil })] }
  })
}

/**
 * Reopens an area that will not be deleted after all.
 * @param mark result of `closeAreaUnit`
 */
export function reopenAreaUnit(path: AreaPath, mark: Instant): Unit<void> {
  return unitForKeys<void>([keys.area(path)], (documents) => {
    const area = documents.get(keys.area(path))
    if (area?.closedUntil !== mark) return { result: undefined, writes: [] }
    const { closedUntil: _, ...open } = area
    return { result: undefined, writes: [set(keys.area(path), open)] }
  })
}

/**
 * Deletes a closed area and removes it from all its users in one commit. Refuses with access.forbidden,
 * area.being-deleted if the closing has expired, and area.only-one-of-users if a user has lost all other areas since
 * the check. `mark` is the result of `closeAreaUnit`; `users` are all users with the area.
 * @returns number of users from whom the area was removed
 */
export function deleteAreaUnit(
  path: AreaPath,
  { mark, users }: { readonly mark: Instant; readonly users: readonly UserId[] },
  by: UserId,
  now: Instant,
): Unit<Result<number>> {
  return unitForKeys<Result<number>>([keys.user(by), keys.area(path), ...users.map(keys.user)], (documents) => {
    const problem = refuseNonAdmin(by, documents)
    if (problem !== undefined) return refuseDecision(problem)
    const closedUntil = documents.get(keys.area(path))?.closedUntil
    if (closedUntil !== mark || closedUntil <= now) return refuseDecision({ code: 'area.being-deleted' })
    const editor = documents.get(keys.user(by))
    const affected = users
      .map((id) => documents.get(keys.user(id)))
      .filter((user): user is User => user !== undefined && user.areas.includes(path))
    if (affected.some(({ areas }) => areas.length === 1)) return refuseDecision({ code: 'area.only-one-of-users' })
    const without = (user: User): User => ({
      ...user,
      areas: user.areas.filter((area) => area !== path),
      lastUpdate: now,
      lastUpdateBy: editor?.userMuniCore ?? '',
    })
    return {
      result: ok(affected.length),
      writes: [remove(keys.area(path)), ...affected.map((user) => set(keys.user(user.id), without(user)))],
    }
  })
}

/** Only administrators of the installation manage areas. */
function refuseNonAdmin(by: UserId, documents: FoundDocuments): Problem | undefined {
  const user = documents.get(keys.user(by))
  if (user === undefined) return { code: 'session.no-user-record' }
  return can(actorOfUser(user), 'manage', 'usuario') ? undefined : { code: 'access.forbidden' }
}

function refuseDecision({ code }: Problem): Decision<Result<never>> {
  return { result: refuse(code), writes: [] }
}
