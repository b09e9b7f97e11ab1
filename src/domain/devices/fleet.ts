import { z } from 'zod'
import { actorOfUser, municipalitiesOf, oversightOf } from '../access/index.ts'
import type { User } from '../users/documents/user.ts'
import { userIdSchema } from '../kernel/ids.ts'
import { instantSchema, type Instant } from '../kernel/instant.ts'
import { toInstant, toMilliseconds } from '../kernel/moments.ts'
import { areaPathSchema, type MunicipalityPath, municipalityPathSchema } from '../kernel/paths.ts'
import { deviceReportSchema, type DeviceReport } from './report.ts'
import type { Profile } from '../sync/profile.ts'

/**
 * `devices/{device}~{user}`: what a device said last of one account's work on it. One for each account: a shared tablet
 * may hold work of a user who is not signed in, of which the others' reports say nothing.
 */
export const deviceLineSchema = deviceReportSchema.omit({ at: true }).extend({
  userId: userIdSchema,
  /** of the user who works there, as they were called when it reported */
  name: z.string(),
  email: z.string(),
  areas: z.array(areaPathSchema),
  municipalityPath: municipalityPathSchema,
  /** server clock of the report */
  seenAt: instantSchema,
  /** server time up to which all that was saved has arrived, as the report shows; null: it shows nothing */
  clearUntil: instantSchema.nullable(),
})
export type DeviceLine = Readonly<z.infer<typeof deviceLineSchema>>

/**
 * The line as stored, with every municipality that this account worked for on this device, as the server knew it at
 * each report: a user moved while offline still sends work of the old one. A device cannot put itself onto this list.
 */
export type DeviceRecord = DeviceLine & {
  readonly served?: readonly MunicipalityPath[]
  /** server clock of its first report; missing when an earlier server wrote that down */
  readonly since?: Instant
}

/** The new line, with the memory of the one before it. */
export function recordOf(line: DeviceLine, before: DeviceRecord | undefined): DeviceRecord {
  const now = municipalitiesOf({ municipality: line.municipalityPath, areas: line.areas })
  const served = new Set([...now, ...(before === undefined ? [] : [before.municipalityPath, ...(before.served ?? [])])])
  const since = before === undefined ? line.seenAt : before.since
  return { ...line, served: [...served].slice(0, MOST_SERVED), ...(since === undefined ? {} : { since }) }
}
const MOST_SERVED = 50

export function hasServed(record: DeviceRecord | undefined, municipality: MunicipalityPath): boolean {
  return (
    record !== undefined && (record.municipalityPath === municipality || record.served?.includes(municipality) === true)
  )
}

/** `GET /api/devices`: those that the caller oversees, last heard of first. `complete`: there are no more of them. */
export const fleetSchema = z.object({
  serverTime: instantSchema,
  devices: z.array(deviceLineSchema.strip()),
  complete: z.boolean(),
})
export type Fleet = z.infer<typeof fleetSchema>

/** @param now server clock, when the report came in */
export function deviceLineOf(report: DeviceReport, profile: Profile, now: Instant): DeviceLine {
  const { at: _, ...rest } = report
  const { id, firstName, lastName, email, areas, municipality } = profile
  const name = `${firstName} ${lastName}`.trim()
  return {
    ...rest,
    userId: id,
    name,
    email,
    areas,
    municipalityPath: municipality.path,
    seenAt: now,
    clearUntil: clearUntil(report, now),
  }
}

/**
 * Up to which moment, on the server's clock, everything that was saved on this device has arrived.
 *
 * | the report | proves everything until |
 * |---|---|
 * | nothing waits | the moment it was written |
 * | something waits or needs attention | just before the oldest of it was saved |
 * | its oldest work was saved after it was written: the clock was set back | nothing |
 *
 * The age of the oldest is read on the device's clock, which need not be right for that. When the report was written is
 * believed only where it can be true: no request takes longer than a minute.
 */
export function clearUntil(
  { at, oldest, skew }: Pick<DeviceReport, 'at' | 'oldest' | 'skew'>,
  now: Instant,
): Instant | null {
  const arrival = toMilliseconds(now)
  const claimed = at === undefined ? Number.NaN : toMilliseconds(at) + skew
  const written = claimed >= arrival - LONGEST_REQUEST && claimed <= arrival ? claimed : arrival - LONGEST_REQUEST
  if (oldest === null) return toInstant(written)
  const age = (at === undefined ? arrival - skew : toMilliseconds(at)) - toMilliseconds(oldest)
  return age < 0 ? null : toInstant(Math.max(0, written - age - 1))
}
const LONGEST_REQUEST = 60_000

/** A device that has been silent for longer is no longer counted on: it is named, and the sentence is not about it. */
export const SILENT_AFTER = 7 * 24 * 60 * 60 * 1000

export type Arrival = {
  /** what reporting devices saved until then has arrived; null: no reports, one proves nothing, or not all are known */
  readonly until: Instant | null
  /** devices that the sentence is about */
  readonly reporting: number
  /** silent for a week, or not known since when: what they hold is not known */
  readonly silent: readonly DeviceLine[]
  /** of those that report, the ones that still hold something */
  readonly holding: readonly DeviceLine[]
}

/** What the reports prove together: as much as the weakest of them. */
export function arrivalOf({ devices, serverTime, complete }: Fleet): Arrival {
  const now = toMilliseconds(serverTime)
  // When a report from the future came, by a clock that was ahead, is not known: it says no more than silence.
  const isSilent = ({ seenAt }: DeviceLine): boolean =>
    now - toMilliseconds(seenAt) > SILENT_AFTER || toMilliseconds(seenAt) - now > LONGEST_REQUEST
  const reporting = devices.filter((device) => !isSilent(device))
  const proven = reporting.flatMap((device) => device.clearUntil ?? []).sort()
  return {
    until: complete && proven.length === reporting.length ? (proven[0] ?? null) : null,
    reporting: reporting.length,
    silent: devices.filter(isSilent),
    holding: reporting.filter(({ queued, quarantined }) => queued + quarantined > 0),
  }
}

/** Whether there are devices that this person looks after. */
export function overseesDevices(user: User): boolean {
  return oversightOf(actorOfUser(user)).devices
}

/**
 * | role | its devices |
 * |---|---|
 * | ROLE_ADMIN | all |
 * | ROLE_SUPERVISOR_ELEVADO | those of their municipalities |
 * | other supervisors | those of their municipalities, of people who share an area with them |
 */
export function overseesDevice(
  user: User,
  { municipalityPath, areas }: Pick<DeviceLine, 'municipalityPath' | 'areas'>,
): boolean {
  if (!overseesDevices(user)) return false
  if (user.roles[0] === 'ROLE_ADMIN') return true
  if (!municipalitiesOf(actorOfUser(user)).includes(municipalityPath)) return false
  return user.roles[0] === 'ROLE_SUPERVISOR_ELEVADO' || areas.some((area) => user.areas.includes(area))
}
