// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { computeEditingLocks } from '#domain/templates/index.ts'
import { field, flip, prepare, showPanels, type } from '#tests/support/screens/show-panels.tsx'

beforeEach(prepare)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const opcionales = { digitalSignature: true }
const OWNER = { title: 'Owner', indexSignature: 0, typeOfSignature: 'draw', tipeOfSignatory: 'intern', required: true }
const click = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }))
const count = (): HTMLSelectElement => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Number of signatures' })

describe('signatures', () => {
  it('begin as either, of a citizen, not required', () => {
    const { draft } = showPanels({ opcionales, signatures: [] })
    click('Add signature')
    expect(document.activeElement).toBe(field('Signature label'))
    type('Signature label', 'Owner')
    expect(draft().signatures).toEqual([
      { title: 'Owner', typeOfSignature: 'both', tipeOfSignatory: 'citizen', required: false, indexSignature: 0 },
    ])
  })

  it('are as many as chosen; those at the end go, and undo brings them back', () => {
    const { draft, undo } = showPanels({ opcionales, signatures: [OWNER] })
    fireEvent.change(count(), { target: { value: '3' } })
    expect(screen.getAllByRole('textbox', { name: 'Signature label' })).toHaveLength(3)
    fireEvent.change(count(), { target: { value: '0' } })
    expect(draft().signatures).toEqual([])
    undo()
    expect(draft().signatures).toMatchObject([OWNER, { indexSignature: 1 }, { indexSignature: 2 }])
  })

  it('are renumbered when one is deleted', () => {
    const { draft } = showPanels({ opcionales, signatures: [OWNER, { title: 'Inspector', indexSignature: 1 }] })
    click('Delete the signature Owner')
    expect(draft().signatures).toMatchObject([{ title: 'Inspector', indexSignature: 0 }])
    expect(count().value).toBe('1')
  })

  it('are of a type, of someone, and required or not', () => {
    const { draft } = showPanels({ opcionales, signatures: [OWNER] })
    const card = within(screen.getByRole('listitem', { name: 'Owner' }))
    fireEvent.click(card.getByLabelText('Uploaded as an image'))
    fireEvent.click(card.getByLabelText('Citizen'))
    flip('Required: Owner')
    expect(draft().signatures).toMatchObject([
      { typeOfSignature: 'upload', tipeOfSignatory: 'citizen', required: false },
    ])
  })

  it('of a form with answers keep their number, because answers name them by it', () => {
    showPanels({ opcionales, signatures: [OWNER] }, { locks: computeEditingLocks({ answers: 1, editableForm: true }) })
    expect(count().disabled).toBe(true)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete the signature Owner' }).disabled).toBe(true)
    expect(field('Signature label').disabled).toBe(false)
  })
})
