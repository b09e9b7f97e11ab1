import type { StoreApi } from 'zustand/vanilla'
import { checkSubmission, type FileClaim, type MissingItem } from '#domain/answering/index.ts'
import {
  type AnswerId,
  type DeviceId,
  type Instant,
  type MutationId,
  generateAnswerId,
  generateMutationId,
  ok,
  refuse,
  type Result,
  toInstant,
} from '#domain/kernel/index.ts'
import {
  attachFileToDraft,
  createJournal,
  type Draft,
  type DraftedChange,
  type JournalWriter,
  loadDraft,
  loadFile,
  type Local,
  readMeta,
  replaceFileInDraft,
  saveAnswer,
  saveDraft,
  type Timers,
} from '#local/index.ts'
import { toDraft, restoreFromDraft } from './drafts/build-draft.ts'
import { isEqualDraft, mergeDrafts } from './drafts/merge-drafts.ts'
import type { DraftOpening } from './drafts/open-draft.ts'
import type { FormFiles, FormRules } from './form/form-context.ts'
import { findMissingFormItems, findUnsignedNames } from './form/find-missing.ts'
import { createEmptyHeader, type Signer } from './form/draft-header.ts'
import { createFormStore, type FormStore, replaceContent } from './form/form-store.ts'
import { buildSubmit } from './save/build-submit.ts'

/** Parts of a session that depend on its kind: a new answer, or the change of a stored answer. */
type SessionParts = {
  readonly form: FormStore
  /** assigned on opening, so that the reference can be written down before saving */
  readonly answer: AnswerId
  /** id of the mutation that saves the answer */
  readonly mutation: MutationId
  /** the municipality's; missing: the device's */
  readonly timeZone?: string | undefined
  /** kind of change of a stored answer; missing for a new answer */
  readonly change?: Pick<DraftedChange, 'kind' | 'mutation'>
  /** locks; if missing, everything can be edited */
  readonly rules?: FormRules
  /** problems that prevent saving */
  readonly missing: () => readonly MissingItem[]
}

/** An open form, from opening to saving or leaving. */
export type AnsweringSession = SessionParts & SessionActions

type SessionActions = {
  readonly files: FormFiles
  readonly journal: JournalWriter
  /** whether a draft exists that was not saved as an answer */
  readonly isDraft: () => boolean
  /**
   * journals the form's changes.
   * @returns a function that leaves the form; resolves when pending work, such as a photo, is in the draft
   */
  readonly follow: (onFirstChange: () => void) => () => Promise<void>
  /** saves once, even if called repeatedly; resolves with ok once the answer is stored durably */
  readonly save: () => Promise<Result<void>>
}

