import { firstAreaOf, formSummaryOf, type Answer, type FormTemplate } from '#domain/documents/index.ts'
import {
  toInstant,
  toMilliseconds,
  type AnswerId,
  type Author,
  type Instant,
  type Result,
  type TemplateId,
} from '#domain/kernel/index.ts'
import {
  isKeptWhole,
  isWithin,
  olderAnswerOf,
  ownAnswersDaysOf,
  type OlderAnswer,
  type Profile,
  type PullResponse,
} from '#domain/sync/index.ts'
import { letGoOfCitizens } from './citizens.ts'
import type { RelevoDatabase } from './database.ts'
import { mustWrite, writing, type Local } from './local.ts'
import { metaOf, putMeta } from './meta.ts'

const TABLES = [
  'templates',
  'forms',
  'areas',
  'meta',
  'answers',
  'olderAnswers',
  'drafts',
  'outbox',
  'received',
  'fates',
] as const

const DAY = 24 * 60 * 60 * 1000

/**
 * Stores one page of a pull and its cursor in one transaction: a page is there wholly or will be asked for again.
 * Never drops unsent work, nor a template version that a draft, an outbox entry or a cached answer was filled with.
 * @returns false, and nothing stored, when the account has signed out meanwhile and what it had received is removed
 */
export function applyPull(local: Local, page: PullResponse): Promise<boolean> {
  return mustWrite(local, TABLES, async (database) => {
    if ((await metaOf(database, 'removed')) === true) return false
    if (page.reset) await dropServersDocuments(database)
    if (page.goneAnswers.length + page.goneTemplates.length > 0) await dropFigures(database)
    await storeAnswers(database, page)
    await database.fates.bulkPut(page.held ?? [])
    await retireVersions(database, new Set(page.goneTemplates))
    await putTemplates(database, page.templates)
    // Areas that leave the account change its scope, and so come with a reset.
    if (page.reset) await database.areas.clear()
    await database.areas.bulkPut([...(page.areas ?? [])])
    if (page.profile !== undefined) {
      await putMeta(database, 'profile', page.profile)
      if (page.reset) await markForeign(database, page, page.profile)
      await letGoOfCitizens(database, page.profile, toMilliseconds(page.serverTime))
    }
    await putMeta(database, 'cursor', page.cursor)
    await putMeta(database, 'scope', page.scope)
    if (!page.more) await letGoOfOld(database, page.serverTime, local.account)
    return true
  })
}

/**
 * The account signs out of a device that is not its own: what came from the server goes, and with it the account's name and areas. What stays is work: drafts, edits, whatever is unsent with the
 * answers and forms that it belongs to, own answers that are held, and what tells that an answer has arrived and what became of it, but nothing of what is in it.
 */
export async function removeReceived(local: Local): Promise<void> {
  await mustWrite(local, TABLES, async (database) => {
    await dropServersDocuments(database)
    await database.areas.clear()
    for (const key of [
      'cursor',
      'scope',
      'pulledAt',
      'profile',
      'accountProblem',
      'firstPullFailed',
      'citizens',
      'desk',
    ] as const)
      await putMeta(database, key, undefined)
    await putMeta(database, 'removed', true)
  })
}

/**
 * What the server has just said of a form, in reply to a save of this device: here at once, as the next pull would bring it. A form outside
 * of the account's areas is left out, because no pull would ever follow it; and so is every form once what was received has been removed, areas and all.
 */
export function keepTemplate(local: Local, template: FormTemplate): Promise<Result<void>> {
  return writing(local, ['templates', 'forms', 'areas', 'answers', 'drafts', 'outbox'], async (database) => {
    const areas = new Set(await database.areas.toCollection().primaryKeys())
    if (template.areas.some((area) => areas.has(area))) await putTemplates(database, [template])
  })
}

/** Inside a transaction over templates, forms, answers, drafts and outbox: these are the current versions from now on. One that is older than what is current here was on its way while a save's reply overtook it. */
export async function putTemplates(database: RelevoDatabase, templates: readonly FormTemplate[]): Promise<void> {
  if (templates.length === 0) return
  const keys = (await database.templates.where('current').equals(1).primaryKeys()) as unknown as readonly [
    TemplateId,
    number,
  ][]
  const here = new Map(keys)
  const newest = templates.filter(({ id, version }) => version >= (here.get(id) ?? 0))
  await retireVersions(database, new Set(newest.map(({ id }) => id)))
  await database.templates.bulkPut(
    newest.map((template) => ({ id: template.id, version: template.version, current: 1 as const, template })),
  )
  await database.forms.bulkPut(newest.map(formSummaryOf))
}

