import { z } from 'zod'
import { actorOfUser, municipalitiesOf, computeSupervision, findRoleReach } from '../access/index.ts'
import type { User } from '../users/documents/user.ts'
import { userIdSchema } from '../kernel/ids.ts'
import { instantSchema, type Instant } from '../kernel/instant.ts'
import { toInstant, toMilliseconds } from '../kernel/moments.ts'
import { areaPathSchema, type MunicipalityPath, municipalityPathSchema } from '../kernel/paths.ts'
import { deviceReportSchema, type DeviceReport } from './report.ts'
import type { Profile } from '../sync/profile.ts'

/**
 * `devices/{device}~{user}`: last report of a device about one account. Separate per account, because a shared tablet
 * may hold data of users who are not signed in.
 */
export const storedDeviceReportSchema = deviceReportSchema.omit({ at: true }).extend({
  userId: userIdSchema,
  /** name and areas of the user at the time of the report */
  name: z.string(),
  email: z.string(),
  areas: z.array(areaPathSchema),
  municipalityPath: municipalityPathSchema,
  /** server time of the report */
  seenAt: instantSchema,
  /** server time up to which all saved data has arrived, according to the report; null: unknown */
  clearUntil: instantSchema.nullable(),
})
export type StoredDeviceReport = Readonly<z.infer<typeof storedDeviceReportSchema>>

/**
 * Stored line of a device, with all municipalities that the account worked for on it (`served`). Users who were moved
 * while offline still send data of the old municipality. The list is kept by the server; devices cannot change it.
 */
export type DeviceRecord = StoredDeviceReport & {
  readonly served?: readonly MunicipalityPath[]
  /** server time of the first report; missing if recorded by an earlier server */
  readonly since?: Instant
}

/** Returns the record to store: the new line, with `served` and `since` of the previous record. */
export function mergeDeviceRecord(line: StoredDeviceReport, before: DeviceRecord | undefined): DeviceRecord {
  const now = municipalitiesOf({ municipality: line.municipalityPath, areas: line.areas })
  const served = new Set([...now, ...(before === undefined ? [] : [before.municipalityPath, ...(before.served ?? [])])])
  const since = before === undefined ? line.seenAt : before.since
  return { ...line, served: [...served].slice(0, MAX_SERVED), ...(since === undefined ? {} : { since }) }
}
const MAX_SERVED = 50

export function hasServedMunicipality(record: DeviceRecord | undefined, municipality: MunicipalityPath): boolean {
  return (
    record !== undefined && (record.municipalityPath === municipality || record.served?.includes(municipality) === true)
  )
}

/** `GET /api/devices`: devices overseen by the caller, last seen first. `complete`: the list contains all of them. */
export const fleetSchema = z.object({
  serverTime: instantSchema,
  devices: z.array(storedDeviceReportSchema.strip()),
  complete: z.boolean(),
})
export type Fleet = z.infer<typeof fleetSchema>

/** Returns the line to store for a report. @param now server time of the report */
export function buildStoredDeviceReport(report: DeviceReport, profile: Profile, now: Instant): StoredDeviceReport {
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
    clearUntil: computeArrivalCutoff(report, now),
  }
}

/**
 * Server time up to which all data saved on the device has arrived:
 *
 * | report | arrived until |
 * |---|---|
 * | nothing pending | time of the report |
 * | data pending or quarantined | just before the oldest pending data was saved |
 * | oldest data saved after the report: clock was set back | unknown |
 *
 * The age of the oldest data is measured by the device clock, which need not be correct. The time of the report is
 * accepted only within the last minute, the longest duration of a request.
 */
export function computeArrivalCutoff(
  { at, oldest, skew }: Pick<DeviceReport, 'at' | 'oldest' | 'skew'>,
  now: Instant,
): Instant | null {
  const arrival = toMilliseconds(now)
  const claimed = at === undefined ? Number.NaN : toMilliseconds(at) + skew
  const written = claimed >= arrival - MAX_REQUEST && claimed <= arrival ? claimed : arrival - MAX_REQUEST
  if (oldest === null) return toInstant(written)
  const age = (at === undefined ? arrival - skew : toMilliseconds(at)) - toMilliseconds(oldest)
  return age < 0 ? null : toInstant(Math.max(0, written - age - 1))
}
const MAX_REQUEST = 60_000

/**
 * Milliseconds without a report after which a device is silent. Silent devices are listed separately and do not affect
 * `until`.
 */
export const SILENT_DEVICE_MS = 7 * 24 * 60 * 60 * 1000

export type ArrivalStatus = {
  /**
   * time until which all data saved on reporting devices has arrived; null: no reporting devices, unknown for some, or
   * an incomplete list
   */
  readonly until: Instant | null
  /** number of reporting devices */
  readonly reporting: number
  /** devices silent for a week or for an unknown time; their data is unknown */
  readonly silent: readonly StoredDeviceReport[]
  /** reporting devices with queued or quarantined data */
  readonly holding: readonly StoredDeviceReport[]
}

/** Combines the reports of all devices. `until` is the earliest time of the reporting devices. */
export function computeArrivalStatus({ devices, serverTime, complete }: Fleet): ArrivalStatus {
  const now = toMilliseconds(serverTime)
  // If a report is from the future, the clock was ahead then. Its age is unknown, so the device counts as silent.
  const isSilent = ({ seenAt }: StoredDeviceReport): boolean =>
    now - toMilliseconds(seenAt) > SILENT_DEVICE_MS || toMilliseconds(seenAt) - now > MAX_REQUEST
  const reporting = devices.filter((device) => !isSilent(device))
  const proven = reporting.flatMap((device) => device.clearUntil ?? []).sort()
  return {
    until: complete && proven.length === reporting.length ? (proven[0] ?? null) : null,
    reporting: reporting.length,
    silent: devices.filter(isSilent),
    holding: reporting.filter(({ queued, quarantined }) => queued + quarantined > 0),
  }
}

/** Checks whether a user oversees devices. */
function overseesDevices(user: User): boolean {
  return computeSupervision(actorOfUser(user)).devices
}

/**
 * Checks whether a user oversees a device:
 *
 * | role | devices |
 * |---|---|
 * | ROLE_ADMIN | all |
 * | ROLE_SUPERVISOR_ELEVADO | of their municipalities |
 * | other supervisors | of their municipalities, with users who share an area |
 */
export function canOverseeDevice(
  user: User,
  { municipalityPath, areas }: Pick<StoredDeviceReport, 'municipalityPath' | 'areas'>,
): boolean {
  if (!overseesDevices(user)) return false
  const actor = actorOfUser(user)
  const reach = findRoleReach(actor.role)
  if (reach === 'everything') return true
  if (!municipalitiesOf(actor).includes(municipalityPath)) return false
  return reach === 'municipalities' || areas.some((area) => user.areas.includes(area))
}
