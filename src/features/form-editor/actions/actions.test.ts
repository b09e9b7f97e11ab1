import { describe, expect, it } from 'vitest'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { toTemplateDraft, findOptions } from '#domain/templates/index.ts'
import { condition, question, section } from '#tests/support/builders/form-parts.ts'
import { dropPart } from '../order/use-dropping.ts'
import { undoStep } from '../store/editor-store.ts'
import { editorOf, type TestEditor } from '#tests/support/screens/editor-of.tsx'
import {
  insertCondition,
  addQuestionBelow,
  insertQuestion,
  insertSection,
  goToOptionOrAddQuestion,
  replaceEmptyQuestionWithSection,
  goToFirstQuestion,
  goToFirstSection,
} from './add.ts'
import { moveQuestionBy } from './move.ts'
import {
  insertOptions,
  replaceEmptyOptionWithQuestion,
  moveOptionBy,
  pasteOptions,
  removeOptionFrom,
} from './options.ts'

/** A normal section, a conditional one with two conditions, and an empty one: the lists are [a b] [c] [] []. */
const titled = (titulo: string) => question(0, { titulo })
const MIXED = [
  section(0, [titled('a'), titled('b')]),
  section(1, [], { conditionalSection: true, conditions: [condition(0, [titled('c')]), condition(1, [])] }),
  section(2, []),
]

function keyed(editor: TestEditor, titulo: string): string {
  for (const { preguntas, conditions } of editor.form().secciones) {
    const found = [...preguntas, ...conditions.flatMap(({ questions }) => questions)].find(
      (one) => one.titulo === titulo,
    )
    if (found !== undefined) return found.key
  }
  throw new Error(`There is no question ${titulo}`)
}

describe('moving by keyboard', () => {
  it('goes through every list of the form, and back the same way', () => {
    const editor = editorOf(MIXED)
    const down: (readonly (readonly string[])[])[] = [editor.order()]
    while (moveQuestionBy(editor, keyed(editor, 'a'), 1) !== null) down.push(editor.order())
    expect(down.slice(1)).toEqual([
      [['b', 'a'], ['c'], [], []],
      [['b'], ['a', 'c'], [], []],
      [['b'], ['c', 'a'], [], []],
      [['b'], ['c'], ['a'], []],
      [['b'], ['c'], [], ['a']],
    ])
    const up = [editor.order()]
    while (moveQuestionBy(editor, keyed(editor, 'a'), -1) !== null) up.push(editor.order())
    expect(up).toEqual(down.toReversed())
  })

  it('says where the question is now, counted from 1', () => {
    const editor = editorOf(MIXED)
    expect(moveQuestionBy(editor, keyed(editor, 'b'), 1)).toEqual({
      kind: 'question',
      position: 1,
      section: 2,
      condition: 1,
    })
  })
})

describe('dropping', () => {
  const drop = (editor: TestEditor, dragged: string, on: string, edge: 'before' | 'after') =>
    dropPart(
      editor,
      { kind: 'question', key: keyed(editor, dragged) },
      { kind: 'question', key: keyed(editor, on), edge },
    )

  it.each([
    ['a', 'b', 'after', ['b', 'a', 'c', 'd']],
    ['a', 'd', 'before', ['b', 'c', 'a', 'd']],
    ['d', 'a', 'before', ['d', 'a', 'b', 'c']],
    ['c', 'a', 'after', ['a', 'c', 'b', 'd']],
  ] as const)('puts %s by %s, %s', (dragged, on, edge, after) => {
    const editor = editorOf([section(0, ['a', 'b', 'c', 'd'].map(titled))])
    drop(editor, dragged, on, edge)
    expect(editor.order()).toEqual([after])
  })

  it.each([
    ['itself', 'b', 'b', 'after'],
    ['the next, before it', 'b', 'c', 'before'],
    ['the one before, after it', 'b', 'a', 'after'],
  ] as const)('on %s changes nothing and makes no step of undo', (_name, dragged, on, edge) => {
    const editor = editorOf([section(0, ['a', 'b', 'c'].map(titled))])
    expect(drop(editor, dragged, on, edge)).toBeNull()
    expect(editor.state.getState().history.past).toBeNull()
  })

  it('at the end of an empty section moves it there; into a conditional section itself, nowhere', () => {
    const editor = editorOf(MIXED)
    const parents = editor.form().secciones.map(({ key }) => key)
    dropPart(editor, { kind: 'question', key: keyed(editor, 'a') }, { kind: 'end', parent: parents[2] ?? '' })
    expect(editor.order()).toEqual([['b'], ['c'], [], ['a']])
    expect(
      dropPart(editor, { kind: 'question', key: keyed(editor, 'a') }, { kind: 'end', parent: parents[1] ?? '' }),
    ).toBeNull()
  })

  it('a section on a question does nothing', () => {
    const editor = editorOf(MIXED)
    const landing = { kind: 'question', key: keyed(editor, 'b'), edge: 'after' } as const
    expect(dropPart(editor, { kind: 'section', key: editor.form().secciones[2]?.key ?? '' }, landing)).toBeNull()
  })
})

