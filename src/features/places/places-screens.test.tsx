// @vitest-environment jsdom
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '#domain/places/index.ts'
import { addProblemMessages } from '#ui/index.ts'
import { there } from '#tests/support/there.ts'
import { MunicipalitiesScreen } from './municipalities-screen.tsx'
import { PLACES_MESSAGES } from './problem-messages.ts'
import { RemoteConfigScreen } from './remote-config-screen.tsx'
import { SettingsScreen } from './settings/settings-screen.tsx'

afterEach(cleanup)
addProblemMessages(PLACES_MESSAGES)

const LINE = {
  id: 'AR~cordoba~villa-serena',
  path: 'paises/AR/provincias/cordoba/municipios/villa-serena',
  nombre: 'Villa Serena',
  key: 'VIS',
  lastKeyNumber: 7,
  idMuniCore: 21,
  usarAWS: false,
  inhabilitado: false,
  provincia: 'Córdoba',
  pais: 'Argentina',
  countryCode: 'AR',
  countryBlocked: false,
}
const COUNTRIES = [
  {
    id: 'AR',
    nombre: 'Argentina',
    inhabilitado: false,
    provincias: [{ id: 'AR~cordoba', nombre: 'Córdoba', municipios: 1 }],
  },
]

/** @param said the server's reply to a change */
async function municipalities(said: () => Response = () => Response.json({ municipality: LINE })) {
  const sent: SentRequest[] = []
  await openScreen({
    path: '/municipios',
    screen: MunicipalitiesScreen,
    role: 'ROLE_ADMIN',
    templates: [],
    areas: [],
    answer: (asked) => {
      if (asked.path.startsWith('/api/municipalities?')) return Response.json({ municipalities: [LINE], total: 1 })
      if (asked.path === '/api/countries') return Response.json({ countries: COUNTRIES })
      if (!asked.path.includes('/municipalities')) return undefined
      sent.push(asked)
      return said()
    },
  })
  await screen.findByText('Villa Serena')
  return sent
}
it('says in the words of the specification that the municipalities could not be obtained', async () => {
  await openScreen({
    path: '/municipios',
    screen: MunicipalitiesScreen,
    role: 'ROLE_ADMIN',
    templates: [],
    areas: [],
    answer: () => Response.json({ error: { code: 'server.failed' } }, { status: 500 }),
  })
  await screen.findByText('The municipalities could not be loaded. Reload the page.')
})

it('turns to where another page began or ended, and says how far a renaming is', async () => {
  const asked: string[] = []
  await openScreen({
    path: '/municipios',
    screen: MunicipalitiesScreen,
    role: 'ROLE_ADMIN',
    templates: [],
    areas: [],
    answer: ({ path }) => {
      asked.push(decodeURIComponent(path))
      const line = { ...LINE, renaming: { done: 4, total: 9 } }
      return Response.json({ municipalities: [line], total: 8, next: 'paises/x\nVilla' })
    },
  })
  await screen.findByText('Forms renamed: 4 of 9')
  fireEvent.click(await screen.findByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(asked.some((path) => path.includes('after=paises/x\nVilla'))).toBe(true))
})

