import { createStore, type StoreApi } from 'zustand/vanilla'
import { generateRowId, parseAddress, ok, type Address, type RowId, type Result } from '#domain/kernel/index.ts'
import { type AnswerValues, createEmptyValues } from '#domain/answers/index.ts'
import { type FormTemplate, getOriginalLanguage } from '#domain/templates/index.ts'
import type { Purchase } from '#domain/payments/index.ts'
import { QUESTION_TYPE, buildCurrentTimeValue } from '#domain/questions/index.ts'
import {
  marksOptionalQuestions,
  type PlacedQuestion,
  type Progress,
  computeSectionProgress,
  listAskedQuestions,
  type FileClaim,
} from '#domain/answering/index.ts'
import { type DraftHeader, createEmptyHeader } from './draft-header.ts'
import { getDeviceDateTime } from './form-context.ts'
import { createLateValues, type LateValues } from './late-places.ts'

/** Photos, documents and signatures being stored. */
type Captures = {
  /** tracks a capture until it is stored. @returns the capture's result */
  readonly follow: (capture: Promise<Result<void>>) => Promise<Result<void>>
  /** resolves when no capture is pending, with ok or the first problem */
  readonly settled: () => Promise<Result<void>>
}

/** Tracks captures, so that saving waits for files that are still being hashed and stored. */
function createCaptures(): Captures {
  const underWay = new Set<Promise<Result<void>>>()
  return {
    follow: async (capture) => {
      underWay.add(capture)
      try {
        return await capture
      } finally {
        underWay.delete(capture)
      }
    },
    settled: async () => {
      let outcome: Result<void> = ok(undefined)
      // New captures may start while others are awaited.
      while (underWay.size > 0) {
        const results = await Promise.allSettled(underWay)
        for (const result of results) {
          if (outcome.ok) outcome = result.status === 'fulfilled' ? result.value : UNREADABLE
        }
      }
      return outcome
    },
  }
}

const UNREADABLE: Result<void> = { ok: false, problem: { code: 'file.unreadable' } }

/** An action that can be undone. */
export type UndoOffer = {
  readonly what: UndoableAction
  /** question that the action has changed; if the question is removed, undo is no longer offered */
  readonly at?: Address
  readonly run: () => void
}
export type UndoableAction =
  | { readonly kind: 'condition'; readonly name: string; readonly answers: number }
  /** `name`: the row's title in its section */
  | { readonly kind: 'row'; readonly answers: number; readonly name?: string }
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'signature' }
  /** copied from a previous answer or row; `answers` is the number of copied values, `total` of the row's values */
  | { readonly kind: 'start'; readonly answers: number; readonly total?: number }

/** The changing parts of an open form. Its template (`FormStore`) never changes while it is open. */
export type FormState = {
  readonly content: AnswerValues
  readonly header: DraftHeader
  /** attached files by hash; may contain files no longer referred to */
  readonly files: Readonly<Record<string, FileClaim>>
  /** last question used; a reopened draft continues there */
  readonly focus: Address | null
  /** numbers of answered and of all questions, by section order */
  readonly progress: Readonly<Record<number, Progress>>
  /** orders of the unfolded sections */
  readonly open: ReadonlySet<number>
  /** question to scroll to, rendered even if far away; `at` is incremented so that repeated requests count */
  readonly reveal: { readonly address: Address; readonly at: number; readonly isNewRow: boolean } | null
  /** missing items are marked, after the first attempt to save */
  readonly marked: boolean
  readonly undo: UndoOffer | null
  /** purchase chosen before the questions, which can still be changed on the payer's page */
  readonly purchase?: Purchase | undefined
}

export type FormInitialState = Partial<Pick<FormState, 'content' | 'header' | 'files' | 'focus'>>

export type FormStore = {
  readonly template: FormTemplate
  /** optional questions are marked instead of required ones, as most are required */
  readonly marksOptional: boolean
  /** language of the form's texts, if known */
  readonly originalLanguage: ReturnType<typeof getOriginalLanguage>
  readonly state: StoreApi<FormState>
  readonly captures: Captures
  readonly late: LateValues
  /** values under unchecked conditions are kept while a stored answer is changed (part 3, point 4) */
  readonly keepsUncheckedValues: boolean
  /** creates the id of a row added to the given rows */
  readonly createRowId: (rows: readonly RowId[]) => RowId
  /** initial signatures of a new answer; missing if a stored answer is changed */
  readonly initialSignatures?: DraftHeader['signatures']
}

