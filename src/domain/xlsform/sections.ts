import { DATA_TYPE, QUESTION_TYPE, type Question, questionSchema } from '../questions/documents.ts'
import { MAX_QUESTIONS_PER_LIST, MAX_SECTIONS, type Section, sectionSchema } from '../templates/documents/section.ts'
import { shortenTexts } from './cut.ts'
import type { NotePlace, NoteCollector } from './notes.ts'
import { toTextFields, isTextEmpty, NO_TEXTS, type TranslatedTexts } from './texts.ts'

/** A group or repeat that is open while the survey is read. */
type Group = {
  readonly repeats: boolean
  readonly title: TranslatedTexts
  readonly description: TranslatedTexts
  readonly place: NotePlace
}

type CollectedSection = { readonly group: Group | null; readonly questions: Question[] }

/**
 * Converts nested groups to sections, which cannot be nested. A question is added to the section of its outermost
 * repeat, otherwise to that of its outermost group, otherwise to a section without a title. Inner groups become
 * headings. The order is preserved, so a group that continues after a repeat gets a second section with the same title.
 *
 * | survey | section |
 * |---|---|
 * | text a | section with a |
 * | begin group G, text b | section G with b |
 * | begin repeat R … c … end | repeatable section R with c |
 * | text d | another section G with d |
 */
export type SectionBuilder = {
  readonly open: (group: Group) => void
  /** @returns false if no group is open */
  readonly close: () => boolean
  readonly add: (question: Question, place: NotePlace) => void
  /** returns whether questions added now are asked once per row */
  readonly repeats: () => boolean
  /** closes groups that are still open, and adds a note */
  readonly finish: (sheet: string) => readonly Section[]
}

export function createSectionBuilder(notes: NoteCollector): SectionBuilder {
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
    if (into.questions.length === MAX_QUESTIONS_PER_LIST)
      notes.add('limit.questions', place, String(MAX_QUESTIONS_PER_LIST))
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
      if (!isTextEmpty(group.title))
        add(buildHeadingQuestion(shortenTexts(group.title, notes, group.place)), group.place)
    },
    close: () => stack.pop() !== undefined,
    finish: (sheet) => {
      for (const { place } of stack) notes.add('group.not-closed', { ...place, sheet })
      stack.length = 0
      return drafts
        .filter(({ questions }) => questions.length > 0)
        .map((section, orden) => buildSection(section, orden, notes))
    },
  }
}

function buildHeadingQuestion(title: TranslatedTexts): Question {
  return questionSchema.parse({
    orden: 0,
    ...toTextFields('titulo', title),
    tipoPregunta: QUESTION_TYPE.OPEN,
    tipoDato: DATA_TYPE.TITLE,
  })
}

function buildSection({ group, questions }: CollectedSection, orden: number, notes: NoteCollector): Section {
  const shortened = (texts: TranslatedTexts): TranslatedTexts =>
    group === null ? texts : shortenTexts(texts, notes, group.place)
  return sectionSchema.parse({
    orden,
    ...toTextFields('titulo', shortened(group?.title ?? NO_TEXTS)),
    ...toTextFields('descripcion', shortened(group?.description ?? NO_TEXTS)),
    repetible: group?.repeats ?? false,
    preguntas: questions,
  })
}
