// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AREA, OTHER_AREA } from '#tests/support/builders/template.ts'
import { getPlaceElementId } from '../element-ids.ts'
import { field, prepare, showPanels, type } from '#tests/support/screens/show-panels.tsx'

beforeEach(prepare)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The error message of the control with this id: by aria-describedby, as a screen reader finds it. */
function saidAt(id: string): string {
  const control = document.getElementById(id)
  const near = control?.closest('[role=group], details') ?? control
  const described = control?.getAttribute('aria-describedby')?.split(' ') ?? []
  return [
    ...described.map((one) => document.getElementById(one)?.textContent ?? ''),
    near?.querySelector('[role=alert]')?.textContent ?? '',
  ].join(' ')
}

describe('what keeps the form from being saved is said at its field', () => {
  const cases: readonly (readonly [
    rule: string,
    change: object,
    message: string,
    place: Parameters<typeof getPlaceElementId>[1],
  ])[] = [
    ['title', { titulo: ' ' }, 'Enter a title.', { kind: 'field', field: 'titulo' }],
    ['area', { areas: [] }, 'Choose an area.', { kind: 'field', field: 'areas' }],
    [
      'header image',
      { opcionales: { headerImg: true } },
      'Attach an image.',
      { kind: 'field', field: 'headerImageURL' },
    ],
    [
      'agenda',
      { opcionales: { addAppointment: true } },
      'Choose a calendar.',
      { kind: 'field', field: 'appointmentGroup' },
    ],
    [
      'synchronisation',
      { muniCore: {} },
      'Choose at least one option to synchronise with MuniGestion.',
      { kind: 'field', field: 'muniCore' },
    ],
    [
      'title of an incident',
      { titulo: 'x'.repeat(76), opcionales: { incidentes: true }, muniCore: { areaId: '1' } },
      'The title of the form cannot be longer than 75 characters to create an incident in MuniGestion.',
      { kind: 'field', field: 'titulo' },
    ],
    [
      'area of incidents',
      { opcionales: { incidentes: true }, muniCore: {} },
      'Choose an area to create an incident.',
      { kind: 'field', field: 'muniCore.areaId' },
    ],
    [
      'number of answers',
      { opcionales: { limitResponses: true } },
      'Enter a number of answers.',
      { kind: 'field', field: 'responsesCount' },
    ],
    [
      'option',
      { opcionales: { publico: true, ciudadano: true } },
      'Not possible while answers are associated with a citizen.',
      { kind: 'option', option: 'publico' },
    ],
  ]

  it.each(cases)('%s', (_rule, change, message, place) => {
    const { form } = showPanels(change, { marked: true, server: () => ({ status: 200, body: { result: [] } }) })
    const id = getPlaceElementId(form(), place)
    expect(document.getElementById(id)).not.toBeNull()
    expect(saidAt(id)).toContain(message)
  })

  it('and is gone when it is mended', () => {
    showPanels({ titulo: '' }, { marked: true })
    type('Form title', 'Inspections')
    expect(screen.queryByText('Enter a title.')).toBeNull()
  })
})

describe('texts', () => {
  it('are trimmed when they are left, and a keystroke is in the form at once', () => {
    const { form } = showPanels()
    type('Form title', '  Pruning ')
    expect(form().titulo).toBe('  Pruning ')
    fireEvent.blur(field('Form title'))
    expect(form().titulo).toBe('Pruning')
  })

  it('of a signature end at 40 characters', () => {
    showPanels({ opcionales: { digitalSignature: true } })
    expect(field('Signature label').maxLength).toBe(40)
  })

  it('count towards the limit of an incident', () => {
    showPanels({ titulo: 'Potholes', opcionales: { incidentes: true }, muniCore: {} })
    expect(screen.getByText('8 of 75 characters (limit for incidents)')).toBeTruthy()
  })
})

describe('the area', () => {
  it('is one of the profile; another governing one does not double those that follow', () => {
    const { form } = showPanels()
    fireEvent.click(screen.getByLabelText('An area you do not have access to'))
    expect(form().areas).toHaveLength(2)
    fireEvent.change(screen.getByRole('combobox', { name: 'Area' }), { target: { value: OTHER_AREA } })
    expect(form().areas).toEqual([OTHER_AREA])
  })
})

