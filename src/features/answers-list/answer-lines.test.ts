import { describe, expect, it } from 'vitest'
import { composeAnswer, listQuestionColumns } from '#domain/answering/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { LocalAnswer } from '#local/index.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { answerAt } from '#tests/support/builders/reviewing.ts'
import { buildSubmit, toVersion } from '#tests/support/builders/submit.ts'
import { buildTemplate, NOW } from '#tests/support/builders/template.ts'
import type { UserId } from '#domain/kernel/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import {
  isOwnAnswer,
  isMissingInServerLists,
  toLineFromLocal,
  mergeOwnAndServerLines,
  type AnswerTableRow,
} from './answer-lines.ts'

const line = (id: string): AnswerTableRow =>
  ({ id, code: '', addressee: '', at: '', author: '', state: null, delivery: undefined }) as unknown as AnswerTableRow
const profile = { firstName: 'Ana', lastName: 'Ríos', email: 'ana@relevo.example' } as Profile

describe('merged', () => {
  it('puts what has not been sent on top of the first page only', () => {
    expect(mergeOwnAndServerLines([line('a')], [line('b')], true).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(mergeOwnAndServerLines([line('a')], [line('b')], false).map(({ id }) => id)).toEqual(['b'])
  })

  it('shows an answer once when its receipt is still on the way but the server lists it already', () => {
    expect(mergeOwnAndServerLines([line('a')], [line('a'), line('b')], true).map(({ id }) => id)).toEqual(['a', 'b'])
  })
})

describe('isMissingInServerLists', () => {
  it('counts held answers, which no list of the server shows', () => {
    const kinds = ['saved', 'sending', 'attention', 'held', 'received'] as const
    const unsent = kinds.filter((kind) => isMissingInServerLists({ delivery: { kind } } as LocalAnswer))
    expect(unsent).toEqual(['saved', 'sending', 'attention', 'held'])
    expect(isMissingInServerLists({ delivery: undefined } as LocalAnswer)).toBe(false)
  })
})

describe('isOwn', () => {
  const own = (answer: object): boolean =>
    isOwnAnswer({ submit: undefined, answer: undefined, ...answer } as unknown as LocalAnswer, 'ana' as UserId)

  it('counts what waits here, and what the server says that this account has sent', () => {
    expect(own({ submit: {} })).toBe(true)
    expect(own({ answer: { authorId: 'ana' } })).toBe(true)
    // Another user's answer that was corrected on this device.
    expect(own({ submit: undefined, answer: { authorId: 'eva' } })).toBe(false)
  })
})

describe('lineOfLocal', () => {
  it('takes the code from the receipt before the server’s copy is here', () => {
    const answer = {
      id: 'X',
      at: '2026-01-01',
      delivery: { kind: 'received', code: 'CBA-7' },
      submit: undefined,
      answer: undefined,
    }
    expect(toLineFromLocal(answer as unknown as LocalAnswer, undefined, profile)).toMatchObject({
      code: 'CBA-7',
      author: 'Ana Ríos',
      state: null,
    })
  })

  it('names a legal entity by its business name alone', () => {
    const citizen = { tipo: 'juridica', nombre: 'La Esquina SRL', apellido: 'Dummy' }
    const answer = { id: 'X', at: '', delivery: { kind: 'saved' }, submit: { header: { citizen } }, answer: undefined }
    expect(toLineFromLocal(answer as unknown as LocalAnswer, undefined, profile).addressee).toBe('La Esquina SRL')
  })

  it('names the recipient of an answer that has not been sent, where it is no citizen', () => {
    const submit = { header: { persona: { id: '', nombre: 'Club Atlético', direccion: 'Belgrano 1' } } }
    const answer = { id: 'X', at: '', delivery: { kind: 'saved' }, submit, answer: undefined }
    expect(toLineFromLocal(answer as unknown as LocalAnswer, undefined, profile).addressee).toBe('Club Atlético')
  })

  it('knows of an answer that is kept here whether it is complete, and of one that waits to be sent nothing', () => {
    const incomplete = answerAt('area', 'own', 1)
    const plain = templateOf([section(0, [question(0)])])
    const submit = toVersion(
      buildSubmit(1, { content: { values: { '0/0': { respuesta: 'x' } }, conditions: {}, rows: {} }, files: [] }),
      plain,
    )
    const complete = composeAnswer(plain, submit, { code: 'VIS1', now: NOW, author: null })
    const isComplete = (answer: Answer | undefined): boolean =>
      toLineFromLocal({ id: submit.answer, submit, answer } as LocalAnswer, plain, profile).isComplete
    expect([incomplete, complete, undefined].map(isComplete)).toEqual([false, true, false])
  })

  it('tells in columns what was answered here, with its files, before anybody has received it; and guesses nothing', () => {
    const template = buildTemplate()
    const submit = buildSubmit()
    const answer = { id: submit.answer, at: submit.clock, delivery: { kind: 'saved' }, submit, answer: undefined }
    const local = answer as unknown as LocalAnswer
    const [name, facade] = ['Empleados', 'Fachada'].map(
      (title) => listQuestionColumns(template.secciones).find(({ question }) => question.titulo === title)?.key ?? '',
    )
    expect(toLineFromLocal(local, template, profile).cellsFor([name ?? '', facade ?? ''], 'es')).toEqual({
      [name ?? '']: { parts: ['4'], files: 0, rows: 0 },
      [facade ?? '']: { parts: [], files: 1, rows: 0 },
    })
    expect(toLineFromLocal(local, undefined, profile).cellsFor([name ?? ''], 'es')).toBeUndefined()
  })
})
