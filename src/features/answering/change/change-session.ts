import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  decomposeAnswer,
  findReferencedFiles,
  type FileClaim,
  type MissingItem,
  type GivenSignature,
} from '#domain/answering/index.ts'
import {
  buildCorrection,
  type Correction,
  isEmptyCorrection,
  findChangeProblems,
  listNextStates,
  findDetailEdits,
  buildAnswerDetails,
  type ConflictResolution,
  pickPresentDetails,
  dropHiddenValues,
  fillAnswerDetails,
} from '#domain/corrections/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { StoredFile } from '#domain/files/index.ts'
import { generateMutationId, ok, refuse, type MutationId, type Result, getVisibleText } from '#domain/kernel/index.ts'
import { saveDraft, type ChangeInput, type Draft, type DraftedChange, type DraftedChangeFacts } from '#local/index.ts'
import { restoreFromDraft } from '../drafts/build-draft.ts'
import { toAnswerHeader, type Signer } from '../form/draft-header.ts'
import { createFormStore, type FormInitialState } from '../form/form-store.ts'
import { createFormSession, type AnsweringHost, type AnsweringSession } from '../session.ts'
import { createChangeRules } from './change-rules.ts'
import type { ChangeKind, ChangeOpening } from './open-change.ts'

/**
 * Dependencies of a change session: those of answering, the outbox, and the server's files.
 */
export type ChangeSessionHost = Omit<AnsweringHost, 'device'> & {
  readonly change: (answer: Answer, act: ChangeInput, drafted?: DraftedChangeFacts) => Promise<Result<MutationId>>
  /** downloads bytes that are not on the device; undefined while offline */
  readonly fetchFile: (url: string) => Promise<ArrayBuffer | undefined>
}

export type ChangeSession = AnsweringSession & {
  readonly change: DraftedChange
  readonly opening: ChangeOpening
  /** open conflicts that saving resolves */
  readonly decides: StoreApi<readonly ConflictResolution[]>
  /** reason for the correction, as typed so far */
  readonly reason: StoreApi<string>
  /** current differences from the answer as it was when the form was opened */
  readonly correction: () => Correction
}

/** Opens a session for the change of a stored answer. @param wrong finds changes that are not allowed */
export function createChangeSession(
  opening: ChangeOpening,
  host: ChangeSessionHost,
  wrong: (correction: Correction) => readonly MissingItem[] = () => [],
): ChangeSession {
  const { local, random } = host
  const { kind, stored, expected, version, draft } = opening
  const change: DraftedChange = draft?.draft.change ?? {
    kind,
    mutation: generateMutationId(random(16)),
    base: stored.version,
    baseAt: stored.lastUpdate,
    seen: {
      content: decomposeAnswer(expected),
      ...buildAnswerDetails(expected),
      ...(expected.estados === undefined ? {} : { state: expected.estados.actual }),
    },
    decides: [],
  }
  const form = createFormStore(version, buildInitialState(opening, host.signer), { keepsUncheckedValues: true, random })
  const decides = createStore<readonly ConflictResolution[]>(() => change.decides)
  const reason = createStore<string>(() => change.reason ?? '')

  const wanted = () => {
    const { content, header } = form.state.getState()
    return { content: dropHiddenValues(version, content), details: fillAnswerDetails(toAnswerHeader(header)) }
  }

  const buildCurrentCorrection = (): Correction => {
    const { content, details } = wanted()
    return {
      ...buildCorrection(change.seen.content, content),
      ...findDetailEdits(change.seen, details),
    }
  }

  // The change already added to the outbox. If adding the state change fails, a retry must not add it again.
  let kept: string | null = null
  const save = async (isDrafted: boolean): Promise<Result<void>> => {
    const correction = buildCurrentCorrection()
    const { header, files: claims } = form.state.getState()
    const signatures = kind === 'answer.edit' ? listNewSignatures(opening, toAnswerHeader(header).signatures) : []
    const resolves = decides.getState()
    const to = header.state
    const from = expected.estados?.actual
    // A revision without changes is allowed, as it confirms the answer. The user was asked to confirm this.
    const isSame =
      kind !== 'answer.revise' && isEmptyCorrection(correction) && signatures.length + resolves.length === 0
    if (isSame && (to === undefined || to === from)) return refuse('answer.no-changes')
    const files = listNewFiles(stored, claims, correction, signatures)
    const why = getVisibleText(reason.getState()) === '' ? '' : reason.getState().trim()
    const act = buildChange(kind, { correction, signatures, resolves, reason: why })
    const { mutation: id, base, baseAt } = change
    const drafted = { id, base, baseAt, files, ...(isDrafted ? { draft: stored.id } : {}) }
    const text = JSON.stringify(act)
    const result = isSame || text === kept ? ok(id) : await host.change(stored, act, drafted)
    if (result.ok && !isSame) kept = text
    // The first of the two mutations deletes the draft.
    const movedResult =
      result.ok && to !== undefined && from !== undefined && to !== from
        ? await host.change(stored, { kind: 'answer.changeState', from, to }, isSame ? drafted : undefined)
        : result
    return movedResult.ok ? ok(undefined) : movedResult
  }

  return createFormSession(
    {
      form,
      opening,
      change,
      decides,
      reason,
      correction: buildCurrentCorrection,
      answer: stored.id,
      mutation: change.mutation,
      rules: opening.rules ?? createChangeRules(version, expected, change.seen.content, opening.mayReplace),
      missing: () => [
        ...wrong(buildCorrection(change.seen.content, wanted().content)),
        ...findChangeProblems(
          version,
          { content: change.seen.content, details: fillAnswerDetails(change.seen) },
          wanted(),
        ),
      ],
    },
    {
      draft: draft?.draft,
      write: (mine) =>
        saveDraft(local, { ...mine(), change: { ...change, decides: decides.getState(), reason: reason.getState() } }),
      save,
      inputs: [decides, reason],
      fetchFile: async ({ sha256 }) => {
        const url = stored.files.find((file) => file.sha256 === sha256)?.url
        return url === undefined ? undefined : host.fetchFile(url)
      },
    },
    host,
  )
}

