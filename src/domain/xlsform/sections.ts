import { DATA_TYPE, QUESTION_TYPE, type Question, questionSchema } from '../questions/documents.ts'
import { MAX_QUESTIONS, MAX_SECTIONS, type Section, sectionSchema } from '../templates/documents/section.ts'
import { cut } from './cut.ts'
import type { NotePlace, Notes } from './notes.ts'
import { asFields, isBlank, NO_TEXTS, type Texts } from './texts.ts'

/** A group or repeat that is open while the survey is read from top to bottom. */
export type Group = {
  readonly repeats: boolean
  readonly title: Texts
  readonly description: Texts
  readonly place: NotePlace
}

type CollectedSection = { readonly group: Group | null; readonly questions: Question[] }

/**
 * Groups may lie in groups; sections do not. Everything goes into the section of its home: the outermost repeat around
 * it, else the outermost group, else the form. A group inside its home becomes a heading there. Order is kept: a home
 * that is left for a repeat and entered again goes on in a second section of the same title.
 *
 *     text a                        section          a
 *     begin group G                 section G        b
 *       text b                      section R (rep.) c
 *       begin repeat R … c … end    section G        d
 *       text d
 */
export type SectionBuilder = {
  readonly open: (group: Group) => void
  /** @returns false when nothing is open */
  readonly close: () => boolean
  readonly add: (question: Question, place: NotePlace) => void
  /** whether what is added now is asked once per row */
  readonly repeats: () => boolean
  /** what was never closed is noted and closed */
  readonly finish: (sheet: string) => readonly Section[]
}

export function createSectionBuilder(notes: Notes): SectionBuilder {
  const stack: Group[] = []
  const drafts: CollectedSection[] = []
  let full = false

  const home = (): Group | null => stack.find(({ repeats }) => repeats) ?? stack[0] ?? null

  const draft = (place: NotePlace): CollectedSection | null => {
    const group = home()
    const current = drafts.at(-1)
    if (current !== undefined && current.group === group) return current
    if (drafts.length >= MAX_SECTIONS) {
      if (!full) notes.add('limit.sections', place, String(MAX_SECTIONS))
      full = true
      return null
    }
    const next: CollectedSection = { group, questions: [] }
    drafts.push(next)
    return next
  }

  const add = (question: Question, place: NotePlace): void => {
    const into = draft(place)
    if (into === null) return
    if (into.questions.length === MAX_QUESTIONS) notes.add('limit.questions', place, String(MAX_QUESTIONS))
    else into.questions.push({ ...question, orden: into.questions.length })
  }

  return {
    add,
    repeats: () => home()?.repeats === true,
    open: (group) => {
      const around = home()
      stack.push(group)
      if (around === null || home() === group) {
        if (around !== null) notes.add('group.repeat-inside', group.place)
        return
      }
      notes.add(group.repeats ? 'group.nested-repeat' : 'group.nested', group.place)
      if (!isBlank(group.title)) add(heading(cut(group.title, notes, group.place)), group.place)
    },
    close: () => stack.pop() !== undefined,
    finish: (sheet) => {
      for (const { place } of stack) notes.add('group.not-closed', { ...place, sheet })
      stack.length = 0
      return drafts.filter(({ questions }) => questions.length > 0).map((one, orden) => sectionOf(one, orden, notes))
    },
  }
}

function heading(title: Texts): Question {
  return questionSchema.parse({
    orden: 0,
    ...asFields('titulo', title),
    tipoPregunta: QUESTION_TYPE.OPEN,
    tipoDato: DATA_TYPE.TITLE,
  })
}

function sectionOf({ group, questions }: CollectedSection, orden: number, notes: Notes): Section {
  const shortened = (texts: Texts): Texts => (group === null ? texts : cut(texts, notes, group.place))
  return sectionSchema.parse({
    orden,
    ...asFields('titulo', shortened(group?.title ?? NO_TEXTS)),
    ...asFields('descripcion', shortened(group?.description ?? NO_TEXTS)),
    repetible: group?.repeats ?? false,
    preguntas: questions,
  })
}
