// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RequestSender } from '#domain/endpoints/index.ts'
import { toCitizen, registeredCitizenSchema } from '#domain/citizens/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { ok, type Problem } from '#domain/kernel/index.ts'
import { readMeta, rememberCitizen, writeMeta } from '#local/index.ts'
import { templateOf } from '#tests/support/builders/form-parts.ts'
import { buildPair } from '#tests/support/device/device.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { setSessionPhase } from '#ui/index.ts'
import { FormContextProvider } from '../form/form-context.ts'
import { createFormStore } from '../form/form-store.ts'
import { CitizenStep } from './citizen-step.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

type Reply = { readonly value?: unknown; readonly problem?: Problem }
const ROSA = { id: '9001', nombre: 'Rosa', apellido: 'Leiva', email: 'rosa@example.org', telefono: '', calle: '' }
const OK = { value: { status: 'ok', result: ROSA } }
const NOBODY = { value: { status: 'fail' } }
const CUT = { problem: { code: 'network.unreachable' } } as const
const MUNICIPALITY = municipalityOfDocument(templateOf([]))
const TIED = { muniCore: { areaId: '102', idTipoIncidente: '5001' } }

let sent: { readonly path: string; readonly body: unknown }[] = []
beforeEach(() => {
  sent = []
})