/** Up to this number of questions all sections are initially unfolded. */
const UNFOLDED_QUESTIONS = 100

/**
 * Creates the store of an open form. @param start initial state, for example of a draft; parts that are missing are
 * empty or preset
 */
export function createFormStore(
  template: FormTemplate,
  start: FormInitialState = {},
  { keepsUncheckedValues = false, random = randomBytes, ...how }: Partial<KeepOptions> = {},
): FormStore {
  const content = start.content ?? buildPresetValues(template)
  const focus = start.focus ?? null
  const state = createStore<FormState>(() => ({
    content,
    header: start.header ?? createEmptyHeader(template),
    files: start.files ?? {},
    focus,
    progress: computeProgressOfAll(template, content),
    open: listInitiallyOpenSections(template, focus),
    reveal: null,
    marked: false,
    undo: null,
  }))
  return {
    template,
    marksOptional: marksOptionalQuestions(template),
    originalLanguage: getOriginalLanguage(template),
    state,
    captures: createCaptures(),
    late: createLateValues(),
    keepsUncheckedValues,
    createRowId: (rows) => generateRowId(random(10), rows),
    ...how,
  }
}

type KeepOptions = Pick<FormStore, 'keepsUncheckedValues' | 'initialSignatures'> & {
  /** random bytes for row ids; defaults to the browser's */
  readonly random: (length: number) => Uint8Array
}

function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length))
}

/**
 * Initial values: required choices with a single option (part 3, point 5), and the current date or time where the
 * question starts with it.
 */
function buildPresetValues(template: FormTemplate): AnswerValues {
  const places = listAskedQuestions(template, createEmptyValues())
  const values = buildCurrentTimeValues(places)
  for (const { address, question } of places) {
    const [only, ...others] =
      question.tipoPregunta === QUESTION_TYPE.RADIO && question.required ? question.opciones : []
    if (only !== undefined && others.length === 0) values[address] = { chosen: [only.orden] }
  }
  return { ...createEmptyValues(), values }
}

/** Initial date and time values of these places, by the device's clock. */
export function buildCurrentTimeValues(places: readonly PlacedQuestion[]): AnswerValues['values'] {
  const present = getDeviceDateTime()
  return Object.fromEntries(
    places.flatMap(({ address, question }) => {
      const value = buildCurrentTimeValue(question, present)
      return value === undefined ? [] : [[address, value]]
    }),
  )
}

function listInitiallyOpenSections(template: FormTemplate, focus: Address | null): ReadonlySet<number> {
  const count = template.secciones.reduce((sum, section) => sum + section.preguntas.length, 0)
  if (count <= UNFOLDED_QUESTIONS) return new Set(template.secciones.map((section) => section.orden))
  const first = template.secciones[0]?.orden
  return new Set([...(first === undefined ? [] : [first]), ...(focus === null ? [] : [parseAddress(focus).section])])
}

/** Replaces the whole content and recounts all sections. */
export function replaceContent({ template, state }: FormStore, start: Required<Omit<FormInitialState, 'focus'>>): void {
  state.setState({ ...start, progress: computeProgressOfAll(template, start.content) })
}

function computeProgressOfAll(template: FormTemplate, content: AnswerValues): FormState['progress'] {
  return Object.fromEntries(
    template.secciones.map((section) => [section.orden, computeSectionProgress(section, content)]),
  )
}

/**
 * Replaces the content after a change in one section. Recounts only that section, as forms may have 2,000 questions.
 */
export function changeContent({ template, state }: FormStore, section: number, content: AnswerValues): void {
  const changed = template.secciones.find((eachSection) => eachSection.orden === section)
  const { progress } = state.getState()
  const before = progress[section]
  const after = changed === undefined ? before : computeSectionProgress(changed, content)
  const hasSameProgress = after === undefined || (before?.answered === after.answered && before.total === after.total)
  state.setState({ content, progress: hasSameProgress ? progress : { ...progress, [section]: after } })
}
