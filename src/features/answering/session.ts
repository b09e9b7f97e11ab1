import { checkSubmission, type Missing } from '#domain/answering/index.ts'
import {
  type AnswerId,
  type DeviceId,
  type Instant,
  type MutationId,
  newAnswerId,
  newMutationId,
  refuse,
  type Result,
  toInstant,
} from '#domain/kernel/index.ts'
import {
  attachToDraft,
  createJournal,
  type Draft,
  type DraftedChange,
  type Journal,
  loadDraft,
  loadFile,
  type Local,
  readMeta,
  replaceInDraft,
  saveAnswer,
  saveDraft,
  type Timers,
} from '#local/index.ts'
import { draftOf, startOf } from './drafts/draft-of.ts'
import { isSameDraft, mergeDrafts } from './drafts/merge-drafts.ts'
import type { Opening } from './drafts/open-draft.ts'
import type { FormContext, FormRules } from './form/form-context.ts'
import { missingOf, unsignedNames } from './form/missing-of.ts'
import { emptyHeader, type Signer } from './form/draft-header.ts'
import { createFormStore, replaceContent } from './form/form-store.ts'
import { submitOf } from './save/submit-of.ts'

/** One form from opening to saving or leaving. */
export type AnsweringSession = FormContext & {
  /** the answer's id from the first moment: its reference can be written on paper before it is saved */
  readonly answer: AnswerId
  /** under which it is saved */
  readonly mutation: MutationId
  readonly journal: Journal
  /** there is something to come back to */
  readonly isDraft: () => boolean
  /** @returns leaves the form; resolves when all pending and late work, as a photo being shrunk, is in the draft */
  readonly follow: (onFirstChange: () => void) => () => Promise<void>
  /** which change of a stored answer it is; missing: a new one */
  readonly change?: Pick<DraftedChange, 'kind' | 'mutation'>
  /** what may not be changed; missing: everything may */
  readonly rules?: FormRules
  /** what keeps it from being saved */
  readonly missing: () => readonly Missing[]
  /** resolves with ok once the answer is durable; asking twice is saving once */
  readonly save: () => Promise<Result<void>>
}

/** Clock, chance and device, from outside. */
export type AnsweringHost = {
  readonly local: Local
  readonly device: DeviceId
  /** milliseconds */
  readonly now: () => number
  readonly random: (length: number) => Uint8Array
  readonly timers: Timers
  /** who fills it in */
  readonly signer?: Signer | undefined
}

export function createAnsweringSession(
  opening: Extract<Opening, { kind: 'new' | 'draft' }>,
  host: AnsweringHost,
): AnsweringSession {
  const { local, now, random } = host
  const kept = opening.kind === 'draft' ? opening : null
  const { template } = opening
  const header = emptyHeader(template, host.signer)
  const form = createFormStore(template, kept === null ? { header } : startOf(template, kept.draft, kept.files), {
    random: host.random,
    untouched: header.signatures,
  })
  const answer = kept?.draft.id ?? newAnswerId(random(16))
  const startedAt: Instant = kept?.draft.startedAt ?? toInstant(now())
  const mutation = newMutationId(random(16))
  let exists = kept !== null
  let saving: Promise<Result<void>> | null = null
  let saved = false

  let isLeft = false
  let written = kept !== null
  /** as this window has written or read it last */
  let last = kept?.draft
  /** Thrown away on another screen, while a photo of it was still on its way: it stays so. */
  const isDiscarded = async (): Promise<boolean> =>
    isLeft && written && (await loadDraft(local, answer).catch(() => undefined)) === undefined
  const keep = async (): Promise<Result<void>> => {
    if (await isDiscarded()) return refuse('answer.missing')
    const mine = draftOf(form, answer, startedAt, now())
    let merged = mine
    const result = await saveDraft(local, mine, (stored) => (merged = mergeDrafts(last ?? mine, mine, stored)))
    if (!result.ok) return result
    written = true
    last = merged
    if (!isSameDraft(merged, mine)) await takeOver(mine, merged)
    return result
  }
  /** What another window has written into the same draft is here, too, so that neither window saves less than both. */
  const takeOver = async (mine: Draft, merged: Draft): Promise<void> => {
    const claims = (await loadDraft(local, answer).catch(() => undefined))?.files ?? []
    // The user may have typed on meanwhile.
    const next = mergeDrafts(mine, draftOf(form, answer, startedAt, now()), merged)
    const { content, header, files } = startOf(template, next, claims)
    replaceContent(form, { content, header, files: { ...form.state.getState().files, ...files } })
  }
  const journal = createJournal(keep, host.timers)

  const saveNow = async (): Promise<Result<void>> => {
    await journal.close()
    // What it could not write, saving could not either, and says so.
    if (written) await keep()
    const offset = (await readMeta(local, 'clockOffset')) ?? null
    const envelope = { id: mutation, answer, author: local.account, device: host.device, now: now(), offset }
    const submit = submitOf(form, envelope)
    const checked = checkSubmission(form.template, submit)
    const result = checked.ok ? await saveAnswer(local, { mutation: submit, draft: answer }) : checked
    if (result.ok) saved = true
    else journal.reopen()
    return result
  }

  return {
    form,
    answer,
    mutation,
    journal,
    isDraft: () => exists && !saved,
    files: {
      attach: async (claim, data) => {
        if (await isDiscarded()) return refuse('answer.missing')
        return attachToDraft(local, answer, { claim, data })
      },
      replace: async (place, old, claim, data) => {
        // The draft has to be as the form is, or it would go on naming what is gone.
        await journal.flush()
        return replaceInDraft(local, answer, place, old, { claim, data })
      },
      load: (claim) => loadFile(local, claim),
    },
    follow: (onFirstChange) => {
      isLeft = false
      const stop = form.state.subscribe((state, before) => {
        const changed = state.content !== before.content || state.header !== before.header
        // Moving about is worth keeping only in a draft that exists; looking at a form must not make one.
        if (!changed && !(exists && state.focus !== before.focus)) return
        if (!exists) {
          exists = true
          if (!isLeft) onFirstChange()
        }
        journal.touch()
      })
      return async () => {
        isLeft = true
        await Promise.all([journal.flush(), form.captures.settled()])
        stop()
        await journal.flush()
      }
    },
    missing: () => [...missingOf(form), ...unsignedNames(form)],
    save: () => {
      saving ??= saveNow().finally(() => {
        if (!saved) saving = null
      })
      return saving
    },
  }
}
