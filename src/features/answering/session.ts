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
  type WriteJournal,
  loadDraft,
  loadFile,
  type Local,
  readMeta,
  replaceInDraft,
  saveAnswer,
  saveDraft,
  type Timers,
} from '#local/index.ts'
import { buildDraft, restoreFromDraft } from './drafts/draft-of.ts'
import { isEqualDraft, mergeDrafts } from './drafts/merge-drafts.ts'
import type { DraftOpening } from './drafts/open-draft.ts'
import type { FormContext, FormRules } from './form/form-context.ts'
import { findMissing, unsignedNames } from './form/missing-of.ts'
import { emptyHeader, type Signer } from './form/draft-header.ts'
import { createFormStore, replaceContent } from './form/form-store.ts'
import { buildSubmit } from './save/submit-of.ts'

/** An open form, from opening to saving or leaving. */
export type AnsweringSession = FormContext & {
  /** assigned on opening, so that the reference can be written down before saving */
  readonly answer: AnswerId
  /** id of the mutation that saves it */
  readonly mutation: MutationId
  readonly journal: WriteJournal
  /** whether a draft exists that is not saved as an answer */
  readonly isDraft: () => boolean
  /** @returns a function that leaves the form; resolves when pending work, such as a photo, is in the draft */
  readonly follow: (onFirstChange: () => void) => () => Promise<void>
  /** kind of change of a stored answer; missing: a new answer */
  readonly change?: Pick<DraftedChange, 'kind' | 'mutation'>
  /** locks; missing: everything is editable */
  readonly rules?: FormRules
  /** problems that prevent saving */
  readonly missing: () => readonly Missing[]
  /** saves once, even if called repeatedly; resolves with ok once the answer is stored durably */
  readonly save: () => Promise<Result<void>>
}

/** Dependencies: clock, randomness and device storage. */
export type AnsweringHost = {
  readonly local: Local
  readonly device: DeviceId
  /** milliseconds */
  readonly now: () => number
  readonly random: (length: number) => Uint8Array
  readonly timers: Timers
  /** user who fills in the form */
  readonly signer?: Signer | undefined
}

export function createAnsweringSession(
  opening: Extract<DraftOpening, { kind: 'new' | 'draft' }>,
  host: AnsweringHost,
): AnsweringSession {
  const { local, now, random } = host
  const kept = opening.kind === 'draft' ? opening : null
  const { template } = opening
  const header = emptyHeader(template, host.signer)
  const form = createFormStore(
    template,
    kept === null ? { header } : restoreFromDraft(template, kept.draft, kept.files),
    {
      random: host.random,
      untouched: header.signatures,
    },
  )
  const answer = kept?.draft.id ?? newAnswerId(random(16))
  const startedAt: Instant = kept?.draft.startedAt ?? toInstant(now())
  const mutation = newMutationId(random(16))
  let exists = kept !== null
  let saving: Promise<Result<void>> | null = null
  let saved = false

  let isLeft = false
  let written = kept !== null
  /** last version of the draft written or read by this window */
  let last = kept?.draft
  /** Whether the draft was discarded elsewhere after this form was left. It must not be created again. */
  const isDiscarded = async (): Promise<boolean> =>
    isLeft && written && (await loadDraft(local, answer).catch(() => undefined)) === undefined
  const keep = async (): Promise<Result<void>> => {
    if (await isDiscarded()) return refuse('answer.missing')
    const mine = buildDraft(form, answer, startedAt, now())
    let merged = mine
    const result = await saveDraft(local, mine, (stored) => (merged = mergeDrafts(last ?? mine, mine, stored)))
    if (!result.ok) return result
    written = true
    last = merged
    if (!isEqualDraft(merged, mine)) await takeOver(mine, merged)
    return result
  }
  /** Applies changes that another window wrote to the same draft, so that saving in either window loses nothing. */
  const takeOver = async (mine: Draft, merged: Draft): Promise<void> => {
    const claims = (await loadDraft(local, answer).catch(() => undefined))?.files ?? []
    // Merges again, as the user may have typed in the meantime.
    const next = mergeDrafts(mine, buildDraft(form, answer, startedAt, now()), merged)
    const { content, header, files } = restoreFromDraft(template, next, claims)
    replaceContent(form, { content, header, files: { ...form.state.getState().files, ...files } })
  }
  const journal = createJournal(keep, host.timers)

  const saveNow = async (): Promise<Result<void>> => {
    await journal.close()
    // Ignores a failure, as saving would then fail and report it.
    if (written) await keep()
    const offset = (await readMeta(local, 'clockOffset')) ?? null
    const envelope = { id: mutation, answer, author: local.account, device: host.device, now: now(), offset }
    const submit = buildSubmit(form, envelope)
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
        // Writes the draft first, so that it does not refer to the replaced file.
        await journal.flush()
        return replaceInDraft(local, answer, { ...place, old }, { claim, data })
      },
      load: (claim) => loadFile(local, claim),
    },
    follow: (onFirstChange) => {
      isLeft = false
      const stop = form.state.subscribe((state, before) => {
        const changed = state.content !== before.content || state.header !== before.header
        // A change of focus alone is stored in an existing draft, but does not create a draft.
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
    missing: () => [...findMissing(form), ...unsignedNames(form)],
    save: () => {
      saving ??= saveNow().finally(() => {
        if (!saved) saving = null
      })
      return saving
    },
  }
}
