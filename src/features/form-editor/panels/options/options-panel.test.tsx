// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { templateOptionsSchema, computeEditingLocks, FORM_OPTION_GROUPS } from '#domain/templates/index.ts'
import { field, flip, prepare, showPanels, toggle, type } from '#tests/support/screens/show-panels.tsx'

beforeEach(prepare)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const opcionales = { digitalSignature: false }
/** The description of a switch besides its name, as a screen reader finds it. */
const said = (name: string): string =>
  document.getElementById(toggle(name).getAttribute('aria-describedby') ?? '')?.textContent ?? ''

it('every option has its switch, but for that of the management system', () => {
  const shown = Object.values(FORM_OPTION_GROUPS).flat()
  expect([...shown, 'incidentes'].toSorted()).toEqual(Object.keys(templateOptionsSchema.shape).toSorted())
})

describe('who answers', () => {
  const EXCLUSIVE = ['Public form', 'Associate a citizen', 'Citizen portal'] as const
  const REASONS = {
    'Public form': 'Not possible while the form is public.',
    'Associate a citizen': 'Not possible while answers are associated with a citizen.',
    'Citizen portal': 'Not possible while the form is answered from the citizen portal.',
  } as const

  it.each(EXCLUSIVE)('%s shuts the other two out, says why, and gives them back', (chosen) => {
    const { form } = showPanels({ opcionales })
    flip(chosen)
    for (const other of EXCLUSIVE.filter((name) => name !== chosen)) {
      expect(toggle(other).disabled).toBe(true)
      expect(said(other)).toContain(REASONS[chosen])
    }
    expect(toggle(chosen).checked).toBe(true)
    flip(chosen)
    for (const other of EXCLUSIVE) expect(toggle(other).disabled).toBe(false)
    expect(Object.values(form().opcionales).some(Boolean)).toBe(false)
  })

  it('a citizen can be mandatory only where one is associated, and goes with it', () => {
    const { form } = showPanels({ opcionales })
    expect(toggle('Require a citizen').disabled).toBe(true)
    flip('Associate a citizen')
    flip('Require a citizen')
    expect(form().opcionales.ciudadanoRequerido).toBe(true)
    flip('Associate a citizen')
    expect(toggle('Require a citizen').checked).toBe(false)
  })

  it('what was sent nearby is offered by a public form with a place alone, which says before what others see', () => {
    const { form } = showPanels({ opcionales })
    expect(said('Show answers sent nearby')).toContain('Only available for public forms.')
    flip('Public form')
    expect(said('Show answers sent nearby')).toContain('Only available for forms that ask for a location.')
    flip('Location')
    flip('Show answers sent nearby')
    screen.getByText(/Other people see .*never a name, a text or a photo/)
    flip('Location')
    expect(form().opcionales.offersNearby).toBe(false)
  })

  it('a contradiction that came with an import can be switched off, and says what is wrong', () => {
    showPanels({ opcionales: { publico: true, ciudadano: true } })
    expect(toggle('Associate a citizen').disabled).toBe(false)
    expect(said('Associate a citizen')).toContain('Not possible while the form is public.')
    flip('Associate a citizen')
    expect(toggle('Public form').checked).toBe(true)
    expect(toggle('Associate a citizen').disabled).toBe(true)
  })
})

it('a payment gateway can be switched on and off beside any other option', () => {
  const { form } = showPanels({ opcionales })
  flip('Online payment')
  expect(form().opcionales.addPaymentGateway).toBe(true)
  flip('Online payment')
  expect(form().opcionales.addPaymentGateway).toBe(false)
})

describe('the scope', () => {
  it('cannot be switched by a role that has no switch for it, and says so; what came with a file goes back to what is stored', () => {
    showPanels({ opcionales }, { role: 'ROLE_SUPERVISOR' })
    expect(toggle('Public form').disabled).toBe(true)
    expect(said('Public form')).toContain('Your role cannot make forms public or private.')
    cleanup()
    const { form } = showPanels({ opcionales: { publico: true } }, { role: 'ROLE_SUPERVISOR' })
    flip('Public form')
    expect([form().opcionales.publico, toggle('Public form').disabled]).toEqual([false, true])
    cleanup()
    showPanels({ opcionales: { publico: true } }, { role: 'ROLE_SUPERVISOR', stored: true })
    expect([toggle('Public form').checked, toggle('Public form').disabled]).toEqual([true, true])
  })
})