async function show(
  replies: Readonly<Record<string, Reply>>,
  { options = {}, more = {}, linked = true, keeps = false, hash }: Shown = {},
) {
  const opcionales = { ...templateOf([]).opcionales, ciudadano: true, ...options }
  const form = createFormStore(templateOf([], { opcionales, ...more }))
  const { local } = buildPair().device
  const municipality = {
    ...AUTHOR_PROFILE.municipality,
    path: MUNICIPALITY,
    ...(linked ? { idMuniCore: 21 } : {}),
    ...(keeps ? { keepsCitizens: true } : {}),
  }
  const profile = { ...AUTHOR_PROFILE, municipality }
  await writeMeta(local, 'profile', profile)
  setSessionPhase({ kind: 'authenticated', profile })
  const ask = vi.fn(async ({ path }: { path: string }, { body }: { body: unknown }) => {
    sent.push({ path, body })
    const { value, problem }: Reply = replies[path] ?? CUT
    return problem === undefined ? { kind: 'ok', value, sentAt: 0, gotAt: 0 } : { kind: 'retry', problem }
  }) as unknown as RequestSender
  const files = { attach: async () => ok(undefined), replace: async () => ok(undefined), load: async () => undefined }
  const office = { ask, local, citizenHash: hash }
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <FormContextProvider value={{ form, files, office }}>
          <CitizenStep />
        </FormContextProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  const offer = screen.queryByRole('button', { name: 'Citizen Optional' })
  if (offer !== null) fireEvent.click(offer)
  return { form, local, citizen: () => form.state.getState().header.citizen }
}
type Shown = {
  readonly options?: object
  readonly more?: object
  readonly linked?: boolean
  readonly keeps?: boolean
  readonly hash?: string
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
async function look(number = '30111222'): Promise<void> {
  type('ID number', number)
  press('Find citizen')
  await waitFor(() => expect(sent.length).toBeGreaterThan(0))
}

describe('someone whom the registry knows', () => {
  it('is found by the number, by Enter as well, shown, and not changed by hand', async () => {
    const { citizen } = await show({ '/getCitizen': OK })
    expect(screen.queryByLabelText('First name')).toBe(null)
    type('ID number', '30.111.222'.replaceAll('.', ''))
    fireEvent.keyDown(screen.getByLabelText('ID number'), { key: 'Enter' })
    const card = await screen.findByRole('region', { name: 'Citizen from the registry' })
    expect(card.textContent).toMatch(/Rosa Leiva.*30111222.*rosa@example\.org/)
    expect(citizen()).toMatchObject({ id: '9001', dni: '30111222', _source: 'registry' })
    expect(sent).toEqual([{ path: '/getCitizen', body: { dni: '30111222', municipioPath: MUNICIPALITY } }])
    expect(screen.queryByLabelText('First name')).toBe(null)
  })

  it.each([
    ['editing the number', () => type('ID number', '3011122')],
    ['pressing its button', () => press('Change citizen')],
    ['choosing the other kind', () => fireEvent.click(screen.getByRole('radio', { name: 'Legal entity' }))],
  ])('is taken away by %s only after asking', async (_how, act) => {
    const { citizen } = await show({ '/getCitizen': OK })
    await look()
    await screen.findByRole('region', { name: 'Citizen from the registry' })
    act()
    await screen.findByRole('dialog', { name: 'Do you want to change the citizen?' })
    screen.getByText('This action will remove the user already assigned')
    press('Cancel')
    expect(citizen()?.id).toBe('9001')
    act()
    await screen.findByRole('dialog')
    press('Change')
    await waitFor(() => expect(citizen()?.id).toBe(undefined))
    expect([citizen()?.nombre ?? '', citizen()?.email ?? '']).toEqual(['', ''])
  })

  it.each([
    ['ID number', '12345', 'Enter a valid ID number.'],
    ['ID number', '123456789012345', 'Enter a valid ID number.'],
    ['ID number', 'A1234567', 'Enter a valid ID number.'],
    ['Tax number', '24712345671', 'Enter a valid tax number.'],
    ['Tax number', '3071234567', 'Enter a valid tax number.'],
  ])('is not asked for by a number that nobody has: %s %s', async (label, number, words) => {
    await show({ '/getCitizen': OK })
    if (label === 'Tax number') fireEvent.click(screen.getByRole('radio', { name: 'Legal entity' }))
    type(label, number)
    press('Find citizen')
    await screen.findByText(words)
    expect(sent).toEqual([])
  })

  it('of the hash in the address is there without being looked for; a failure is said to no one', async () => {
    const found = { value: { status: 'ok', result: { ...ROSA, dni: '30111222' } } }
    const { citizen } = await show({ '/getCitizenByHash': found }, { hash: 'h' })
    await waitFor(() => expect(citizen()?.id).toBe('9001'))
    cleanup()
    const other = await show({}, { hash: 'h' })
    await waitFor(() => expect(sent).toHaveLength(2))
    expect([other.citizen(), screen.queryByRole('alert')]).toEqual([undefined, null])
  })
})

describe('someone whom the registry does not know', () => {
  const PERSON = { '/getCitizen': NOBODY }
  const created = {
    value: { status: 'ok', message: '', result: { otrosDatos: { dni: '30111222' }, idCiudadano: '7' } },
  }

  it('is created from what is filled in, and is theirs then', async () => {
    const { citizen } = await show({ ...PERSON, '/createCitizen': created })
    await look()
    await screen.findByLabelText('First name')
    press('Create citizen')
    expect(await screen.findAllByText('First name, last name and ID number are required.')).toHaveLength(2)
    expect(sent).toHaveLength(1)
    type('First name', 'Nadia')
    type('Last name', 'Ruiz')
    press('Create citizen')
    await screen.findByRole('region', { name: 'Citizen from the registry' })
    expect(sent[1]).toMatchObject({
      path: '/createCitizen',
      body: { nombre: 'Nadia', dni: '30111222', tipoDocumentoId: 1 },
    })
    expect(citizen()).toMatchObject({ id: '7', nombre: 'Nadia' })
  })

  it('as a legal entity is created with a surname that is none, and asked for by its own words', async () => {
    await show({ ...PERSON, '/createCitizen': created })
    fireEvent.click(screen.getByRole('radio', { name: 'Legal entity' }))
    type('Tax number', '30-71234567-1')
    press('Find citizen')
    await screen.findByLabelText('Business name')
    press('Create legal entity')
    expect(await screen.findAllByText('The business name and the tax number are required.')).toHaveLength(1)
    type('Business name', 'La Espiga')
    press('Create legal entity')
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]?.body).toMatchObject({ apellido: 'Dummy', dni: '30712345671', tipoDocumentoId: 11 })
  })

  it.each([
    [
      'its own reason',
      { value: { status: 'fail', message: 'Ya existe' } },
      /The citizen could not be created in MuniDigital\. Try again\. Ya existe/,
    ],
    [
      'a failure',
      { problem: { code: 'citizen.create-failed' } },
      /The citizen could not be created in MuniDigital\. Try again\./,
    ],
  ] as const)('and whom it does not take is said with %s; what was typed stays', async (_why, reply, words) => {
    const { citizen } = await show({ ...PERSON, '/createCitizen': reply })
    await look()
    await screen.findByLabelText('First name')
    type('First name', 'Nadia')
    type('Last name', 'Ruiz')
    press('Create citizen')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(words))
    expect(citizen()).toMatchObject({ nombre: 'Nadia', dni: '30111222' })
    expect(screen.getByRole('button', { name: 'Create citizen' })).toBeTruthy()
  })
})