/** How a kind of session is stored on this device. */
type SessionStorage = {
  /** the draft that is continued */
  readonly draft: Draft | undefined
  /**
   * writes the draft.
   * @param mine builds the draft from the form
   */
  readonly write: (mine: () => Draft) => Promise<Result<void>>
  /** puts the answer or the change into the outbox. @param isDrafted whether the draft was written */
  readonly save: (isDrafted: boolean) => Promise<Result<void>>
  /** inputs outside the form that belong to the draft */
  readonly inputs?: readonly StoreApi<unknown>[]
  /** downloads a file that is not on the device */
  readonly fetchFile?: (claim: FileClaim) => Promise<ArrayBuffer | undefined>
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

/** Opens a session for a new answer. */
export function createAnsweringSession(
  opening: Extract<DraftOpening, { kind: 'new' | 'draft' }>,
  host: AnsweringHost,
): AnsweringSession {
  const { local, now, random } = host
  const kept = opening.kind === 'draft' ? opening : null
  const { template, timeZone } = opening
  const header = createEmptyHeader(template, host.signer)
  const form = createFormStore(
    template,
    kept === null ? { header } : restoreFromDraft(template, kept.draft, kept.files),
    {
      random: host.random,
      initialSignatures: header.signatures,
    },
  )
  const answer = kept?.draft.id ?? generateAnswerId(random(16))
  const mutation = generateMutationId(random(16))
  /** last version of the draft written or read by this window */
  let last = kept?.draft

  const write: SessionStorage['write'] = async (buildOwnDraft) => {
    const ownDraft = buildOwnDraft()
    let merged = ownDraft
    const result = await saveDraft(
      local,
      ownDraft,
      (stored) => (merged = mergeDrafts(last ?? ownDraft, ownDraft, stored)),
    )
    if (!result.ok) return result
    last = merged
    if (isEqualDraft(merged, ownDraft)) return result
    // Applies changes that another window wrote to the same draft, so that saving in either window loses nothing.
    const claims = (await loadDraft(local, answer).catch(() => undefined))?.files ?? []
    // Merges again, as the user may have typed in the meantime.
    const next = mergeDrafts(ownDraft, buildOwnDraft(), merged)
    const { content, header, files } = restoreFromDraft(template, next, claims)
    replaceContent(form, { content, header, files: { ...form.state.getState().files, ...files } })
    return result
  }

  const save = async (): Promise<Result<void>> => {
    const offset = (await readMeta(local, 'clockOffset')) ?? null
    const envelope = { id: mutation, answer, author: local.account, device: host.device, now: now(), offset }
    const submit = buildSubmit(form, envelope)
    const checked = checkSubmission(template, submit)
    return checked.ok ? saveAnswer(local, { mutation: submit, draft: answer }) : checked
  }

  return createFormSession(
    { form, answer, mutation, timeZone, missing: () => [...findMissingFormItems(form), ...findUnsignedNames(form)] },
    { draft: kept?.draft, write, save },
    host,
  )
}

/** Opens a session of either kind. The session keeps the draft and its files, and saves once. */
export function createFormSession<Parts extends SessionParts>(
  parts: Parts,
  { draft, write, save, inputs = [], fetchFile }: SessionStorage,
  { local, now, timers }: Pick<AnsweringHost, 'local' | 'now' | 'timers'>,
): Parts & SessionActions {
  const { form, answer } = parts
  const startedAt: Instant = draft?.startedAt ?? toInstant(now())
  let exists = draft !== undefined
  let written = exists
  let isLeft = false
  let saving: Promise<Result<void>> | null = null
  let saved = false

  /**
   * Whether the draft was discarded elsewhere after this form was left. A discarded draft must not be created again.
   */
  const isDiscarded = async (): Promise<boolean> =>
    isLeft && written && (await loadDraft(local, answer).catch(() => undefined)) === undefined
  const storeDraft = async (): Promise<Result<void>> => {
    if (await isDiscarded()) return refuse('answer.missing')
    const result = await write(() => toDraft(form, answer, startedAt, now()))
    if (result.ok) written = true
    return result
  }
  const journal = createJournal(storeDraft, timers)

  const saveNow = async (): Promise<Result<void>> => {
    await journal.close()
    // Ignores a failure, as saving would then fail as well and report it.
    if (written) await storeDraft()
    const result = await save(written)
    saved = result.ok
    return result
  }

  return {
    ...parts,
    journal,
    isDraft: () => exists && !saved,
    files: {
      attach: async (claim, data) => {
        if (await isDiscarded()) return refuse('answer.missing')
        // For a change, writes the draft first. Without a draft, new files would count as files of the stored answer.
        const result = parts.change === undefined || written ? ok(undefined) : await storeDraft()
        return result.ok ? attachFileToDraft(local, answer, { claim, data }) : result
      },
      replace: async (place, old, claim, data) => {
        // Writes the draft first, so that the stored draft no longer refers to the replaced file.
        await journal.flush()
        return replaceFileInDraft(local, answer, { ...place, old }, { claim, data })
      },
      load: async (claim) => (await loadFile(local, claim)) ?? fetchFile?.(claim),
    },
    follow: (onFirstChange) => {
      isLeft = false
      const changed = (): void => {
        if (!exists) {
          exists = true
          if (!isLeft) onFirstChange()
        }
        journal.touch()
      }
      const subscriptions = [
        form.state.subscribe((state, before) => {
          const isContentChange = state.content !== before.content || state.header !== before.header
          // A change of focus alone is stored in an existing draft, but does not create a draft.
          if (isContentChange || (exists && state.focus !== before.focus)) changed()
        }),
        ...inputs.map((input) => input.subscribe(changed)),
      ]
      return async () => {
        isLeft = true
        await Promise.all([journal.flush(), form.captures.settled()])
        for (const stop of subscriptions) stop()
        await journal.flush()
      }
    },
    save: () => {
      saving ??= saveNow().finally(() => {
        if (saved) return
        saving = null
        journal.reopen()
      })
      return saving
    },
  }
}