describe('after saving', () => {
  it('public off takes automatic download and voucher with it, and one undo brings all three back', () => {
    const { undo } = showPanels({
      opcionales: { publico: true, automaticDownload: true, customizedVoucher: true },
      customizedVoucherText: 'Thank you',
    })
    expect(field('Text of the voucher').value).toBe('Thank you')
    flip('Public form')
    for (const name of ['Automatic download', 'Personalised voucher']) {
      expect(toggle(name).checked).toBe(false)
      expect(toggle(name).disabled).toBe(true)
      expect(said(name)).toContain('Only available for public forms.')
    }
    expect(screen.queryByLabelText('Text of the voucher')).toBeNull()
    undo()
    for (const name of ['Public form', 'Automatic download', 'Personalised voucher'])
      expect(toggle(name).checked).toBe(true)
    expect(field('Text of the voucher').value).toBe('Thank you')
  })

  it('an appointment switches the copy by e-mail off and keeps it off', () => {
    const { form } = showPanels({ opcionales: { envioEmail: true } })
    flip('Book an appointment')
    expect(toggle('Send a copy by e-mail').checked).toBe(false)
    expect(toggle('Send a copy by e-mail').disabled).toBe(true)
    expect(said('Send a copy by e-mail')).toContain('Not possible while an appointment is booked after saving.')
    flip('Book an appointment')
    expect(toggle('Send a copy by e-mail').disabled).toBe(false)
    expect(form().opcionales.envioEmail).toBe(false)
  })
})

describe('what an option asks for', () => {
  it('a limit takes whole numbers from 1, and says at the field what it does not take', () => {
    const { form } = showPanels({ opcionales: { limitResponses: true } }, { marked: true })
    expect(screen.getByText('Enter a number of answers.')).toBeTruthy()
    type('Number of answers', '0')
    expect(form().responsesCount).toBeUndefined()
    expect(screen.getByText('Enter a whole number between 1 and 1000000000.')).toBeTruthy()
    type('Number of answers', '25')
    expect(form().responsesCount).toBe(25)
    expect(field('Number of answers').getAttribute('aria-invalid')).not.toBe('true')
  })

  it('is kept while the option is off', () => {
    const { form } = showPanels({ opcionales: { limitResponses: true }, responsesCount: 25 })
    flip('Limit the number of answers')
    expect(screen.queryByLabelText('Number of answers')).toBeNull()
    flip('Limit the number of answers')
    expect(field('Number of answers').value).toBe('25')
    expect(form().responsesCount).toBe(25)
  })

  it('panels come and go with their options', () => {
    showPanels({ opcionales })
    for (const [option, panel] of [
      ['Header image', 'Header image'],
      ['Book an appointment', 'Appointment calendar'],
      ['Digital signature', 'Digital signature'],
    ] as const) {
      expect(screen.queryByRole('heading', { name: panel })).toBeNull()
      flip(option)
      expect(screen.getByRole('heading', { name: panel })).toBeTruthy()
    }
    expect(screen.getAllByLabelText('Signature label')).toHaveLength(1)
  })
})

describe('locks', () => {
  it('with answers and without editing, no option can be switched', () => {
    showPanels({ opcionales }, { locks: computeEditingLocks({ answers: 3, editableForm: false }) })
    for (const option of screen.getAllByRole<HTMLInputElement>('switch')) expect(option.disabled).toBe(true)
  })

  it('with answers, the option to stay editable says that without it the form is locked for good, before it is saved so; and can be switched on again', () => {
    showPanels(
      { opcionales: { editableForm: true } },
      { locks: computeEditingLocks({ answers: 3, editableForm: true }) },
    )
    const words = /never be edited again/
    expect(screen.queryByText(words)).toBeNull()
    flip('Editable with answers')
    expect(screen.getByRole('alert').textContent).toMatch(words)
    flip('Editable with answers')
    expect(screen.queryByText(words)).toBeNull()
    cleanup()
    showPanels({ opcionales })
    expect(screen.queryByText(words)).toBeNull()
  })

  it('incidents are not offered to a municipality that is not in the management system', () => {
    showPanels({ opcionales }, { managementSystem: false })
    expect(screen.queryByRole('switch', { name: 'Create incidents' })).toBeNull()
  })
})