async function storeAnswers(database: RelevoDatabase, page: PullResponse): Promise<void> {
  const unsent = await unsentAnswers(database)
  await dropForeign(database, page, unsent)
  const known = new Map((await database.answers.bulkGet(page.answers.map(({ id }) => id))).map((row) => [row?.id, row]))
  await database.answers.bulkPut(
    page.answers.map((answer) => {
      const own = known.get(answer.id)?.submit
      const row = {
        id: answer.id,
        template: answer.idPlantilla,
        version: answer.templateVersion,
        at: answer.fechaCreacion,
        answer,
      }
      return own !== undefined && unsent.has(answer.id) ? { ...row, submit: own } : row
    }),
  )
  await database.olderAnswers.bulkDelete(page.answers.map(({ id }) => id))
  await storeOlder(database, page.olderAnswers ?? [], unsent)
  await dropGone(database, page, unsent)
}

/** From now on these are summaries here; whole stays what has unsent work, until that has gone. */
async function storeOlder(
  database: RelevoDatabase,
  older: readonly OlderAnswer[],
  unsent: ReadonlySet<AnswerId>,
): Promise<void> {
  await database.olderAnswers.bulkPut([...older])
  await database.answers.bulkDelete(older.flatMap(({ id }) => (unsent.has(id) ? [] : [id])))
}

/**
 * What has grown old is a summary from now on. Whole stays what was opened lately, and what is more than a copy of the server's: what has unsent work
 * or a draft, and what the server has not shown yet.
 */
async function letGoOfOld(database: RelevoDatabase, now: Instant, account: Author): Promise<void> {
  const days = ownAnswersDaysOf(await metaOf(database, 'profile'))
  const since = toInstant(toMilliseconds(now) - days * DAY)
  const rows = await database.answers.where('at').belowOrEqual(since).toArray()
  if (rows.length === 0) return
  const unsent = await unsentAnswers(database)
  const drafted = new Set(await database.drafts.toCollection().primaryKeys())
  const copies = rows.flatMap((row) =>
    row.answer === undefined || unsent.has(row.id) || drafted.has(row.id)
      ? []
      : [{ ...row, older: olderAnswerOf(row.answer) }],
  )
  const opened = copies.filter((row) => row.opened === 'just now')
  await database.answers.bulkUpdate(opened.map(({ id }) => ({ key: id, changes: { opened: now } })))
  const old = copies.filter(
    ({ opened: at = null, older }) =>
      at !== 'just now' && !isKeptWhole(older, now, days) && (at === null || !isWithin(at, now, days)),
  )
  const known = await database.olderAnswers.bulkGet(old.map(({ id }) => id))
  // What the server has said of it since is newer. Of others' answers there was but a copy to work on.
  await database.olderAnswers.bulkPut(
    old.flatMap(({ older, answer }, index) =>
      known[index] === undefined && answer?.authorId === account ? [older] : [],
    ),
  )
  await database.answers.bulkDelete(old.map(({ id }) => id))
}

/** An answer of long ago that was opened: whole from now on, unless no pull has brought it, one has taken it away, or it has changed since. */
export function keepOpened(local: Local, answer: Answer): Promise<Result<void>> {
  return writing(local, ['answers', 'olderAnswers'], async (database) => {
    const { id, idPlantilla: template, templateVersion: version, fechaCreacion: at } = answer
    const summary = await database.olderAnswers.get(id)
    if (summary === undefined || summary.lastUpdate > answer.lastUpdate) return
    const known = await database.answers.get(id)
    await database.answers.put({ ...known, id, template, version, at, answer, opened: 'just now' })
    await database.olderAnswers.delete(id)
  })
}

/**
 * The server tells once that an answer is gone. One with unsent work stays until that has gone, too: then nothing is left of it to show. One that has come back is not waited for any more,
 * also where it was the only one.
 */
async function dropGone(database: RelevoDatabase, page: PullResponse, unsent: ReadonlySet<AnswerId>): Promise<void> {
  const told = [...((await metaOf(database, 'goneAnswers')) ?? []), ...page.goneAnswers]
  if (told.length === 0) return
  const back = broughtBy(page)
  const gone = new Set(told.filter((id) => !back.has(id)))
  await database.answers.bulkDelete([...gone].filter((id) => !unsent.has(id)))
  await database.olderAnswers.bulkDelete([...gone])
  const waiting = [...gone].filter((id) => unsent.has(id))
  await putMeta(database, 'goneAnswers', waiting)
}

