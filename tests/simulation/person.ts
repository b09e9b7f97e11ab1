import { readAnswer, type Answer } from '#domain/answers/index.ts'
import { toConflictResolution } from '#domain/corrections/index.ts'
import {
  generateAnswerId,
  generateMutationId,
  toInstant,
  type AnswerId,
  type MutationId,
} from '#domain/kernel/index.ts'
import { type AnswerChange, mutationSchema } from '#domain/sync/index.ts'
import { type FileClaim, type SubmitMutation, submitMutationSchema } from '#domain/answering/index.ts'
import {
  attachFileToDraft,
  storeOpenedAnswer,
  listLocalAnswers,
  listDrafts,
  listFormSummaries,
  listOlderAnswers,
  listTemplates,
  readMeta,
  saveAnswer,
  saveDraft,
} from '#local/index.ts'
import { createSender, createTransport } from '#sync/index.ts'
import type { Chance } from './chance.ts'
import { claimFor } from '#tests/support/builders/submit.ts'
import type { SavedChange } from './change-oracle.ts'
import { changeOf, claiming, fillIn, orOfParticulars, picture } from './content.ts'
import { alone, type SimDevice, type Tab } from './device.ts'
import { answerForLateAct, changeBy, lateActOf } from './late-acts.ts'
import type { Oracle, Saved } from './oracle.ts'
import { afterRemoval, answersWithRows, byPosition, correctionBehind, removalAmongRows, rowActOf } from './row-acts.ts'

const OPENED = 3
/** Chance that an app is from before row ids, in worlds that have such apps. */
const OLDER_APPS = 0.4
/** Chance that such an app removes one of several rows, and continues from there. */
const OLDER_REMOVES = 0.5
/** Chance that it continues with a row that has moved up. */
const CONTINUES_BEHIND = 0.6

/** Apps from before row ids in a world, and whether they often continue with a row behind the one that they remove. */
export type OlderApps = { readonly exist: boolean; readonly continueBehind: boolean }

export type Surroundings = {
  readonly chance: Chance
  readonly oracle: Oracle
  /** one in this many photos is larger than an upload's chunk */
  readonly large: number
  /** whether there is a citizen registry, whose ids a device may claim */
  readonly claims: boolean
  /** whether people also correct citizens, recipients and assets */
  readonly details: boolean
}

/** Fills in a form and saves it, like the answering screen: journal, attachments, one transaction, then a sync. */
export async function answerForm(device: SimDevice, tab: Tab, surroundings: Surroundings): Promise<void> {
  const { chance, oracle, large, claims } = surroundings
  const { local, process } = tab
  await alone(process, async () => {
    const templates = await listTemplates(local)
    if (templates.length === 0) return
    const template = chance.pick(templates)
    oracle.answering(template)
    const offset = (await readMeta(local, 'clockOffset')) ?? null
    const bytes = new Map<string, Uint8Array<ArrayBuffer>>()
    const [mutation, answer] = [generateMutationId(chance.bytes(16)), generateAnswerId(chance.bytes(16))]
    const filled = fillIn(template, bytes, chance, large)
    const submit: SubmitMutation = submitMutationSchema.parse({
      id: mutation,
      answer,
      author: local.account,
      device: tab.deps.device,
      clock: toInstant(Math.max(0, device.clock())),
      offset: offset === null ? null : Math.round(offset),
      kind: 'answer.submit',
      template: template.id,
      version: template.version,
      ...(claims ? claiming(filled, template, answer) : filled),
    })
    for (const data of bytes.values()) await tab.deps.hash(data)
    if (!process.alive) return
    const saved: Saved = {
      submit,
      bytes,
      device,
      author: local.account,
      acknowledged: false,
      journaled: false,
      damaged: false,
      wiped: false,
    }
    oracle.enter(saved)
    const { answer: id, content, header, version } = submit
    const moment = toInstant(Math.max(0, device.clock()))
    const draft = { id, template: template.id, version, header, content, startedAt: moment, updatedAt: moment }
    for (let keystroke = chance.int(0, 2); keystroke >= 0; keystroke--) {
      if (!(await saveDraft(local, draft)).ok) return
      saved.journaled = true
    }
    await finish(tab, saved, chance.happens(0.5))
  })
}

