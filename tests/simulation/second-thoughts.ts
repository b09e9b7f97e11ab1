import { addressSchema, generateMutationId, toInstant } from '#domain/kernel/index.ts'
import { submitMutationSchema } from '#domain/answering/index.ts'
import {
  attachFileToDraft,
  deleteDraft,
  listDrafts,
  listOutbox,
  saveAnswer,
  saveDraft,
  takeBackAnswer,
} from '#local/index.ts'
import { claimFor } from '#tests/support/builders/submit.ts'
import { picture } from './content.ts'
import { alone, type SimDevice, type Tab } from './device.ts'
import type { Saved } from './oracle.ts'
import { answerForm, resumeDrafts, type Surroundings } from './person.ts'
import type { Timeline } from './timeline.ts'

/** Chances that an answer or draft is discarded, a corrected answer is saved at once, and a photo is taken again. */
const [DISCARDED, SAVED, RETAKEN] = [0.35, 0.7, 0.4]
/** Chance that a user thinks of an answer that waits, not of one of the latest. */
const UNSENT = 0.8
const LATEST = 3
const SECOND = 1_000

type Around = Surroundings & { readonly timeline: Timeline }

/**
 * A device is taken to a place without a network, as its browser says. Its user answers forms there and thinks again
 * before the way back.
 */
export async function goOut(device: SimDevice, _: Tab, around: Around): Promise<void> {
  const { chance, timeline } = around
  const { line } = device
  if (line.outing !== undefined || device.damage.away) return
  const outing = { leaky: false }
  line.online = false
  line.echoes.clear()
  line.outing = outing
  const later = (label: string, [from, to]: readonly [number, number], act: (tab: Tab) => void): void =>
    void timeline.after(chance.int(from, to) * SECOND, `${device.name} ${label}`, () => {
      const tab = device.tabs.at(-1)
      if (line.outing === outing && tab !== undefined && !device.damage.away) act(tab)
    })
  const own = (): Around => ({ ...around, chance: chance.fork() })
  for (let count = chance.int(1, 3); count > 0; count -= 1)
    later('answers outside', [1, 60], (tab) => void answerForm(device, tab, own()))
  for (let count = chance.int(1, 3); count > 0; count -= 1)
    later('thinks again', [5, 120], (tab) => void takeBack(device, tab, own()))
  timeline.after(chance.int(90, 240) * SECOND, `${device.name} is back from outside`, () => {
    if (line.outing !== outing) return
    line.outing = undefined
    line.online = true
    device.online()
  })
}

/** Takes an answer back to correct or to discard it, unless its sending has begun. */
export async function takeBack(device: SimDevice, tab: Tab, { chance, oracle }: Around): Promise<void> {
  const { local, process } = tab
  await alone(process, async () => {
    const waiting = new Set((await listOutbox(local)).map(({ answer }) => answer))
    const own = [...oracle.saved.values()].filter(
      (one) => one.device === device && one.author === local.account && one.acknowledged,
    )
    const unsent = own.filter(({ submit }) => waiting.has(submit.answer))
    const from = unsent.length > 0 && chance.happens(UNSENT) ? unsent : own.slice(-LATEST)
    if (from.length === 0) return
    const one = chance.pick(from)
    const { answer } = one.submit
    const choice = chance.happens(DISCARDED) ? 'discard' : 'correct'
    const answered = oracle.takeBacks.asking({ one, choice, process, next: generateMutationId(chance.bytes(16)) })
    const taken = await takeBackAnswer(local, answer, { choice, now: Math.max(0, device.clock()) })
    if (!process.alive) return
    answered(taken.ok ? taken.value !== null : undefined)
    const draft = oracle.saved.get(answer)
    if (!taken.ok || taken.value === null || choice === 'discard' || draft === undefined) return
    await oracle.takeBacks.reopened(local, answer)
    if (process.alive) await correct(tab, draft, { chance, oracle })
  })
}

/** Corrects the draft of an answer that was taken back, often with another photo, and mostly saves it again. */
async function correct(tab: Tab, one: Saved, { chance, oracle }: Pick<Around, 'chance' | 'oracle'>): Promise<void> {
  const { local, deps, process } = tab
  const { content, files, header, answer, template, version } = one.submit
  const photo = addressSchema.parse('1/r0/1')
  const old = content.values[photo]
  const values = new Map(Object.entries(content.values))
  values.set('0/0', { respuesta: `corregido ${chance.int(0, 999_999)}` })
  const bytes = new Map(one.bytes)
  const retaken = []
  if (old !== undefined && 'imagen' in old && chance.happens(RETAKEN)) {
    const data = picture('image/jpeg', chance.int(200, 3_000), chance)
    const claim = claimFor(data, 'image/jpeg', 'otra.jpg')
    bytes.set(claim.sha256, data)
    values.set(photo, { ...old, imagen: claim.sha256 })
    retaken.push({ claim, data: data.slice().buffer })
  }
  const kept = retaken.length === 0 ? files : files.filter(({ sha256 }) => sha256 !== old?.imagen)
  const clock = toInstant(Math.max(0, deps.clock()))
  const mutation = submitMutationSchema.parse({
    ...one.submit,
    clock,
    content: { ...content, values: Object.fromEntries(values) },
    files: [...kept, ...retaken.map(({ claim }) => claim)],
  })
  const corrected = { ...one, submit: mutation, bytes }
  oracle.enter(corrected)
  const draft = { id: answer, template, version, header, content: mutation.content, startedAt: clock, updatedAt: clock }
  if (!(await saveDraft(local, draft)).ok || !chance.happens(SAVED) || !process.alive) return
  const isAttached = chance.happens(0.5)
  for (const file of isAttached ? retaken : []) if (!(await attachFileToDraft(local, answer, file)).ok) return
  if (!process.alive) return
  tab.reach('finalise')
  if (!(await saveAnswer(local, { mutation, draft: answer, ...(isAttached ? {} : { files: retaken }) })).ok) return
  corrected.acknowledged = true
  await tab.triggers.saved()
}

/** Discards a draft, or saves the drafts that are left. */
export async function continueDraft(device: SimDevice, tab: Tab, around: Around): Promise<void> {
  const { chance, oracle } = around
  const { local, process } = tab
  if (!chance.happens(DISCARDED)) return resumeDrafts(device, tab, around)
  await alone(process, async () => {
    const [draft] = await listDrafts(local)
    const one = draft === undefined ? undefined : oracle.saved.get(draft.id)
    if (one === undefined || one.device !== device || one.author !== local.account || one.acknowledged) return
    // The device's tables show whether it was discarded, because another tab may have saved it in the meantime.
    const answered = oracle.takeBacks.asking({
      one,
      choice: 'discard',
      process,
      next: generateMutationId(chance.bytes(16)),
    })
    if (!(await deleteDraft(local, one.submit.answer)).ok) answered(undefined)
  })
}