describe('what is added', () => {
  it('is unfolded, marked and takes the focus', () => {
    const editor = editorOf(MIXED)
    addQuestionBelow(editor, keyed(editor, 'a'))
    expect(editor.order()[0]).toEqual(['a', '', 'b'])
    const key = editor.form().secciones[0]?.preguntas[1]?.key
    const { opened, highlight, reveal } = editor.state.getState()
    expect([opened.has(key ?? ''), highlight?.key, reveal?.key, reveal?.focus]).toEqual([true, key, key, 'field'])
  })

  it('a condition goes into conditional sections only', () => {
    const editor = editorOf(MIXED)
    const [normal, conditional] = editor.form().secciones
    insertCondition(editor, normal?.key ?? '')
    insertCondition(editor, conditional?.key ?? '')
    expect(editor.form().secciones.map(({ conditions }) => conditions.length)).toEqual([0, 3, 0])
  })

  it('makes a form that can be closed', () => {
    const editor = editorOf()
    insertSection(editor)
    addQuestionBelow(editor, 'nothing')
    expect(toTemplateDraft(editor.form()).secciones).toMatchObject([{ orden: 0, preguntas: [] }])
  })
})

describe('continuing', () => {
  const questions = (editor: TestEditor) => editor.form().secciones[0]?.preguntas ?? []

  it('from the title of the form leads to its first section, which is added where there is none', () => {
    const editor = editorOf([])
    goToFirstSection(editor)
    goToFirstSection(editor)
    expect(editor.form().secciones).toHaveLength(1)
    expect(editor.state.getState().reveal).toMatchObject({ key: editor.form().secciones[0]?.key, focus: 'field' })
  })

  it('from the title of a section leads to its first question, which is made where there is none', () => {
    const editor = editorOf([section(0, [])])
    const [own] = editor.form().secciones
    goToFirstQuestion(editor, own?.key ?? '')
    goToFirstQuestion(editor, own?.key ?? '')
    expect(editor.order()).toEqual([['']])
    expect(editor.state.getState().reveal?.key).toBe(questions(editor)[0]?.key)
  })

  it('from a choice leads to its first option, from anything else to a question below', () => {
    const editor = editorOf([section(0, [titled('a')])])
    const parent = editor.form().secciones[0]?.key ?? ''
    insertQuestion(editor, parent, undefined, 'radio')
    const radio = questions(editor)[1]
    expect(radio?.opciones.map(({ texto }) => texto)).toEqual([''])
    expect(goToOptionOrAddQuestion(editor, radio?.key ?? '')).toBe(radio?.opciones[0]?.key)
    expect(goToOptionOrAddQuestion(editor, keyed(editor, 'a'))).toBeNull()
    expect(questions(editor).map(({ tipoPregunta }) => tipoPregunta)).toEqual([
      QUESTION_TYPE.OPEN,
      QUESTION_TYPE.OPEN,
      QUESTION_TYPE.RADIO,
    ])
  })

  it('with a kind is one step of undo, and folds what stands open in the list', () => {
    const editor = editorOf([section(0, [titled('a')])])
    const parent = editor.form().secciones[0]?.key ?? ''
    insertQuestion(editor, parent)
    insertQuestion(editor, parent, undefined, 'photo')
    const [, second, photo] = questions(editor)
    expect(photo).toMatchObject({ adjuntar: true, tipoPregunta: QUESTION_TYPE.OPEN })
    expect([...editor.state.getState().opened]).toEqual([photo?.key])
    undoStep(editor)
    expect(questions(editor).at(-1)?.key).toBe(second?.key)
  })
})

