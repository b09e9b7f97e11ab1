import { actorOfUser, can, type Action } from '#domain/access/index.ts'
import { municipalityOfDocument, resolveSettings } from '#domain/places/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import {
  type StoredScan,
  type TicketScans,
  buildDoorEvent,
  getDoorHours,
  buildEventMark,
  isScanDiscarded,
  isEventForm,
  isDoorOpenAt,
  MAX_SCANS_PER_REPLY,
  MAX_TICKETS_PER_REPLY,
  type DoorEvent,
  type DoorData,
  type DoorSync,
  type TicketSale,
} from '#domain/tickets/index.ts'
import { listSaleModeKeys, findSaleMode } from '#domain/payments/judge/index.ts'
import type { User } from '#domain/users/index.ts'
import { ok, refuse, toMilliseconds, type Result, type TemplateId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { sha256Hex } from '../http/digest.ts'
import type { LogEra, Store } from '../ports.ts'

/** Tickets whose scans are read per query. */
export const SCANS_BATCH_SIZE = 200

/**
 * The form of an event, if the user has the rights to all `actions` on its tickets and money. Refuses with
 * template.missing.
 */
export async function findEventForm(
  store: Pick<Store, 'get'>,
  user: User,
  id: TemplateId,
  ...actions: readonly Action[]
): Promise<Result<FormTemplate & { readonly ticketSale: TicketSale }>> {
  const template = await store.get(keys.template(id))
  const actor = actorOfUser(user)
  if (!isEventForm(template)) return refuse('template.missing')
  const may = actions.every((action) => can(actor, action, { kind: 'pago', template }))
  return may ? ok(template) : refuse('template.missing')
}

/** The event's data for a door device, and the keys that verify its tickets. */
export async function readDoorEvent(
  store: Pick<Store, 'getMany'>,
  form: FormTemplate,
): Promise<Pick<DoorData, 'event' | 'keys'>> {
  const municipality = municipalityOfDocument(form)
  const [sale, ring] = [{ form: form.id, municipality }, keys.ticketKeys(municipality)]
  const place = keys.municipality(municipality)
  const documents = await store.getMany([...listSaleModeKeys(sale), ring, place])
  const { timeZone } = resolveSettings(documents.get(place) ?? { path: municipality, settings: {} })
  const mark = buildEventMark(await sha256Hex(form.id))
  return {
    event: buildDoorEvent(form, { mark, mode: findSaleMode(documents, sale), timeZone }),
    keys: (documents.get(ring)?.keys ?? []).map(({ number, publicKey }) => ({ number, publicKey })),
  }
}

/**
 * New and changed tickets of a form, new scans of other devices, and discarded scans of the device itself. Without
 * names and ticket numbers.
 */
export async function readDoorUpdates(
  store: Pick<Store, 'changes' | 'eras'>,
  form: TemplateId,
  { device, listAfter, scansAfter }: Pick<DoorSync, 'device' | 'listAfter' | 'scansAfter'>,
): Promise<Pick<DoorData, 'tickets' | 'listNext' | 'scans' | 'scansNext' | 'more'>> {
  const listed = await store.changes({
    collection: 'boletos',
    field: 'form',
    values: [form],
    after: parseScanCursor(listAfter, store.eras),
    limit: MAX_TICKETS_PER_REPLY,
    summaries: true,
  })
  const seen = await readLaterScans(store, form, parseScanCursor(scansAfter, store.eras), device)
  return {
    tickets: listed.entries.map(({ key, document }) =>
      document === undefined ? [getHashFromKey(key), 0, 'blocked'] : [document.id, document.zone, document.state],
    ),
    listNext: formatScanCursor(listed.position, store.eras),
    scans: seen.scans,
    scansNext: formatScanCursor(seen.position, store.eras),
    more: listed.more || seen.more,
  }
}

/**
 * Replaces the reason `cancelled` of a refusal by `door-closed`. Door pages of earlier releases, which stay open for
 * hours, reject a whole reply that contains an unknown reason, and would continue as if offline.
 */
export function toLegacyRefusalReason<S extends { readonly why?: string | undefined }>(refused: S): S {
  return refused.why === 'cancelled' ? { ...refused, why: 'door-closed' } : refused
}

async function readLaterScans(store: Pick<Store, 'changes'>, form: TemplateId, after: number, device: string) {
  const scans: StoredScan[] = []
  for (let position = after; ;) {
    const found = await store.changes({
      collection: 'lecturas',
      field: 'form',
      values: [form],
      after: position,
      limit: SCANS_BATCH_SIZE,
    })
    for (const { document } of found.entries)
      // Scans of unknown tickets are left out, because every device rejects such tickets by itself.
      if (document?.zone !== undefined)
        scans.push(
          ...document.scans
            .filter((scan) => scan.device !== device || isScanDiscarded(scan))
            .map(({ link: _, ...scan }) => toLegacyRefusalReason(scan)),
        )
    position = found.position
    if (!found.more || scans.length >= MAX_SCANS_PER_REPLY) return { scans, position, more: found.more }
  }
}

/** All scans of a form's tickets. */
export async function readAllScans(store: Pick<Store, 'changes'>, form: TemplateId): Promise<readonly TicketScans[]> {
  const scans: TicketScans[] = []
  for (let position = 0; ;) {
    const followed = { collection: 'lecturas', field: 'form', values: [form] } as const
    const found = await store.changes({ ...followed, after: position, limit: SCANS_BATCH_SIZE })
    scans.push(...found.entries.flatMap(({ document }) => document ?? []))
    position = found.position
    if (!found.more) return scans
  }
}

/** The number of sold places per zone. */
export async function readSoldPlacesByZone(
  store: Pick<Store, 'getMany'>,
  { form, zones, isTest }: Pick<DoorEvent, 'form' | 'zones' | 'isTest'>,
): Promise<ReadonlyMap<number, number>> {
  const mode = isTest ? 'test' : 'live'
  const documents = await store.getMany(zones.map(({ zone }) => keys.zoneStock(form, zone, mode)))
  return new Map(zones.map(({ zone }) => [zone, documents.get(keys.zoneStock(form, zone, mode))?.sold ?? 0]))
}

export function formatScanCursor(position: number, eras: readonly LogEra[]): string {
  return `${position}.${eras.at(-1)?.id ?? ''}`
}

/** Position of a cursor; 0 when it is missing or invalid, or when a restored backup lost the position. */
export function parseScanCursor(cursor: string | undefined, eras: readonly LogEra[]): number {
  const [, digits, era] = /^(\d{1,15})\.(.*)$/.exec(cursor ?? '') ?? []
  const index = eras.findIndex(({ id }) => id === era)
  const position = Number(digits)
  return index >= 0 && eras.slice(index + 1).every(({ from }) => position <= from) ? position : 0
}

function getHashFromKey(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1)
}

