import { createStore, type StoreApi } from 'zustand/vanilla'
import { newRowId, partsOf, ok, type Address, type RowId, type Result } from '#domain/kernel/index.ts'
import { type AnswerValues, emptyValues } from '#domain/answers/index.ts'
import { type FormTemplate, writtenIn } from '#domain/templates/index.ts'
import { QUESTION_TYPE, presentValue } from '#domain/questions/index.ts'
import {
  marksOptional,
  type Place,
  type Progress,
  progressOfSection,
  walk,
  type FileClaim,
} from '#domain/answering/index.ts'
import { type DraftHeader, emptyHeader } from './draft-header.ts'
import { presentOnDevice } from './form-context.ts'
import { createLatePlaces, type LatePlaces } from './late-places.ts'

/** Photos, documents and signatures on their way from a person's hand to the device and into the form. */
type Captures = {
  /** follows one, from the moment that the person has let go of it; gives back what it came to */
  readonly follow: (capture: Promise<Result<void>>) => Promise<Result<void>>
  /** when none is under way: ok, or the first problem of those that were waited for */
  readonly settled: () => Promise<Result<void>>
}

/** Saving waits for a signature that was just drawn: hashing and storing take a moment. */
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
      // While some are waited for, others may begin.
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

/** What a person can take back: what happened, and how to undo it. */
export type Undo = {
  readonly what: UndoWhat
  /** the place that it is about, where it is one: with the place goes the offer */
  readonly at?: Address
  readonly run: () => void
}
export type UndoWhat =
  | { readonly kind: 'condition'; readonly name: string; readonly answers: number }
  /** `name`: what its section calls it */
  | { readonly kind: 'row'; readonly answers: number; readonly name?: string }
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'signature' }
  /** `answers`: how many were taken over from an answer of before */
  | { readonly kind: 'start'; readonly answers: number }

/** One open form. `template` never changes while it is open. */
export type FormState = {
  readonly content: AnswerValues
  readonly header: DraftHeader
  /** what was measured of each attached file, by hash; may hold files that are no longer named */
  readonly files: Readonly<Record<string, FileClaim>>
  /** the question that was touched last: where a reopened draft returns to */
  readonly focus: Address | null
  /** answered and total, by section order */
  readonly progress: Readonly<Record<number, Progress>>
  /** sections that are unfolded, by order */
  readonly open: ReadonlySet<number>
  /** asked to be on screen now, rendered even when far away; `at` makes asking twice a change */
  readonly reveal: { readonly address: Address; readonly at: number } | null
  /** true once the person tried to save: from then on what is missing is marked */
  readonly marked: boolean
  readonly undo: Undo | null
}

export type FormStart = Partial<Pick<FormState, 'content' | 'header' | 'files' | 'focus'>>

export type FormStore = {
  readonly template: FormTemplate
  /** most has to be answered: what need not be is marked instead */
  readonly marksOptional: boolean
  /** the language of its own texts, where it is known */
  readonly writtenIn: ReturnType<typeof writtenIn>
  readonly state: StoreApi<FormState>
  readonly captures: Captures
  readonly late: LatePlaces
  /** what stands under an unchecked condition stays at hand while a stored answer is changed (part 3, point 4) */
  readonly keepsUnchecked: boolean
  /** the id of a row that is added behind others */
  readonly newRow: (rows: readonly RowId[]) => RowId
  /** the signatures of an answer before anybody has typed; missing where a stored one is changed */
  readonly untouched?: DraftHeader['signatures']
}

/** Forms up to this many questions open with every section unfolded. */
const UNFOLDED_QUESTIONS = 100

/** Keeps one open form; a keystroke renders its question. @param start what a draft remembered; empty: a new answer */
export function createFormStore(
  template: FormTemplate,
  start: FormStart = {},
  { keepsUnchecked = false, random = randomBytes, ...how }: Partial<HowKept> = {},
): FormStore {
  const content = start.content ?? presets(template)
  const focus = start.focus ?? null
  const state = createStore<FormState>(() => ({
    content,
    header: start.header ?? emptyHeader(template),
    files: start.files ?? {},
    focus,
    progress: progressOfAll(template, content),
    open: firstOpen(template, focus),
    reveal: null,
    marked: false,
    undo: null,
  }))
  return {
    template,
    marksOptional: marksOptional(template),
    writtenIn: writtenIn(template),
    state,
    captures: createCaptures(),
    late: createLatePlaces(),
    keepsUnchecked,
    newRow: (rows) => newRowId(random(10), rows),
    ...how,
  }
}

type HowKept = Pick<FormStore, 'keepsUnchecked' | 'untouched'> & {
  /** random bytes, for the ids of rows; missing: the browser's */
  readonly random: (length: number) => Uint8Array
}

function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length))
}

/** Preset, and no work to keep: required choices of one option (part 3, point 5), and what starts with the present. */
function presets(template: FormTemplate): AnswerValues {
  const places = walk(template, emptyValues())
  const values = presentValues(places)
  for (const { address, question } of places) {
    const [only, ...others] =
      question.tipoPregunta === QUESTION_TYPE.RADIO && question.required ? question.opciones : []
    if (only !== undefined && others.length === 0) values[address] = { chosen: [only.orden] }
  }
  return { ...emptyValues(), values }
}

/** What stands in these places from the start, by the clock of this device. */
export function presentValues(places: readonly Place[]): AnswerValues['values'] {
  const present = presentOnDevice()
  return Object.fromEntries(
    places.flatMap(({ address, question }) => {
      const value = presentValue(question, present)
      return value === undefined ? [] : [[address, value]]
    }),
  )
}

function firstOpen(template: FormTemplate, focus: Address | null): ReadonlySet<number> {
  const count = template.secciones.reduce((sum, section) => sum + section.preguntas.length, 0)
  if (count <= UNFOLDED_QUESTIONS) return new Set(template.secciones.map((section) => section.orden))
  const first = template.secciones[0]?.orden
  return new Set([...(first === undefined ? [] : [first]), ...(focus === null ? [] : [partsOf(focus).section])])
}

/** Puts other answers in the place of those that stand there, and counts all of them. */
export function replaceContent({ template, state }: FormStore, start: Required<Omit<FormStart, 'focus'>>): void {
  state.setState({ ...start, progress: progressOfAll(template, start.content) })
}

function progressOfAll(template: FormTemplate, content: AnswerValues): FormState['progress'] {
  return Object.fromEntries(template.secciones.map((section) => [section.orden, progressOfSection(section, content)]))
}

/** Replaces the content after a change in one section and recounts it alone: not 2,000 questions per keystroke. */
export function changeContent({ template, state }: FormStore, section: number, content: AnswerValues): void {
  const changed = template.secciones.find((one) => one.orden === section)
  const { progress } = state.getState()
  const before = progress[section]
  const after = changed === undefined ? before : progressOfSection(changed, content)
  const same = after === undefined || (before?.answered === after.answered && before.total === after.total)
  state.setState({ content, progress: same ? progress : { ...progress, [section]: after } })
}