/** Copies of answers of other areas that stay because they have unsent work: once that is sent, no pull would ever tell of them. Who reads them all the same opens them again. */
async function markForeign(database: RelevoDatabase, page: PullResponse, { areas }: Profile): Promise<void> {
  const brought = broughtBy(page)
  const rows = await database.answers.bulkGet([...(await unsentAnswers(database))])
  const foreign = rows.flatMap((row) =>
    row?.answer === undefined || brought.has(row.id) || areas.includes(firstAreaOf(row.answer)) ? [] : [row.id],
  )
  await putMeta(database, 'foreignAnswers', foreign)
}

async function dropForeign(database: RelevoDatabase, page: PullResponse, unsent: ReadonlySet<AnswerId>): Promise<void> {
  const told = (await metaOf(database, 'foreignAnswers')) ?? []
  if (told.length === 0) return
  const foreign = told.filter((id) => !broughtBy(page).has(id))
  const busy = new Set([...unsent, ...(await database.drafts.toCollection().primaryKeys())])
  await database.answers.bulkDelete(foreign.filter((id) => !busy.has(id)))
  await putMeta(database, 'foreignAnswers', foreign.filter(busy.has, busy))
}

function broughtBy(page: PullResponse): ReadonlySet<AnswerId> {
  return new Set([...page.answers, ...(page.olderAnswers ?? [])].map(({ id }) => id))
}

/**
 * A changed scope: what came from the server goes, because some of it may no longer be seen. Own unsent work stays, and own work that was
 * held: a withdrawn area is what holds it, and its author must still see what becomes of it.
 */
async function dropServersDocuments(database: RelevoDatabase): Promise<void> {
  await dropFigures(database)
  const kept = new Set([...(await unsentAnswers(database)), ...(await heldAnswers(database))])
  const ids = await database.answers.toCollection().primaryKeys()
  await database.answers.bulkDelete(ids.filter((id) => !kept.has(id)))
  await database.olderAnswers.clear()
  const templates = await database.templates.orderBy('id').uniqueKeys()
  await retireVersions(database, new Set(templates as TemplateId[]))
}

/** Figures, and what they are counted of, may be of what is gone. */
async function dropFigures(database: RelevoDatabase): Promise<void> {
  await putMeta(database, 'figures', undefined)
  await putMeta(database, 'statisticsColumns', undefined)
}

/** No version of these templates is current any longer; those that nothing was filled with go. */
async function retireVersions(database: RelevoDatabase, ids: ReadonlySet<TemplateId>): Promise<void> {
  if (ids.size === 0) return
  await database.forms.bulkDelete([...ids])
  const rows = await database.templates
    .where('id')
    .anyOf([...ids])
    .toArray()
  if (rows.length === 0) return
  const needed = await neededVersions(database)
  const [kept, dropped] = [
    rows.filter((row) => needed.has(nameOf(row))),
    rows.filter((row) => !needed.has(nameOf(row))),
  ]
  await database.templates.bulkDelete(dropped.map(({ id, version }) => [id, version]))
  await database.templates.bulkPut(kept.map((row) => ({ ...row, current: 0 as const })))
}

async function neededVersions(database: RelevoDatabase): Promise<ReadonlySet<string>> {
  const needed = new Set<string>()
  for (const draft of await database.drafts.toArray())
    needed.add(nameOf({ id: draft.template, version: draft.version }))
  await database.outbox.each(({ entry: { mutation } }) => {
    needed.add(nameOf({ id: mutation.template, version: mutation.version }))
  })
  for (const key of await database.answers.orderBy('[template+version]').uniqueKeys()) {
    const [id, version] = key as unknown as [TemplateId, number]
    needed.add(nameOf({ id, version }))
  }
  return needed
}

async function unsentAnswers(database: RelevoDatabase): Promise<ReadonlySet<AnswerId>> {
  const keys = await database.outbox.orderBy('answer').uniqueKeys()
  return new Set(keys as AnswerId[])
}

/** Own answers that were held on arrival and whose server's copy has never come: what this device saved is all that there is to show. */
async function heldAnswers(database: RelevoDatabase): Promise<readonly AnswerId[]> {
  const received = (await database.received.toArray()).flatMap(({ receipts }) => receipts)
  const held = received.filter(({ status }) => status === 'held')
  const rows = await database.answers.bulkGet(held.map(({ answer }) => answer))
  return rows.flatMap((row) => (row?.submit !== undefined && row.answer === undefined ? [row.id] : []))
}

function nameOf(version: { readonly id: TemplateId; readonly version: number }): string {
  return `${version.id}/${version.version}`
}