describe('where the registry cannot be asked', () => {
  it('what is typed is kept, and said to be looked up later', async () => {
    const { citizen } = await show({ '/getCitizen': CUT })
    await look()
    await screen.findByText(/the server will search/)
    type('First name', 'Nadia')
    expect(citizen()).toMatchObject({ dni: '30111222', nombre: 'Nadia' })
    expect(citizen()?.id).toBe(undefined)
  })

  it('a failing one says so in its words', async () => {
    await show({ '/getCitizen': { problem: { code: 'citizen.search-failed' } } })
    await look()
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe(
        'The citizen could not be looked up in MuniDigital. Try again.',
      ),
    )
    screen.getByLabelText('First name')
  })

  it('whom this device has looked up before is found, where the municipality wants that', async () => {
    for (const keeps of [true, false]) {
      const { local, citizen } = await show({ '/getCitizen': CUT }, { keeps })
      const citizen9001 = toCitizen(registeredCitizenSchema.parse(ROSA), '30111222', 'fisica')
      const known = { municipality: MUNICIPALITY, number: '30111222', citizen: citizen9001 }
      await rememberCitizen(local, known, Date.now())
      await look()
      await screen.findByText(keeps ? /Showing a previous search on this device/ : /the server will search/)
      expect(citizen()?.id).toBe(keeps ? '9001' : undefined)
      cleanup()
      sent = []
    }
  })

  it('no one whom this device remembers is shown where the server refuses', async () => {
    const { local, citizen } = await show({ '/getCitizen': { problem: { code: 'access.forbidden' } } }, { keeps: true })
    const rosa = toCitizen(registeredCitizenSchema.parse(ROSA), '30111222', 'fisica')
    await rememberCitizen(local, { municipality: MUNICIPALITY, number: '30111222', citizen: rosa }, Date.now())
    await look()
    await waitFor(() => expect(sent).toHaveLength(1))
    await screen.findByRole('alert')
    expect([screen.queryByText(/Rosa/), citizen()?.id]).toEqual([null, undefined])
  })

  it('who was found is remembered', async () => {
    const { local } = await show({ '/getCitizen': OK }, { keeps: true })
    await look()
    await screen.findByRole('region', { name: 'Citizen from the registry' })
    expect(await readMeta(local, 'citizens')).toMatchObject([{ citizen: { id: '9001' } }])
  })

  it('nothing is offered in a municipality without one', async () => {
    await show({}, { linked: false })
    expect(screen.queryByRole('button', { name: 'Find citizen' })).toBe(null)
    screen.getByLabelText('First name')
  })

  it('typing by hand is one press away', async () => {
    await show({})
    press('Enter manually')
    screen.getByLabelText('First name')
    expect(sent).toEqual([])
  })
})

describe('step 0', () => {
  it('is headed, and asks for the recipient, where the form has area and incident type', async () => {
    const { form } = await show({}, { options: { destinatario: true }, more: TIED })
    screen.getByRole('region', { name: 'Citizen and recipient' })
    type('Name of the recipient', 'Club Sur')
    type('Address of the recipient', 'Ruta 9')
    expect(form.state.getState().header.persona).toEqual({ nombre: 'Club Sur', direccion: 'Ruta 9' })
    type('Name of the recipient', '')
    type('Address of the recipient', ' ')
    expect('persona' in form.state.getState().header).toBe(false)
  })

  it('is only the citizen elsewhere', async () => {
    await show({}, { options: { destinatario: true } })
    expect([screen.queryByRole('heading'), screen.queryByLabelText('Name of the recipient')]).toEqual([null, null])
    screen.getByLabelText('ID number')
  })
})