describe('the governing area of a stored form', () => {
  const governing = () =>
    Array.from(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Area' }).options, ({ value }) => value)

  it.each([
    ['both areas', [AREA, OTHER_AREA], ['', OTHER_AREA, AREA]],
    ['the first only', [AREA], ['', AREA]],
    ['the second only', [OTHER_AREA], ['', AREA]],
  ] as const)('is another for whoever works in %s', (_, areas, expected) => {
    showPanels({ areas: [AREA, OTHER_AREA] }, { areas, stored: true })
    expect(governing()).toEqual(expected)
  })
})

it('the areas of several municipalities are below the names of these', async () => {
  showPanels(
    { areas: [AREA] },
    {
      known: [
        { path: OTHER_AREA, nombre: 'Parques', municipio: 'Villa Serena' },
        { path: AREA, nombre: 'Alumbrado', municipio: 'Alta Gracia' },
      ],
    },
  )
  const groups = await vi.waitFor(() => {
    const found = [...screen.getByRole('combobox', { name: 'Area' }).querySelectorAll('optgroup')]
    return found.length > 0 ? found : expect.fail('not loaded yet')
  })
  expect(groups.map(({ label, textContent }) => [label, textContent])).toEqual([
    ['Alta Gracia', 'Alumbrado'],
    ['Villa Serena', 'Parques'],
  ])
  expect(screen.getByLabelText('Parques · Villa Serena')).toBeTruthy()
})

describe('a closed panel', () => {
  it('says what is inside', () => {
    showPanels({ opcionales: { publico: true, geolocalizacion: true } }, { folded: true })
    expect(screen.getByText('2 states, initial: Pendiente')).toBeTruthy()
    const line = (name: string) => screen.getByRole('heading', { name }).closest('summary')?.textContent
    expect(line('Who answers')).toBe('Who answersPublic form')
    expect(line('Requested data')).toBe('Requested dataLocation')
    expect(screen.getByText('Not synchronised')).toBeTruthy()
  })

  it('says that only staff answer a form without further options', () => {
    showPanels({ opcionales: {} }, { folded: true })
    const line = (name: string) => screen.getByRole('heading', { name }).closest('summary')?.textContent
    expect([line('Who answers'), line('Requested data')]).toEqual(['Who answersStaff only', 'Requested dataNone'])
  })

  it('opens automatically when something inside keeps the form from being saved', () => {
    showPanels({ opcionales: { limitResponses: true } }, { folded: true, marked: true })
    const isOpen = (name: string) => screen.getByRole('heading', { name }).closest('details')?.open
    expect(isOpen('Who answers')).toBe(true)
    expect(isOpen('After saving')).toBe(false)
    expect(isOpen('States')).toBe(false)
  })
})

describe('the retention of answers', () => {
  const PANEL = 'Retention of answers'
  const unit = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Unit' })
  const line = () => screen.getByRole('heading', { name: PANEL }).closest('summary')?.textContent

  it('is indefinite without a period, and in years once a number is entered', () => {
    const { form } = showPanels()
    expect(line()).toBe(`${PANEL}Answers are kept indefinitely`)
    expect([field('Erase answers after').value, unit().value]).toEqual(['', 'Y'])
    expect(field('Erase answers after').placeholder).toBe('Never')
    type('Erase answers after', '5')
    expect([form().retention, line()]).toEqual(['P5Y', `${PANEL}5 years`])
    type('Erase answers after', '')
    expect([form().retention, line()]).toEqual([undefined, `${PANEL}Answers are kept indefinitely`])
  })

  it('keeps the number when the unit changes, and the unit while the number is missing', () => {
    const { form } = showPanels({ retention: 'P1Y' })
    expect(line()).toBe(`${PANEL}1 year`)
    fireEvent.change(unit(), { target: { value: 'M' } })
    expect([form().retention, line()]).toEqual(['P1M', `${PANEL}1 month`])
    type('Erase answers after', '')
    fireEvent.change(unit(), { target: { value: 'D' } })
    type('Erase answers after', '30')
    expect([form().retention, line()]).toEqual(['P30D', `${PANEL}30 days`])
  })

  it.each(['0', '1000', '2,5', 'x'])('refuses %s, and stores no period', (typed) => {
    const { form } = showPanels({ retention: 'P5Y' })
    type('Erase answers after', typed)
    expect(screen.getByText('Enter a whole number between 1 and 999.')).toBeTruthy()
    expect(field('Erase answers after').getAttribute('aria-invalid')).toBe('true')
    expect(form().retention).toBeUndefined()
  })
})

describe('the search of the settings', () => {
  const shown = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  const search = async (text: string, first: string) => {
    fireEvent.change(screen.getByRole('searchbox', { name: 'Find a setting' }), { target: { value: text } })
    await waitFor(() => expect(shown()[0]).toBe(first))
  }

  it('shows the groups with what is searched, open, and in a group only the options with it', async () => {
    showPanels({}, { folded: true })
    const all = shown()
    expect(all).toContain('Who answers')
    await search('VOUCHER', 'After saving')
    expect(shown()).toEqual(['After saving'])
    expect(screen.getByRole('heading', { name: 'After saving' }).closest('details')?.open).toBe(true)
    expect(screen.getAllByRole('switch').map((option) => option.getAttribute('aria-label'))).toEqual([
      'Personalised voucher',
    ])
    await search('states', 'States')
    await search('', all[0] ?? '')
    expect(shown()).toEqual(all)
    expect(screen.getByRole('heading', { name: 'After saving' }).closest('details')?.open).toBe(false)
  })

  it('says when there is none', async () => {
    showPanels({}, { folded: true })
    fireEvent.change(screen.getByRole('searchbox', { name: 'Find a setting' }), { target: { value: 'xyz' } })
    await screen.findByText('No setting contains “xyz”.')
    expect(screen.queryAllByRole('heading', { level: 2 })).toEqual([])
  })
})