const fill = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('a new municipality', () => {
  it('says at its field what is wrong, in the order of the rules, and sends nothing until all is right', async () => {
    const sent = await municipalities()
    fireEvent.click(screen.getByRole('button', { name: 'New municipality' }))
    const dialog = within(await screen.findByRole('dialog'))
    const submit = () => fireEvent.click(dialog.getByRole('button', { name: 'Create' }))
    const says = (text: string) => dialog.findByText(text)
    submit()
    await says('Enter a name for the municipality.')
    fill(/^Name\b(?!,)/, 'Río Claro')
    submit()
    await says('Enter a keyword.')
    fill(/^Keyword/, 'r1')
    submit()
    await says('Enter an ID for MuniDigital.')
    fill(/^MuniDigital ID/, '07')
    submit()
    await says('The ID of the municipality must be valid.')
    fill(/^MuniDigital ID/, '7')
    submit()
    await says('Invalid keyword. It must have two or more letters, and they must be capitals.')
    fill(/^Keyword/, 'rio')
    submit()
    await says('Choose a province.')
    fill(/^Province/, 'AR~cordoba')
    fill(/^Latitude/, '91')
    submit()
    await says('Enter degrees: latitude from -90 to 90, longitude from -180 to 180.')
    expect(sent).toEqual([])
    fill(/^Latitude/, '-31,5')
    submit()
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({
      nombre: 'Río Claro',
      key: 'RIO',
      idMuniCore: '7',
      usarAWS: false,
      province: 'AR~cordoba',
      ubicacion: { latitude: -31.5, longitude: -64.18 },
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('a keyword that another has taken is said at the field, and what was typed stays', async () => {
    await municipalities(() => Response.json({ error: { code: 'place.key-taken' } }, { status: 409 }))
    fireEvent.click(screen.getByRole('button', { name: 'New municipality' }))
    await screen.findByRole('dialog')
    fill(/^Name\b(?!,)/, 'Río Claro')
    fill(/^Keyword/, 'VIS')
    fill(/^MuniDigital ID/, '7')
    await screen.findByRole('option', { name: 'Córdoba' })
    fill(/^Province/, 'AR~cordoba')
    fireEvent.click(screen.getByRole('button', { name: 'Create' }))
    await screen.findByText('Another municipality uses this keyword, so codes could repeat. Choose another one.')
    expect(screen.getByLabelText<HTMLInputElement>(/^Name\b(?!,)/).value).toBe('Río Claro')
  })
})

it('the keyword of a municipality that gave out codes stays, and one that is gone closes the dialog', async () => {
  await municipalities(() => Response.json({ error: { code: 'place.missing' } }, { status: 404 }))
  fireEvent.click(screen.getByRole('button', { name: 'Actions for Villa Serena' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  await screen.findByRole('dialog')
  expect(screen.getByLabelText<HTMLInputElement>(/^Keyword/).disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

describe('the settings of a municipality', () => {
  it('send what was touched and nothing else, and lock what is the administrator’s', async () => {
    const sent: SentRequest[] = []
    await openScreen({
      path: '/municipios/$id',
      address: `/municipios/${LINE.id}`,
      screen: SettingsScreen,
      role: 'ROLE_SUPERVISOR_ELEVADO',
      templates: [],
      areas: [],
      answer: (asked) => {
        if (asked.path.endsWith('/forms')) return Response.json({ forms: [] })
        if (asked.method === 'PUT') sent.push(asked)
        return asked.path.endsWith('/settings')
          ? Response.json({
              municipality: { id: LINE.id, path: LINE.path, nombre: LINE.nombre },
              settings: DEFAULT_SETTINGS,
              mine: ['codeHidden', 'brandColour', 'brandLogo', 'ownAnswersDays', 'timeZone', 'language'],
            })
          : undefined
      },
    })
    const video = await screen.findByRole<HTMLInputElement>('switch', { name: /^Video attachments for everyone/ })
    expect(video.disabled).toBe(true)
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save settings' })
    expect(save.disabled).toBe(true)
    screen.getByText('No unsaved changes')
    const groups = within(screen.getByRole('navigation', { name: 'Groups of settings' })).getAllByRole('button')
    expect(groups.map(({ textContent }) => textContent)).toEqual([
      'Devices',
      'Regional settings',
      'Appearance',
      'Answers',
      'Managed by the administrator of the installation',
    ])
    Element.prototype.scrollIntoView = () => undefined
    fireEvent.click(there(groups[2]))
    expect(document.activeElement?.textContent).toMatch(/^Appearance/)
    fireEvent.click(screen.getByRole('switch', { name: /^Hide the code after saving/ }))
    screen.getByText('1 unsaved change')
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
    screen.getByText('No unsaved changes')
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Hide the code after saving/ }).checked).toBe(false)
    fireEvent.click(screen.getByRole('switch', { name: /^Hide the code after saving/ }))
    // The picker has colours on which white text is readable.
    const colour = screen.getByRole<HTMLInputElement>('textbox', { name: /^Colour/ })
    fireEvent.focus(colour)
    fireEvent.click(await screen.findByRole('button', { name: '#1f4f8f' }))
    expect(colour.value).toBe('#1f4f8f')
    screen.getByRole('slider', { name: 'Hue' })
    fireEvent.change(colour, { target: { value: '#ffff00' } })
    fireEvent.click(save)
    await screen.findAllByText('White text is not readable on this colour. Choose a darker one.')
    expect(sent).toEqual([])
    fireEvent.change(colour, { target: { value: '#0b5a53' } })
    fill(/^Time zone/, 'America/Montevideo')
    fill(/^Language/, 'pt')
    fireEvent.click(save)
    await waitFor(() => expect(sent).toHaveLength(1))
    const clock = { timeZone: 'America/Montevideo', language: 'pt' }
    expect(sent[0]?.body).toEqual({ codeHidden: true, brandColour: '#0b5a53', ...clock })
  })
})

it('the settings of the installation say what they do, without the keys of the program', async () => {
  const sent: SentRequest[] = []
  const flags = { dev_new_login_method: false, web_session_revokation_datetime: '', show_new_type_question: true }
  await openScreen({
    path: '/configuracion',
    screen: RemoteConfigScreen,
    role: 'ROLE_ADMIN',
    templates: [],
    areas: [],
    answer: (asked) => {
      if (!asked.path.endsWith('/remote-config')) return undefined
      if (asked.method === 'PUT') sent.push(asked)
      return Response.json(flags)
    },
  })
  const questions = await screen.findByRole<HTMLInputElement>('switch', { name: /^Combined questions/ })
  const sessions = screen.getByRole<HTMLInputElement>('switch', { name: /^End old sessions/ })
  expect([questions.checked, sessions.checked]).toEqual([true, false])
  await screen.findByText('End sessions started before')
  expect(document.body.textContent).not.toMatch(/[a-z]_[a-z]/)
  fireEvent.click(sessions)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ ...flags, dev_new_login_method: true }]))
})
