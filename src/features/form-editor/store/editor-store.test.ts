import { describe, expect, it, vi } from 'vitest'
import { updateForm, updateQuestion, type EditorForm } from '#domain/templates/index.ts'
import { question, section } from '#tests/support/builders/form-parts.ts'
import { insertQuestion, duplicateAndRevealSection } from '../actions/add.ts'
import { moveQuestionBy } from '../actions/move.ts'
import { removeQuestionWithUndo } from '../actions/remove.ts'
import { buildTypingKey } from '../panel.ts'
import { editorOf, type TestEditor } from '#tests/support/screens/editor-of.tsx'
import { applyEdit, redoStep, setServerFacts, setFolded, undoStep } from './editor-store.ts'
import { TYPING_PAUSE_MS } from './edit-history.ts'

const SECTIONS = [section(0, [question(0), question(1), question(2)]), section(1, [question(0)])]

function keyOf(editor: TestEditor, sectionIndex: number, index: number): string {
  const key = editor.form().secciones[sectionIndex]?.preguntas[index]?.key
  if (key === undefined) throw new Error('The form has no such question')
  return key
}

function type(editor: TestEditor, titulo: string): void {
  applyEdit(editor, buildTypingKey('titulo'), (form) => updateForm(form, { titulo }))
}

function steps(editor: TestEditor): number {
  let count = 0
  for (let step = editor.state.getState().history.past; step !== null; step = step.rest) count += 1
  return count
}

describe('undo', () => {
  it('takes back every step to the beginning, and redo brings each of them again', () => {
    const editor = editorOf(SECTIONS)
    const seen: EditorForm[] = [editor.form()]
    for (let index = 0; index < 200; index += 1) {
      applyEdit(editor, `step ${index}`, (form) => updateForm(form, { titulo: `Title ${index}` }))
      seen.push(editor.form())
    }
    for (const form of seen.slice(0, -1).toReversed()) {
      undoStep(editor)
      expect(editor.form()).toBe(form)
    }
    undoStep(editor)
    expect(editor.form()).toBe(seen[0])
    for (const form of seen.slice(1)) {
      redoStep(editor)
      expect(editor.form()).toBe(form)
    }
  })

  it('takes what was typed without a pause as one step', () => {
    const editor = editorOf(SECTIONS)
    const before = editor.form()
    for (const titulo of ['A', 'Ac', 'Act', 'Acta']) {
      editor.clock.now += TYPING_PAUSE_MS - 1
      type(editor, titulo)
    }
    expect(steps(editor)).toBe(1)
    undoStep(editor)
    expect(editor.form()).toBe(before)
  })

  it.each([
    ['a pause', (editor: TestEditor) => void (editor.clock.now += TYPING_PAUSE_MS)],
    [
      'another field',
      (editor: TestEditor) =>
        void applyEdit(editor, buildTypingKey('descripcion'), (form) => updateForm(form, { descripcion: 'x' })),
    ],
    [
      'a step back and forth',
      (editor: TestEditor) => {
        undoStep(editor)
        redoStep(editor)
      },
    ],
  ])('begins a new step after %s', (_name, between) => {
    const editor = editorOf(SECTIONS)
    type(editor, 'One')
    between(editor)
    const before = editor.form()
    type(editor, 'One, two')
    undoStep(editor)
    expect(editor.form()).toBe(before)
  })

  it('forgets what could be redone once something else is done', () => {
    const editor = editorOf(SECTIONS)
    type(editor, 'One')
    undoStep(editor)
    applyEdit(editor, 'other', (form) => updateForm(form, { titulo: 'Other' }))
    redoStep(editor)
    expect(editor.form().titulo).toBe('Other')
  })

  it('makes no step of a change that changes nothing', () => {
    const editor = editorOf(SECTIONS)
    type(editor, editor.form().titulo)
    expect(editor.state.getState().history.past).toBeNull()
  })

  it('shows where it was: the question is revealed in its unfolded section, and marked for a while', () => {
    const editor = editorOf(SECTIONS)
    const key = keyOf(editor, 1, 0)
    applyEdit(editor, 'title', (form) => updateQuestion(form, key, { titulo: 'Other' }))
    setFolded(editor, editor.form().secciones[1]?.key ?? '', true)
    undoStep(editor)
    const state = editor.state.getState()
    expect(state.reveal).toMatchObject({ key, focus: 'none' })
    expect(state.highlight).toEqual({ key })
    expect(state.folded.size).toBe(0)
    editor.runTimers()
    expect(editor.state.getState().highlight).toBeNull()
  })

  it('shows what a deletion took, and what is there when an addition is taken back', () => {
    const editor = editorOf(SECTIONS)
    const key = keyOf(editor, 0, 1)
    removeQuestionWithUndo(editor, key)
    undoStep(editor)
    expect(editor.state.getState().reveal?.key).toBe(key)
    insertQuestion(editor, editor.form().secciones[0]?.key ?? '', 0)
    undoStep(editor)
    expect(editor.state.getState().reveal?.key).toBe(keyOf(editor, 0, 0))
  })
})

