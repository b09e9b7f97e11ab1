import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  decomposeAnswer,
  referencedFiles,
  type FileClaim,
  type Missing,
  type GivenSignature,
} from '#domain/answering/index.ts'
import {
  correctionBetween,
  type Correction,
  isEmptyCorrection,
  findChangeProblems,
  nextStates,
  particularEditsBetween,
  buildParticulars,
  type Resolution,
  pickPresentParticulars,
  dropUnaskedValues,
  fillParticulars,
} from '#domain/corrections/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { StoredFile } from '#domain/files/index.ts'
import {
  newMutationId,
  ok,
  refuse,
  toInstant,
  type Instant,
  type MutationId,
  type Result,
  visibleText,
} from '#domain/kernel/index.ts'
import {
  attachToDraft,
  createJournal,
  loadFile,
  saveDraft,
  type ChangeInput,
  type Draft,
  type DraftedChange,
  type Drafted,
  replaceInDraft,
} from '#local/index.ts'
import { buildDraft, restoreFromDraft } from '../drafts/draft-of.ts'
import { toAnswerHeader, type Signer } from '../form/draft-header.ts'
import { createFormStore, type FormStart } from '../form/form-store.ts'
import type { AnsweringHost, AnsweringSession } from '../session.ts'
import { buildChange } from './change-act.ts'
import { createChangeRules } from './change-rules.ts'
import type { ChangeOpening } from './open-change.ts'

/**
 * Dependencies of a change session: those of answering, the outbox, and the server's files.
 */
export type ChangeSessionHost = Omit<AnsweringHost, 'device'> & {
  readonly change: (answer: Answer, act: ChangeInput, drafted?: Drafted) => Promise<Result<MutationId>>
  /** downloads bytes that are not on the device; undefined while offline */
  readonly fetchFile: (url: string) => Promise<ArrayBuffer | undefined>
}

export type ChangeSession = AnsweringSession & {
  readonly change: DraftedChange
  readonly opening: ChangeOpening
  /** open conflicts that saving resolves */
  readonly decides: StoreApi<readonly Resolution[]>
  /** reason for the correction, as typed so far */
  readonly reason: StoreApi<string>
  /** current differences from the answer as it was when the form was opened */
  readonly correction: () => Correction
}

/** A change of a stored answer, from opening to saving or leaving. @param wrong finds changes that are not allowed */
export function createChangeSession(
  opening: ChangeOpening,
  host: ChangeSessionHost,
  wrong: (correction: Correction) => readonly Missing[] = () => [],
): ChangeSession {
  const { local, now, random } = host
  const { kind, stored, expected, version, draft } = opening
  const change: DraftedChange = draft?.draft.change ?? {
    kind,
    mutation: newMutationId(random(16)),
    base: stored.version,
    baseAt: stored.lastUpdate,
    seen: {
      content: decomposeAnswer(expected),
      ...buildParticulars(expected),
      ...(expected.estados === undefined ? {} : { state: expected.estados.actual }),
    },
    decides: [],
  }
  const form = createFormStore(version, startOfChange(opening, host.signer), { keepsUnchecked: true, random })
  const decides = createStore<readonly Resolution[]>(() => change.decides)
  const reason = createStore<string>(() => change.reason ?? '')
  const startedAt: Instant = draft?.draft.startedAt ?? toInstant(now())
  let exists = draft !== undefined
  let saved = false
  let saving: Promise<Result<void>> | null = null
  // The change already added to the outbox. If adding the state change fails, a retry must not add it again.
  let kept: string | null = null

  const draftNow = (): Draft => ({
    ...buildDraft(form, stored.id, startedAt, now()),
    change: { ...change, decides: decides.getState(), reason: reason.getState() },
  })
  const keep = async (): Promise<Result<void>> => {
    const written = await saveDraft(local, draftNow())
    if (written.ok) exists = true
    return written
  }
  const journal = createJournal(keep, host.timers)

  const wanted = () => {
    const { content, header } = form.state.getState()
    return { content: dropUnaskedValues(version, content), particulars: fillParticulars(toAnswerHeader(header)) }
  }

  const correctionNow = (): Correction => {
    const { content, particulars } = wanted()
    return {
      ...correctionBetween(change.seen.content, content),
      ...particularEditsBetween(change.seen, particulars),
    }
  }

  const saveNow = async (): Promise<Result<void>> => {
    const correction = correctionNow()
    const signatures =
      kind === 'answer.edit' ? givenNow(opening, toAnswerHeader(form.state.getState().header).signatures) : []
    const resolves = decides.getState()
    const to = form.state.getState().header.state
    const from = expected.estados?.actual
    // A revision without changes is allowed: it confirms the answer, after a confirmation by the user.
    const isSame =
      kind !== 'answer.revise' && isEmptyCorrection(correction) && signatures.length + resolves.length === 0
    if (isSame && (to === undefined || to === from)) return refuse('answer.no-changes')
    await journal.flush()
    await journal.close()
    const files = newFiles(stored, form.state.getState().files, correction, signatures)
    const why = visibleText(reason.getState()) === '' ? '' : reason.getState().trim()
    const act = buildChange(kind, { correction, signatures, resolves, reason: why })
    const { mutation: id, base, baseAt } = change
    const drafted = { id, base, baseAt, files, ...(exists ? { draft: stored.id } : {}) }
    const said = JSON.stringify(act)
    const made = isSame || said === kept ? ok(change.mutation) : await host.change(stored, act, drafted)
    if (made.ok && !isSame) kept = said
    // The first of the two mutations deletes the draft.
    const moved =
      made.ok && to !== undefined && from !== undefined && to !== from
        ? await host.change(stored, { kind: 'answer.changeState', from, to }, isSame ? drafted : undefined)
        : made
    if (moved.ok) saved = true
    else journal.reopen()
    return moved.ok ? ok(undefined) : moved
  }

  return {
    form,
    opening,
    change,
    decides,
    reason,
    correction: correctionNow,
    answer: stored.id,
    mutation: change.mutation,
    journal,
    rules: opening.rules ?? createChangeRules(version, expected, change.seen.content, opening.mayReplace),
    isDraft: () => exists && !saved,
    files: {
      attach: async (claim, data) => {
        // Writes the draft first. Files without a draft would be taken for files of the stored answer.
        const written = exists ? ok(undefined) : await keep()
        if (!written.ok) return written
        return attachToDraft(local, stored.id, { claim, data })
      },
      replace: async (place, old, claim, data) => {
        await journal.flush()
        return replaceInDraft(local, stored.id, { ...place, old }, { claim, data })
      },
      load: async (claim) => {
        const here = await loadFile(local, claim)
        const url = stored.files.find(({ sha256 }) => sha256 === claim.sha256)?.url
        return here ?? (url === undefined ? undefined : host.fetchFile(url))
      },
    },
    follow: (onFirstChange) => {
      let isFirst = !exists
      const changed = (): void => {
        if (isFirst) onFirstChange()
        isFirst = false
        journal.touch()
      }
      const stops = [
        form.state.subscribe((state, before) => {
          if (state.content !== before.content || state.header !== before.header) changed()
        }),
        decides.subscribe(changed),
        reason.subscribe(changed),
      ]
      return async () => {
        isFirst = false
        await Promise.all([journal.flush(), form.captures.settled()])
        for (const stop of stops) stop()
        await journal.flush()
      }
    },
    missing: () => [
      ...wrong(correctionBetween(change.seen.content, wanted().content)),
      ...findChangeProblems(
        version,
        { content: change.seen.content, particulars: fillParticulars(change.seen) },
        wanted(),
      ),
    ],
    save: () => {
      saving ??= saveNow().finally(() => {
        if (!saved) saving = null
      })
      return saving
    },
  }
}