/**
 * After a reload the user finds and saves drafts. Attachments that were only in the page's memory are captured again.
 */
export async function resumeDrafts(device: SimDevice, tab: Tab, { oracle }: Surroundings): Promise<void> {
  const { local, process } = tab
  await alone(process, async () => {
    for (const draft of await listDrafts(local)) {
      const known = oracle.saved.get(draft.id)
      if (known === undefined || known.device !== device || known.author !== local.account) continue
      await finish(tab, known, false)
    }
  })
}

async function finish(tab: Tab, saved: Saved, attached: boolean): Promise<void> {
  const { local } = tab
  const { submit, bytes } = saved
  const files = submit.files.map((claim) => ({ claim, data: toBuffer(bytes.get(claim.sha256)) }))
  if (attached) {
    for (const file of files) if (!(await attachFileToDraft(local, submit.answer, file)).ok) return
  }
  tab.reach('finalise')
  const done = await saveAnswer(local, { mutation: submit, draft: submit.answer, ...(attached ? {} : { files }) })
  if (!done.ok) return
  saved.acknowledged = true
  await tab.triggers.saved()
}

/** The answers that this device has in full; the newest summaries are opened first, as on screen. */
async function knownAnswers({ local, deps }: Tab): Promise<readonly Answer[]> {
  const forms = await listFormSummaries(local)
  const older = (await Promise.all(forms.map(({ id }) => listOlderAnswers(local, id)))).flat()
  const ask = createSender(createTransport({ ...deps, account: local.account }))
  for (const { id } of older.toSorted((a, b) => b.lastUpdate.localeCompare(a.lastUpdate)).slice(0, OPENED)) {
    const opened = await ask(readAnswer, { id })
    if (opened.kind === 'ok') await storeOpenedAnswer(local, opened.value.answer)
  }
  return (await listLocalAnswers(local)).flatMap(({ answer }) => (answer === undefined ? [] : [answer]))
}

/** Corrects or moves an answer in the device's last known version, or decides a conflict. */
export async function changeAnswer(
  device: SimDevice,
  tab: Tab,
  { chance, oracle, details }: Surroundings,
): Promise<void> {
  const { local, process } = tab
  await alone(process, async () => {
    const known = await knownAnswers(tab)
    if (known.length === 0) return
    // Picks from the newest few, so that devices change the same answer.
    const answer = chance.pick(known.slice(0, 3))
    const open = answer.conflicts.find((one) => one.resolved === undefined)
    const decision = { kind: 'answer.correct', correction: { values: [], conditions: [], rows: [] } }
    const id = generateMutationId(chance.bytes(16))
    const act = (): object => {
      if (open !== undefined && chance.happens(0.3)) return { ...decision, resolves: [toConflictResolution(open)] }
      const change = changeOf(answer, chance)
      return details ? orOfParticulars(change, answer, id) : change
    }
    const mutation = mutationSchema.parse({
      id,
      author: local.account,
      device: tab.deps.device,
      clock: toInstant(Math.max(0, device.clock())),
      offset: 0,
      answer: answer.id,
      template: answer.idPlantilla,
      version: answer.templateVersion,
      base: answer.version,
      baseAt: answer.lastUpdate,
      files: [],
      ...act(),
    })
    if (mutation.kind === 'answer.submit') return
    await saveChange({ device, tab, oracle }, mutation)
  })
}

/** Completes, asks for changes of, revises or deletes one of those answers. */
export async function actLater(device: SimDevice, tab: Tab, { chance, oracle }: Surroundings): Promise<void> {
  const { local, process } = tab
  await alone(process, async () => {
    const known = await knownAnswers(tab)
    const answer = answerForLateAct(known, chance)
    if (answer === undefined) return
    const facts = {
      id: generateMutationId(chance.bytes(16)),
      device: tab.deps.device,
      clock: device.clock(),
      offset: 0,
    }
    await saveChange({ device, tab, oracle }, changeBy(local.account, facts, answer, lateActOf(answer, chance)))
  })
}