function buildInitialState({ expected, version, draft }: ChangeOpening, signer: Signer | undefined): FormInitialState {
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
  const ownSignature = expected.signatures.find(({ tipeOfSignatory }) => tipeOfSignatory === 'intern')
  return {
    content: decomposeAnswer(expected),
    files: stored,
    header: {
      ...pickPresentDetails(buildAnswerDetails(expected)),
      ...(expected.estados === undefined ? {} : { state: expected.estados.actual }),
      signatures: expected.signatures.map((signature) => {
        const { indexSignature, title, names, imgID } = signature
        const { firstName, lastName } =
          names ?? (signature === ownSignature && imgID === undefined ? signer : undefined) ?? NAMELESS_SIGNER
        return { indexSignature, title, firstName, lastName, ...(imgID === undefined ? {} : { image: imgID }) }
      }),
    },
  }
}

/**
 * The state selected in the draft if it was changed there and is still possible, else the answer's current state. This
 * way a correction does not undo a transition made by others.
 */
function pickChangedState(expected: Answer, { header, change }: Draft): { readonly state?: number } {
  const { estados } = expected
  if (estados === undefined) return {}
  const isStateChanged = change?.seen.state !== undefined && header.state !== change.seen.state
  const picked = isStateChanged ? listNextStates(expected).find(({ id }) => id === header.state) : undefined
  return { state: picked?.id ?? estados.actual }
}

const NAMELESS_SIGNER: Signer = { firstName: '', lastName: '' }

function toFileClaim({ sha256, bytes, type, name }: StoredFile): FileClaim {
  return { sha256, bytes, type, name }
}

function listNewSignatures(
  { expected }: ChangeOpening,
  signatures: readonly GivenSignature[],
): readonly GivenSignature[] {
  const stands = new Set(
    expected.signatures.filter(({ imgID }) => imgID !== undefined).map((signature) => signature.indexSignature),
  )
  return signatures.filter(({ indexSignature }) => !stands.has(indexSignature))
}

/** Files that the change refers to and the answer does not have yet. */
function listNewFiles(
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
  return [...findReferencedFiles({ content, header: { signatures: [...signatures] } })].flatMap((sha256) =>
    there.has(sha256) ? [] : (files[sha256] ?? []),
  )
}

type FullCorrection = Extract<ChangeInput, { kind: 'answer.correct' }>['correction']

type ChangedParts = {
  readonly correction: Correction
  readonly signatures: readonly GivenSignature[]
  readonly resolves: readonly ConflictResolution[]
  /** reason for a correction; empty if none was given */
  readonly reason: string
}

/** The change of the answer for the outbox. */
function buildChange(
  kind: ChangeKind,
  { correction: changed, signatures, resolves, reason }: ChangedParts,
): ChangeInput {
  const correction = toWireCorrection(changed)
  switch (kind) {
    case 'answer.edit':
      return { kind, correction, signatures: [...signatures] }
    case 'answer.correct':
      return { kind, correction, resolves: [...resolves], ...(reason === '' ? {} : { reason }) }
    case 'answer.revise':
      return { kind, correction }
  }
}

/** The correction in wire format, with mutable lists. */
function toWireCorrection({
  values,
  conditions,
  rows,
  counts: _,
  uncertain: _uncertain,
  ...answerDetails
}: Correction): FullCorrection {
  return { ...answerDetails, values: [...values], conditions: [...conditions], rows: [...rows] }
}
