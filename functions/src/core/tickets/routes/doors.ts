import { municipalityOfDocument } from '#domain/places/index.ts'
import {
  DOOR_LINK_PREFIX,
  buildDoorReport,
  isEventForm,
  computeLatestLinkEnd,
  type DoorLink,
  type StoredScan,
  type ScanRequest,
  type DoorEvent,
  type DoorData,
  type DoorSync,
  type TicketVerdict,
  type TicketScans,
} from '#domain/tickets/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { User } from '#domain/users/index.ts'
import {
  judgeScanUnit,
  discardDoorLinkUnit,
  endDoorLinkUnit,
  createDoorLinkUnit,
  storeScansUnit,
  storeDiscardProgressUnit,
  discardScansUnit,
} from '#domain/tickets/judge/index.ts'
import { withAudit, type LoggedAction } from '#domain/audit/index.ts'
import { ok, refuse, toInstant, toMilliseconds, type Result, type TemplateId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Requester, Core } from '../../context.ts'
import { sha256Hex, toBase64Url } from '../../http/digest.ts'
import type { DoorCaller, PartialHandlers } from '../../endpoints/serve.ts'
import { createMemoryRateLimit } from '../../limits/pace.ts'
import type { Store } from '../../ports.ts'
import {
  findEventForm,
  loadOpenHoursCheck,
  readDoorEvent,
  readDoorUpdates,
  readAllScans,
  readSoldPlacesByZone,
  formatScanCursor,
  parseScanCursor,
  SCANS_BATCH_SIZE,
  toLegacyRefusalReason,
} from '../door-data.ts'

/** Maximum pages of `SCANS_BATCH_SIZE` tickets per request. */
const MAX_PAGES = 5

type Discarding = { readonly form: TemplateId; readonly link: string }
type Discarded = { readonly scans: number; readonly isDone: boolean }

/** Number of a link's scans that let a ticket through and are not discarded yet. */
async function countScans(store: Pick<Store, 'changes'>, { form, link }: Discarding): Promise<number> {
  let count = 0
  for (let after = 0; ;) {
    const page = await readPageAfter(store, form, after)
    for (const document of page.documents) count += ownScans(document, link)
    if (!page.more) return count
    after = page.position
  }
}

/**
 * Discards scans of a link, continuing where the previous request ended. `storeScansUnit` stores scans that arrive now
 * as discarded, because the link is marked.
 */
async function discardScans(
  store: Pick<Store, 'changes' | 'commit' | 'eras'>,
  { form, link, next }: Discarding & { readonly next: string },
): Promise<Discarded> {
  let scans = 0
  let position = parseScanCursor(next, store.eras)
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await readPageAfter(store, form, position)
    const tickets = page.documents.filter((document) => ownScans(document, link) > 0).map(({ ticket }) => ticket)
    for (let from = 0; from < tickets.length; from += TICKETS_PER_COMMIT)
      scans += await store.commit(discardScansUnit(form, tickets.slice(from, from + TICKETS_PER_COMMIT), link))
    position = page.position
    if (page.more) continue
    await store.commit(storeDiscardProgressUnit(form, link, undefined))
    return { scans, isDone: true }
  }
  await store.commit(storeDiscardProgressUnit(form, link, formatScanCursor(position, store.eras)))
  return { scans, isDone: false }
}

/** Position at which a discard starts. */
const DISCARD_START = '0.'

async function readPageAfter(store: Pick<Store, 'changes'>, form: TemplateId, after: number) {
  const found = await store.changes({
    collection: 'lecturas',
    field: 'form',
    values: [form],
    after,
    limit: SCANS_BATCH_SIZE,
  })
  const documents = found.entries.flatMap(({ document }) => document ?? [])
  return { documents, position: found.position, more: found.more }
}

function ownScans({ scans }: TicketScans, link: string): number {
  return scans.filter((scan) => scan.link === link && scan.isAdmitted).length
}

/** Rights of staff who manage door links: they take payments and operate the door. */
const DOOR_LINK_ACTIONS = ['create', 'door'] as const
const SECRET_BYTES = 32
const ID_DIGITS = 20
/** Tickets whose scans are written in one commit. */
const TICKETS_PER_COMMIT = 50
/** Rate limit of syncs per account or link, which several phones may share. Each phone syncs once per ticket. */
const SYNCS = { burst: 600, interval: 50 }
/** Rate limit of reports, each of which reads all scans of an event. */
const REPORTS = { burst: 20, interval: 3_000 }
/** Rate limit of discards. Each request handles a limited part, so a large event needs many requests. */
const DISCARDS = { burst: 100, interval: 500 }