describe('a mark', () => {
  it('stands for 4 s (part 2, point 9)', () => {
    const editor = editorOf(SECTIONS)
    const set = vi.spyOn(editor.timers, 'set')
    insertQuestion(editor, editor.form().secciones[0]?.key ?? '')
    expect(set.mock.calls.map(([, milliseconds]) => milliseconds)).toEqual([4000])
  })

  it('is not taken away by the end of an earlier one', () => {
    const editor = editorOf(SECTIONS)
    insertQuestion(editor, editor.form().secciones[0]?.key ?? '')
    insertQuestion(editor, editor.form().secciones[0]?.key ?? '')
    const second = editor.state.getState().highlight
    editor.runTimers(1)
    expect(editor.state.getState().highlight).toBe(second)
    editor.runTimers(1)
    expect(editor.state.getState().highlight).toBeNull()
  })

  it('stays when the same question is marked again before the first mark ends', () => {
    const editor = editorOf(SECTIONS)
    const key = keyOf(editor, 0, 0)
    moveQuestionBy(editor, key, 1)
    moveQuestionBy(editor, key, 1)
    editor.runTimers(1)
    expect(editor.state.getState().highlight).toEqual({ key })
  })
})

describe('what was deleted', () => {
  it('is offered back until the next change', () => {
    const editor = editorOf(SECTIONS)
    removeQuestionWithUndo(editor, keyOf(editor, 0, 1))
    expect(editor.state.getState().removed).toEqual({ what: 'question', name: 'Question 1' })
    type(editor, 'Other')
    expect(editor.state.getState().removed).toBeNull()
  })

  it('hands the focus to what is in its place, then to the one before, then to the section', () => {
    const editor = editorOf([section(0, [question(0), question(1)])])
    const [first, second] = [keyOf(editor, 0, 0), keyOf(editor, 0, 1)]
    const sectionKey = editor.form().secciones[0]?.key
    removeQuestionWithUndo(editor, first)
    expect(editor.state.getState().reveal).toMatchObject({ key: second, focus: 'handle' })
    removeQuestionWithUndo(editor, second)
    expect(editor.state.getState().reveal).toMatchObject({ key: sectionKey, focus: 'handle' })
  })
})

describe('a form with answers', () => {
  const locked = (editableForm: boolean): TestEditor => {
    const editor = editorOf(SECTIONS, { opcionales: { ...editorOf(SECTIONS).form().opcionales, editableForm } })
    setServerFacts(editor, { answers: 3 })
    return editor
  }

  it('keeps its structure, whatever is asked of it', () => {
    const editor = locked(true)
    const before = editor.form()
    insertQuestion(editor, editor.form().secciones[0]?.key ?? '')
    removeQuestionWithUndo(editor, keyOf(editor, 0, 0))
    duplicateAndRevealSection(editor, editor.form().secciones[0]?.key ?? '')
    expect(moveQuestionBy(editor, keyOf(editor, 0, 0), 1)).toBeNull()
    expect(editor.form()).toBe(before)
  })

  it('is locked as it is stored, not as its option has just been switched', () => {
    const editor = locked(false)
    expect(editor.state.getState().locks.everything).toBe(true)
    applyEdit(editor, 'editable', (form) => ({ ...form, opcionales: { ...form.opcionales, editableForm: true } }))
    setServerFacts(editor, { answers: 4 })
    expect(editor.state.getState().locks.everything).toBe(true)
  })
})