describe('options', () => {
  const radio = () =>
    editorOf([
      section(0, [
        question(0, {
          tipoPregunta: QUESTION_TYPE.RADIO,
          opciones: ['x', ''].map((texto, orden) => ({ texto, orden })),
        }),
      ]),
    ])
  const texts = (editor: TestEditor, owner: string) => findOptions(editor.form(), owner).map(({ texto }) => texto)

  it('pasted into an empty one begin there; into another, behind it; either is one step of undo', () => {
    const editor = radio()
    const owner = keyed(editor, 'Question 0')
    const [first, empty] = findOptions(editor.form(), owner)
    const last = pasteOptions(editor, owner, empty?.key ?? '', ['1', '2', '3'])
    expect(texts(editor, owner)).toEqual(['x', '1', '2', '3'])
    expect(last).toBe(findOptions(editor.form(), owner)[3]?.key)
    undoStep(editor)
    expect(texts(editor, owner)).toEqual(['x', ''])
    pasteOptions(editor, owner, first?.key ?? '', ['1', '2'])
    expect(texts(editor, owner)).toEqual(['x', '1', '2', ''])
  })

  it('added in the middle are there, and the last one takes the focus', () => {
    const editor = radio()
    const owner = keyed(editor, 'Question 0')
    const focus = insertOptions(editor, owner, ['m', 'n'], 1)
    expect(texts(editor, owner)).toEqual(['x', 'm', 'n', ''])
    expect(findOptions(editor.form(), owner)[2]?.key).toBe(focus)
  })

  it('deleted, the one before takes the focus; an empty one leaves no message', () => {
    const editor = radio()
    const owner = keyed(editor, 'Question 0')
    const [first, empty] = findOptions(editor.form(), owner)
    expect(removeOptionFrom(editor, owner, empty?.key ?? '')).toBe(first?.key)
    expect(editor.state.getState().removed).toBeNull()
    expect(removeOptionFrom(editor, owner, first?.key ?? '')).toBeNull()
    expect(editor.state.getState().removed).toEqual({ what: 'option', name: 'x' })
  })

  it('end with an empty one at the end, which goes and leads to a question below', () => {
    const editor = radio()
    const owner = keyed(editor, 'Question 0')
    const [first, empty] = findOptions(editor.form(), owner)
    expect(replaceEmptyOptionWithQuestion(editor, owner, first?.key ?? '')).toBe(false)
    expect(replaceEmptyOptionWithQuestion(editor, owner, empty?.key ?? '')).toBe(true)
    expect(texts(editor, owner)).toEqual(['x'])
    expect(editor.order()).toEqual([['Question 0', '']])
  })

  it('do not end while there is only an empty one', () => {
    const editor = editorOf([
      section(0, [question(0, { tipoPregunta: QUESTION_TYPE.RADIO, opciones: [{ texto: '', orden: 0 }] })]),
    ])
    const owner = keyed(editor, 'Question 0')
    expect(replaceEmptyOptionWithQuestion(editor, owner, findOptions(editor.form(), owner)[0]?.key ?? '')).toBe(false)
    expect(editor.order()).toEqual([['Question 0']])
  })

  it('stay within their list when they are moved', () => {
    const editor = radio()
    const owner = keyed(editor, 'Question 0')
    const key = findOptions(editor.form(), owner)[0]?.key ?? ''
    expect(moveOptionBy(editor, owner, key, -1)).toBeNull()
    expect(moveOptionBy(editor, owner, key, 1)).toEqual({ kind: 'option', position: 2 })
    expect(texts(editor, owner)).toEqual(['', 'x'])
  })
})

describe('Enter in an empty question', () => {
  it('at the end of a section ends it: a section comes below in its place', () => {
    const editor = editorOf([section(0, [titled('a'), titled('')]), section(1, [titled('b')])])
    expect(replaceEmptyQuestionWithSection(editor, keyed(editor, ''))).toBe(true)
    expect(editor.order()).toEqual([['a'], [], ['b']])
    undoStep(editor)
    expect(editor.order()).toEqual([['a', ''], ['b']])
  })

  it('elsewhere, alone in its section, or one that asks something, does not', () => {
    const editor = editorOf([section(0, [titled(''), titled('a')]), section(1, [titled('')])])
    const [first, second] = editor.form().secciones.map(({ preguntas }) => preguntas)
    expect(
      [first?.[0], first?.[1], second?.[0]].map((one) => replaceEmptyQuestionWithSection(editor, one?.key ?? '')),
    ).toEqual([false, false, false])
  })
})