/** Maximum earlier versions of a form whose hours are read for late scans. */
const MAX_VERSIONS = 20

/**
 * Returns the test whether the doors were open at a time, by the current hours or those valid at the time of the scan,
 * so that postponing an event does not invalidate earlier entries. Earlier versions are read only when an entry is
 * outside the current hours.
 */
export async function loadOpenHoursCheck(
  store: Pick<Store, 'getMany'>,
  form: FormTemplate,
  event: Pick<DoorEvent, 'opens' | 'closes'>,
  scans: readonly Pick<StoredScan, 'at' | 'isAdmitted' | 'direction'>[],
): Promise<(at: number) => boolean> {
  const isOutsideOpeningHours = scans.some(
    ({ at, isAdmitted, direction }) => isAdmitted && direction === 'entry' && !isDoorOpenAt(event, at),
  )
  if (!isOutsideOpeningHours) return (at) => isDoorOpenAt(event, at)
  const newest = form.version - 1
  const requestedKey = Array.from({ length: Math.min(MAX_VERSIONS, newest) }, (_, index) =>
    keys.templateVersion(form.id, newest - index),
  )
  const documents = await store.getMany(requestedKey)
  const versions = [form, ...requestedKey.flatMap((key) => documents.get(key) ?? [])]
  return (at) => {
    const then = versions.find(({ lastEdit, timeStamp }) => toMilliseconds(lastEdit?.date ?? timeStamp) <= at)
    return isDoorOpenAt(event, at) || (then !== undefined && isDoorOpenAt(getDoorHours(then), at))
  }
}