/** Handlers for doors of events: sync, reports, and door links. */
export function createDoorHandlers(core: Core) {
  const { store, clock, random } = core.ports
  const syncRateLimit = createMemoryRateLimit(clock, SYNCS.burst, SYNCS.interval)
  const reportRateLimit = createMemoryRateLimit(clock, REPORTS.burst, REPORTS.interval)
  const discardRateLimit = createMemoryRateLimit(clock, DISCARDS.burst, DISCARDS.interval)

  async function findDoorForm(keeper: DoorCaller['keeper'], id: TemplateId): Promise<Result<FormTemplate>> {
    if (keeper.kind === 'staff') return findEventForm(store, keeper.user, id, 'door')
    const form = await store.get(keys.template(id))
    return isEventForm(form) ? ok(form) : refuse('template.missing')
  }

  /** A door link of a form. Refuses with template.missing and request.not-found. */
  async function linkFor(
    user: User,
    { form: id, link }: { readonly form: TemplateId; readonly link: string },
  ): Promise<Result<{ readonly form: FormTemplate; readonly link: DoorLink }>> {
    const form = await findEventForm(store, user, id, ...DOOR_LINK_ACTIONS)
    if (!form.ok) return form
    const knownLink = (await store.get(keys.doorLinks(id)))?.links.find((eachLink) => eachLink.id === link)
    return knownLink === undefined ? refuse('request.not-found') : ok({ form: form.value, link: knownLink })
  }

  /**
   * Stores scans.
   * @returns ids of the scans that were not stored
   */
  async function keep(form: TemplateId, scans: readonly StoredScan[]): Promise<readonly string[]> {
    const dropped: string[] = []
    const tickets = [...new Set(scans.map(({ ticket }) => ticket))]
    for (let from = 0; from < tickets.length; from += TICKETS_PER_COMMIT) {
      const some = new Set(tickets.slice(from, from + TICKETS_PER_COMMIT))
      const own = scans.filter(({ ticket }) => some.has(ticket))
      dropped.push(...(await store.commit(storeScansUnit(form, own))))
    }
    return dropped
  }

  async function answerTo(ask: ScanRequest | undefined, event: DoorEvent): Promise<{ verdict?: TicketVerdict }> {
    if (ask === undefined) return {}
    const verdict = await store.commit(judgeScanUnit(event, ask, clock()))
    return { verdict: verdict.kind === 'refused' ? toLegacyRefusalReason(verdict) : verdict }
  }

  /** Reply to an expired link, without new tickets and scans. Scans made before the end were stored. */
  async function buildExpiredLinkReply(batch: DoorSync, known: Pick<DoorData, 'event' | 'dropped'>): Promise<DoorData> {
    const { listAfter = '', scansAfter = '', ask } = batch
    return {
      ...known,
      keys: [],
      tickets: [],
      listNext: listAfter,
      scans: [],
      scansNext: scansAfter,
      more: false,
      isOver: true,
      ...(ask === undefined ? {} : { verdict: { kind: 'refused', why: 'door-closed' } as const }),
      at: clock(),
    }
  }

  function act(
    action: LoggedAction['action'],
    form: FormTemplate,
    { user, address }: Requester,
    name: string,
  ): LoggedAction {
    const municipality = municipalityOfDocument(form)
    return { action, target: keys.doorLinks(form.id), by: user, from: address, municipality, details: { name } }
  }

  return {
    async syncDoor({ keeper, params, body }) {
      const limitResult = syncRateLimit(keeper.kind === 'link' ? keeper.link.hash : keeper.user.id)
      if (!limitResult.ok) return limitResult
      const form = await findDoorForm(keeper, params.form)
      if (!form.ok) return form
      const { device, door, scans, ask } = body
      const by = { device, door, ...(keeper.kind === 'link' ? { link: keeper.link.id } : {}) }
      const { event, keys: ring } = await readDoorEvent(store, form.value)
      const isOver = keeper.kind === 'link' && keeper.isOver
      const until = keeper.kind === 'link' ? toMilliseconds(keeper.link.until) : undefined
      // Times in the future are set to now, so that a device's wrong clock does not affect later scans.
      const taken = scans.map((scan) => ({ ...scan, at: Math.min(scan.at, clock()), ...by }))
      const isOpen = await loadOpenHoursCheck(store, form.value, event, taken)
      const isTaken = ({ at, direction, isAdmitted }: StoredScan): boolean => {
        const isLate = isOver && until !== undefined && at >= until
        // Exits and refused entries are stored at any hour, because they admit no one.
        return !isLate && (!isAdmitted || direction === 'exit' || isOpen(at))
      }
      const full = await keep(params.form, taken.filter(isTaken))
      const dropped = [...taken.filter((scan) => !isTaken(scan)).map(({ id }) => id), ...full]
      const known = {
        event: until === undefined ? event : { ...event, until },
        keys: ring,
        ...(dropped.length === 0 ? {} : { dropped }),
      }
      if (isOver) return ok(await buildExpiredLinkReply(body, known))
      // Read after `ask` was decided, so that the reply includes its result.
      const judged = await answerTo(ask === undefined ? undefined : { ...ask, ...by }, known.event)
      return ok({ ...known, ...(await readDoorUpdates(store, params.form, body)), ...judged, at: clock() })
    },

    async readDoorReport({ user, params }) {
      const form = await findEventForm(store, user, params.form, 'door')
      if (!form.ok) return form
      const limitResult = reportRateLimit(user.id)
      if (!limitResult.ok) return limitResult
      const { event } = await readDoorEvent(store, form.value)
      const scans = await readAllScans(store, params.form)
      return ok(buildDoorReport(event, scans, await readSoldPlacesByZone(store, event), clock()))
    },

    async makeDoorLink({ user, params, body, address }) {
      const form = await findEventForm(store, user, params.form, ...DOOR_LINK_ACTIONS)
      if (!form.ok) return form
      const now = toInstant(clock())
      const last = computeLatestLinkEnd(form.value, now)
      const until = body.until === undefined || body.until > last ? last : body.until
      if (until <= now) return refuse('request.malformed')
      const bearer = `${DOOR_LINK_PREFIX}${toBase64Url(random(SECRET_BYTES))}`
      const hash = await sha256Hex(bearer)
      const link = { id: hash.slice(0, ID_DIGITS), hash, name: body.name, until, by: user.id, at: now }
      const noted = act('door.link-made', form.value, { user, address }, body.name)
      const result = await store.commit(withAudit(createDoorLinkUnit(params.form, link, now), noted, now))
      return result.ok ? ok({ id: link.id, url: `/entradas/${params.form}#${bearer}`, until }) : result
    },

    async listDoorLinks({ user, params }) {
      const form = await findEventForm(store, user, params.form, ...DOOR_LINK_ACTIONS)
      if (!form.ok) return form
      const links = (await store.get(keys.doorLinks(params.form)))?.links ?? []
      const makers = await store.getMany(links.map(({ by }) => keys.user(by)))
      return ok({
        links: links.map(({ id, name, until, at, by, ended, discarded }) => ({
          id,
          name,
          until,
          at,
          by: makers.get(keys.user(by))?.lowercase_username ?? by,
          ...(ended === undefined ? {} : { ended }),
          ...(discarded === undefined ? {} : { discarded: { at: discarded.at, isDone: discarded.next === undefined } }),
        })),
      })
    },

    async endDoorLink({ user, params, address }) {
      const result = await linkFor(user, params)
      if (!result.ok) return result
      const now = toInstant(clock())
      const noted = act('door.link-ended', result.value.form, { user, address }, result.value.link.name)
      await store.commit(withAudit(endDoorLinkUnit(params.form, params.link, now), noted, now))
      return ok(null)
    },

    async countDoorLinkScans({ user, params }) {
      const result = await linkFor(user, params)
      if (!result.ok) return result
      const limitResult = reportRateLimit(user.id)
      return limitResult.ok ? ok({ scans: await countScans(store, params) }) : limitResult
    },

    async discardDoorLink({ user, params, address }) {
      const result = await linkFor(user, params)
      if (!result.ok) return result
      const limitResult = discardRateLimit(user.id)
      if (!limitResult.ok) return limitResult
      const { form, link } = result.value
      const instant = toInstant(clock())
      const noted = act('door.scans-discarded', form, { user, address }, link.name)
      const mark = { by: user.id, at: instant, next: DISCARD_START }
      const marked = await store.commit(withAudit(discardDoorLinkUnit(params.form, params.link, mark), noted, instant))
      const next = (marked ?? link).discarded?.next
      return ok(next === undefined ? { scans: 0, isDone: true } : await discardScans(store, { ...params, next }))
    },
  } satisfies PartialHandlers
}
