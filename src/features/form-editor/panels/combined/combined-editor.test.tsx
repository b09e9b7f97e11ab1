// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { computeEditingLocks, validateTemplate } from '#domain/templates/index.ts'
import { question, section } from '#tests/support/builders/form-parts.ts'
import { field, prepare, showPanels, type } from '#tests/support/screens/show-panels.tsx'

beforeEach(prepare)
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  vi.unstubAllGlobals()
})

const INPUT = { type: 'input', orden: 1, name: 'Name', tipoPregunta: QUESTION_TYPE.OPEN }
const BLOCKS = [{ type: 'text', orden: 0, content: 'I, the undersigned' }, INPUT, { type: 'break', orden: 2 }]
const click = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }))
const kinds = (): readonly string[] =>
  screen.getAllByRole('listitem').map((block) => block.getAttribute('data-kind') ?? '')

function show(blocks: readonly object[], answers = 0, marked = false) {
  const combined = question(0, {
    tipoPregunta: QUESTION_TYPE.COMBINED,
    combinedQuestions: blocks,
    ...(marked && { unsaved: true }),
  })
  const shown = showPanels(
    { secciones: [section(0, [combined])] },
    { view: 'combined', locks: computeEditingLocks({ answers, editableForm: true }) },
  )
  const stored = () => shown.draft().secciones[0]?.preguntas[0]?.combinedQuestions
  const unsaved = () => validateTemplate(shown.draft()).some(({ code }) => code === 'template.combined-unsaved')
  return { ...shown, stored, unsaved }
}

describe('a combined question', () => {
  it('has no button of its own to save: what was typed is in the form, which can be published at once', () => {
    const { stored, unsaved } = show([])
    expect(screen.getByText(/No blocks yet/)).toBeTruthy()
    click('Bold text')
    expect(document.activeElement).toBe(field('Text'))
    type('Text', 'I declare')
    click('Field')
    type('Name of the field', 'Name')
    click('Line break')
    expect(kinds()).toEqual(['text', 'input', 'break'])
    expect(screen.queryByRole('button', { name: /save/i })).toBeNull()
    expect(unsaved()).toBe(false)
    expect(stored()).toMatchObject([
      { type: 'text', content: 'I declare', style: 'bold' },
      { type: 'input', name: 'Name', tipoPregunta: QUESTION_TYPE.OPEN, required: false },
      { type: 'break' },
    ])
  })

  it('that an earlier edit left unsaved can be published, too', () => {
    const { stored, unsaved } = show(BLOCKS, 0, true)
    expect(unsaved()).toBe(false)
    type('Text', 'We')
    expect(unsaved()).toBe(false)
    expect(stored()?.[0]).toMatchObject({ content: 'We' })
  })

  it('shows how it reads, with its styles and its breaks', () => {
    show(BLOCKS)
    fireEvent.click(within(screen.getByRole('listitem', { name: '1. Text' })).getByLabelText('Italic'))
    const preview = screen.getByRole('figure', { name: 'How it looks' })
    expect(preview.textContent?.replaceAll(/\s+/g, ' ').trim()).toBe('I, the undersigned Name')
    expect(preview.querySelector('[data-style=italic]')?.textContent).toContain('undersigned')
    expect(preview.querySelector('br')).not.toBeNull()
  })
})

describe('blocks', () => {
  it('are moved by buttons; the focus stays with the block where a button has become useless', () => {
    const { stored } = show(BLOCKS)
    screen.getByRole('button', { name: 'Move block 2 up' }).focus()
    click('Move block 2 up')
    expect(kinds()).toEqual(['input', 'text', 'break'])
    expect(stored()?.map(({ type: kind, orden }) => [kind, orden])).toEqual([
      ['input', 0],
      ['text', 1],
      ['break', 2],
    ])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move block 1 down' }))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move block 1 up' }).disabled).toBe(true)
  })

  it('are deleted, and undo brings them back', () => {
    const { undo } = show(BLOCKS)
    click('Delete block 2')
    expect(kinds()).toEqual(['text', 'break'])
    undo()
    expect(kinds()).toEqual(['text', 'input', 'break'])
  })

  it('with options take pasted lines; another type drops them; more than ten advise a search', () => {
    const { stored } = show([INPUT])
    const answered = (value: number): void =>
      void fireEvent.change(screen.getByRole('combobox', { name: 'Field type' }), {
        target: { value: String(value) },
      })
    answered(QUESTION_TYPE.RADIO)
    expect(screen.queryByRole('combobox', { name: 'Data type' })).toBeNull()
    type('New options, one per line', Array.from({ length: 11 }, (_, index) => ` Option ${index} `).join('\n\n'))
    click('Add options')
    expect(stored()?.[0]).toMatchObject({
      opciones: Array.from({ length: 11 }, (_, orden) => ({ orden, texto: `Option ${orden}` })),
    })
    expect(field('New options, one per line').value).toBe('')
    expect(screen.getByText('Recommended: there are more than 10 options.')).toBeTruthy()
    answered(QUESTION_TYPE.OPEN)
    expect(stored()?.[0]).toMatchObject({ opciones: [], filtrable: false })
  })

  it('of a form with answers keep their number, order and type; words can be changed', () => {
    const { stored } = show(BLOCKS, 1)
    for (const name of ['Field', 'Move block 2 up', 'Delete block 1'])
      expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true)
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Field type' }).disabled).toBe(true)
    type('Name of the field', 'Full name')
    expect(stored()?.[1]).toMatchObject({ name: 'Full name' })
  })
})