function startOfChange({ expected, version, draft }: ChangeOpening, signer: Signer | undefined): FormStart {
  const stored = Object.fromEntries(expected.files.map((file) => [file.sha256, toFileClaim(file)]))
  if (draft !== undefined) {
    const { header, ...start } = restoreFromDraft(version, draft.draft, draft.files)
    const { state: _, ...rest } = header ?? { signatures: [] }
    return {
      ...start,
      header: { ...rest, ...pickChangedState(expected, draft.draft) },
      files: { ...stored, ...start.files },
    }
  }
  const own = expected.signatures.find(({ tipeOfSignatory }) => tipeOfSignatory === 'intern')
  return {
    content: decomposeAnswer(expected),
    files: stored,
    header: {
      ...pickPresentParticulars(buildParticulars(expected)),
      ...(expected.estados === undefined ? {} : { state: expected.estados.actual }),
      signatures: expected.signatures.map((signature) => {
        const { indexSignature, title, names, imgID } = signature
        const { firstName, lastName } =
          names ?? (signature === own && imgID === undefined ? signer : undefined) ?? NOBODY
        return { indexSignature, title, firstName, lastName, ...(imgID === undefined ? {} : { image: imgID }) }
      }),
    },
  }
}

/**
 * The state selected in the draft if it was changed there and is still possible, else the answer's current state. So a
 * correction does not undo a transition made by others.
 */
function pickChangedState(expected: Answer, { header, change }: Draft): { readonly state?: number } {
  const { estados } = expected
  if (estados === undefined) return {}
  const isPicked = change?.seen.state !== undefined && header.state !== change.seen.state
  const picked = isPicked ? nextStates(expected).find(({ id }) => id === header.state) : undefined
  return { state: picked?.id ?? estados.actual }
}

const NOBODY: Signer = { firstName: '', lastName: '' }

function toFileClaim({ sha256, bytes, type, name }: StoredFile): FileClaim {
  return { sha256, bytes, type, name }
}

function givenNow({ expected }: ChangeOpening, signatures: readonly GivenSignature[]): readonly GivenSignature[] {
  const stands = new Set(
    expected.signatures.filter(({ imgID }) => imgID !== undefined).map((one) => one.indexSignature),
  )
  return signatures.filter(({ indexSignature }) => !stands.has(indexSignature))
}

/** Files that the change refers to and the answer does not have yet. */
function newFiles(
  stored: Answer,
  files: Readonly<Record<string, FileClaim>>,
  { values }: Correction,
  signatures: readonly GivenSignature[],
): readonly FileClaim[] {
  const there = new Set<string>(stored.files.map(({ sha256 }) => sha256))
  const content = {
    values: Object.fromEntries(values.flatMap(({ at, value }) => (value === null ? [] : [[at, value]]))),
    conditions: {},
    rows: {},
  }
  return [...referencedFiles({ content, header: { signatures: [...signatures] } })].flatMap((sha256) =>
    there.has(sha256) ? [] : (files[sha256] ?? []),
  )
}