/**
 * Changes a row of the first answer with rows, which is the same on all devices of the user.
 * @returns the id of the answer
 */
export async function writeRows(
  device: SimDevice,
  tab: Tab,
  { chance, oracle }: Surroundings,
  olderApps: OlderApps,
): Promise<AnswerId | undefined> {
  const { local, process } = tab
  return alone(process, async () => {
    const [answer] = answersWithRows(await knownAnswers(tab))
    if (answer === undefined) return undefined
    const bytes = new Map<string, Uint8Array<ArrayBuffer>>()
    const capture = (): FileClaim => {
      const data = picture('image/jpeg', chance.int(200, 3_000), chance)
      const claim = claimFor(data, 'image/jpeg', 'salida.jpg')
      bytes.set(claim.sha256, data)
      return claim
    }
    const made = (shown: Answer, act?: object): AnswerChange => {
      const facts = {
        id: generateMutationId(chance.bytes(16)),
        device: tab.deps.device,
        clock: device.clock(),
        offset: 0,
      }
      return changeBy(local.account, facts, shown, act ?? rowActOf(shown, chance, capture))
    }
    const isOlder = olderApps.exist && chance.happens(OLDER_APPS)
    const isRemoval = isOlder && chance.happens(OLDER_REMOVES)
    const removed = isRemoval ? removalAmongRows(answer, chance, !olderApps.continueBehind) : undefined
    const meant = made(answer, removed)
    const older = isOlder ? byPosition(meant, answer) : undefined
    const isSaved = await (older === undefined
      ? saveChange({ device, tab, oracle }, meant, { bytes })
      : saveOlder(older, meant))
    // Such an app continues on the screen after its saved removal, and names the same version.
    const shown = older === undefined || !isSaved ? undefined : afterRemoval(meant, answer)
    const isBehind = shown !== undefined && olderApps.continueBehind && chance.happens(CONTINUES_BEHIND)
    const behind = isBehind ? correctionBehind(meant, answer, chance) : undefined
    for (let wish = 0; shown !== undefined && wish < 3; wish += 1) {
      const next = made(shown, behind)
      const nextOlder = byPosition(next, shown)
      if (nextOlder === undefined) continue
      await saveOlder(nextOlder, next, meant.id)
      break
    }
    return answer.id

    async function saveOlder(
      { rowIds: _, baseAt: __, ...sent }: AnswerChange,
      byIds: AnswerChange,
      follows?: MutationId,
    ): Promise<boolean> {
      const own = { bytes: new Map(bytes), meant: { ...byIds, rowIds: undefined, baseAt: undefined }, follows }
      return saveChange({ device, tab, oracle }, sent as AnswerChange, own)
    }
  })
}

type Saving = {
  readonly bytes?: SavedChange['bytes']
  readonly meant?: AnswerChange
  readonly follows?: MutationId | undefined
}

/**
 * @param meant the change by row ids, when `mutation` addresses rows by position
 * @param follows the removal that its author has just made on the same screen
 * @returns whether the device has saved the change
 */
export async function saveChange(
  { device, tab, oracle }: { readonly device: SimDevice; readonly tab: Tab; readonly oracle: Oracle },
  mutation: AnswerChange,
  { bytes = new Map(), meant = mutation, follows }: Saving = {},
): Promise<boolean> {
  const { local, triggers } = tab
  const facts = { mutation: meant, device, author: local.account, acknowledged: false, bytes, damaged: false }
  const change: SavedChange = { ...facts, ...(follows === undefined ? {} : { follows }) }
  oracle.changes.enter(change)
  const files = mutation.files.map((claim) => ({ claim, data: toBuffer(bytes.get(claim.sha256)) }))
  if (!(await saveAnswer(local, { mutation, files })).ok) return false
  change.acknowledged = true
  await triggers.saved()
  return true
}

function toBuffer(data: Uint8Array<ArrayBuffer> | undefined): ArrayBuffer {
  if (data === undefined) throw new Error('A file without bytes')
  return data.slice().buffer
}
