// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pdfSettingsSchema, computeEditingLocks } from '#domain/templates/index.ts'
import { field, flip, prepare, showPanels, toggle, type, unfold } from '#tests/support/screens/show-panels.tsx'
import { PDF_NUMBERS } from './pdf-panel.tsx'

beforeEach(prepare)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const PORTABLE = 'Format the PDF for a portable printer'
const WITH_LOGO = {
  logoChecked: true,
  logo: `/api/templates/comercios/images/${'a'.repeat(64)}`,
  text: 'Villa Serena',
  location: 'center',
}

function show(pdfSettings?: object) {
  const shown = showPanels(pdfSettings === undefined ? {} : { pdfSettings })
  unfold('PDF of the answers')
  return shown
}

describe('logo and portable print', () => {
  it('portable print says that it takes the logo, and takes image and text with it; undo brings them back', () => {
    const { form, undo } = show(WITH_LOGO)
    expect(screen.getByText('Turning this on removes the logo and its text.')).toBeTruthy()
    flip(PORTABLE)
    expect(toggle('Logo').checked).toBe(false)
    expect(form().pdfSettings).toMatchObject({ portablePrint: true, logoChecked: false })
    expect(form().pdfSettings?.logo).toBeUndefined()
    expect(form().pdfSettings?.text).toBeUndefined()
    undo()
    expect(field('Text next to the logo').value).toBe('Villa Serena')
  })

  it('the logo switches portable print off', () => {
    const { form } = show({ portablePrint: true })
    flip('Logo')
    expect(toggle(PORTABLE).checked).toBe(false)
    expect(form().opcionales.pdfPortablePrint).toBe(false)
  })

  it('unticking the logo clears its image and its text', () => {
    const { form } = show(WITH_LOGO)
    flip('Logo')
    expect(form().pdfSettings).toMatchObject({ logoChecked: false })
    expect(form().pdfSettings?.text).toBeUndefined()
    flip('Logo')
    expect(field('Text next to the logo').value).toBe('')
  })

  it('the option of the form and the setting of the PDF are one', () => {
    show()
    flip('Portable printer')
    expect(toggle(PORTABLE).checked).toBe(true)
    flip(PORTABLE)
    expect(toggle('Portable printer').checked).toBe(false)
  })

  it('the logo is left, in the middle or right', () => {
    const { form } = show(WITH_LOGO)
    fireEvent.click(screen.getByLabelText('Right'))
    expect(form().pdfSettings?.location).toBe('flex-end')
  })
})

describe('sizes', () => {
  it('take decimals with a comma, refuse what the schema would refuse, and are standard when empty', () => {
    const { form } = show()
    type('Questions', '10,5')
    expect(form().pdfSettings?.questionSize).toBe(10.5)
    type('Questions', '73')
    expect(form().pdfSettings?.questionSize).toBeUndefined()
    expect(screen.getByText('Enter a number between 4 and 72.')).toBeTruthy()
    expect(field('Questions').value).toBe('73')
    type('Questions', '')
    expect(screen.queryByText('Enter a number between 4 and 72.')).toBeNull()
  })

  it.each(Object.entries(PDF_NUMBERS))('%s has the bounds of its schema', (name, { min, max }) => {
    const accepts = (value: number): boolean => pdfSettingsSchema.safeParse({ [name]: value }).success
    expect([accepts(min), accepts(max), accepts(min - 0.5), accepts(max + 0.5)]).toEqual([true, true, false, false])
  })

  it('texts and the rest are kept', () => {
    const { form } = show()
    type('Name of the municipality to print', 'Villa Serena')
    type('Additional information to print', 'Main street 1')
    flip('Leave out questions without an answer')
    expect(form().pdfSettings).toMatchObject({
      municipalityName: 'Villa Serena',
      additionalInformation: 'Main street 1',
      removeUnanswered: true,
    })
  })
})

it('nothing can be changed in a form that is locked', () => {
  showPanels({}, { locks: computeEditingLocks({ answers: 1, editableForm: false }) })
  unfold('PDF of the answers')
  expect(toggle('Logo').disabled).toBe(true)
  expect(field('Questions').disabled).toBe(true)
})
