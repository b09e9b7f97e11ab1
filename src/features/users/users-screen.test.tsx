// @vitest-environment jsdom
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#domain/users/index.ts'
import { addProblemMessages } from '#ui/index.ts'
import { AREA, MUNICIPALITY, NOW, OTHER_AREA } from '#tests/support/builders/template.ts'
import { UsersScreen } from './users-screen.tsx'
import { USER_MESSAGES } from './messages/problem-messages.ts'

beforeAll(() => addProblemMessages(USER_MESSAGES))
afterEach(cleanup)

const INES = {
  id: 'ines',
  email: 'ines@relevo.example',
  userMuniCore: 'ines',
  firstName: 'Inés',
  lastName: 'Quiroga',
  inspectorID: '7',
  role: 'ROLE_INSPECTOR',
  municipality: { path: MUNICIPALITY, nombre: 'Villa Serena' },
  areas: [{ path: AREA, nombre: 'Comercio' }],
  lastUpdate: NOW,
  lastUpdateBy: 'sofia',
  ultimoAcceso: '2026-11-19T12:00:00.000Z',
}
const [, country = '', , province = ''] = MUNICIPALITY.split('/')
const TWO_AREAS = [
  { ref: AREA, id: 'a', nombre: 'Comercio' },
  { ref: OTHER_AREA, id: 'o', nombre: 'Arbolado' },
]
const placesWith = (idMuniCore?: number, areas = TWO_AREAS) => [
  {
    ref: `paises/${country}`,
    id: country,
    nombre: 'Argentina',
    provincias: [
      {
        ref: `paises/${country}/provincias/${province}`,
        id: province,
        nombre: 'Córdoba',
        municipios: [
          {
            ref: MUNICIPALITY,
            id: 'm',
            nombre: 'Villa Serena',
            usarAWS: false,
            ...(idMuniCore === undefined ? {} : { idMuniCore }),
            areas,
          },
        ],
      },
    ],
  },
]

async function openUsers(
  answer: (asked: SentRequest) => Response | undefined,
  { role = 'ROLE_SUPERVISOR_ELEVADO', linked = true }: { readonly role?: Role; readonly linked?: boolean } = {},
) {
  await openScreen({
    path: '/usuarios',
    screen: UsersScreen,
    role,
    areas: [],
    templates: [],
    address: '/usuarios',
    answer: (asked) =>
      asked.path.includes('getListaPaises')
        ? Response.json({ result: placesWith(linked ? 21 : undefined) })
        : answer(asked),
  })
}
const page = () => Response.json({ users: [INES], total: 1 })

describe('the users grid', () => {
  it('shows the columns of the specification', async () => {
    await openUsers(page)
    const table = await screen.findByRole('table', { name: 'Users' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual([
      'Name and e-mail',
      'Username',
      'Municipality',
      'Areas',
      'Role',
      'Status',
      'Last update',
      'Updated by',
      'Last access',
      'Actions',
    ])
    expect(within(table).getAllByRole('row')[1]?.textContent).toMatch(/^Inés Quirogaines@relevo\.example.*Active/)
    expect(within(table).getByText('Comercio')).toBeTruthy()
    expect(within(table).getAllByRole('row')[1]?.textContent).toMatch(/sofia19\/11\/2026/)
  })

  it('is filtered by municipality, and takes away what is filtered; anyone who has one is asked nothing', async () => {
    const asked: SentRequest[] = []
    const [country] = placesWith()
    const [ofCountry] = country?.provincias ?? []
    const other = { ref: `${ofCountry?.ref}/municipios/otra`, id: 'o', nombre: 'Otra', usarAWS: false, areas: [] }
    const list = [{ ...country, provincias: [{ ...ofCountry, municipios: [...(ofCountry?.municipios ?? []), other] }] }]
    const answer = (one: SentRequest) => {
      asked.push(one)
      return one.path.includes('getListaPaises') ? Response.json({ result: list }) : page()
    }
    await openScreen({ path: '/usuarios', screen: UsersScreen, role: 'ROLE_ADMIN', areas: [], templates: [], answer })
    fireEvent.change(await screen.findByLabelText('Municipality'), { target: { value: other.ref } })
    await waitFor(() => expect(asked.some(({ path }) => decodeURIComponent(path).includes(other.ref))).toBe(true))
    fireEvent.click(screen.getByRole('button', { name: 'Export' }))
    await waitFor(() =>
      expect(asked.find(({ path }) => path.endsWith('/users/export'))?.body).toEqual({
        sought: { municipality: other.ref },
      }),
    )
    cleanup()
    await openUsers(page)
    await screen.findByRole('table', { name: 'Users' })
    expect(screen.queryByLabelText('Municipality')).toBeNull()
  })

  it('says that there is no one, and that it needs a connection', async () => {
    await openUsers(() => Response.json({ users: [], total: 0 }))
    await screen.findByText('There are no results.')
    cleanup()
    await openUsers(() => undefined)
    expect((await screen.findByRole('alert')).textContent).not.toBe('')
  })

  it('says in the words of the specification that it could not be obtained', async () => {
    await openUsers(() => Response.json({ error: { code: 'server.failed' } }, { status: 500 }))
    await screen.findByText('The data could not be loaded. Reload the page.')
  })

  it('asks for what is typed, and turns to what comes next', async () => {
    const asked: string[] = []
    await openUsers(({ path }) => {
      asked.push(decodeURIComponent(path))
      return Response.json({ users: [INES], next: 'usuarios/ines\nines' })
    })
    fireEvent.change(await screen.findByLabelText('Name, username or e-mail'), { target: { value: 'nuñ' } })
    await waitFor(() => expect(asked.some((path) => path.includes('search=nuñ'))).toBe(true))
    fireEvent.click(await screen.findByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(asked.some((path) => path.includes('after=usuarios/ines\nines'))).toBe(true))
  })
})

it.each([
  ['ROLE_ADMIN', 'The countries could not be loaded. Reload the page.'],
  ['ROLE_SUPERVISOR_ELEVADO', 'The areas could not be loaded. Reload the page.'],
] as const)('%s is told what to choose from could not be obtained', async (role, text) => {
  await openScreen({
    path: '/usuarios',
    screen: UsersScreen,
    role,
    areas: [],
    templates: [],
    answer: ({ path }) =>
      path.includes('getListaPaises') ? Response.json({ error: { code: 'server.failed' } }, { status: 500 }) : page(),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Add user' }))
  await within(await screen.findByRole('dialog', { name: 'Add user' })).findByText(text)
})

describe('adding a user', () => {
  async function openDialog() {
    fireEvent.click(await screen.findByRole('button', { name: 'Add user' }))
    return within(await screen.findByRole('dialog', { name: 'Add user' }))
  }
  const type = (dialog: ReturnType<typeof within>, label: RegExp, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } })

  it('offers an elevated supervisor no administrator, and the Legajo to inspectors only', async () => {
    await openUsers(page)
    const dialog = await openDialog()
    expect(dialog.queryByRole('option', { name: 'Administrator' })).toBeNull()
    expect(dialog.queryByLabelText(/Staff number/)).toBeNull()
    type(dialog, /^Role/, 'ROLE_INSPECTOR')
    expect(dialog.getByLabelText(/Staff number/)).toBeTruthy()
    type(dialog, /^Role/, 'ROLE_INSPECTOR_ELEVADO')
    expect(dialog.queryByLabelText(/Staff number/)).toBeNull()
  })

  it('offers the administrator all roles', async () => {
    await openUsers(page, { role: 'ROLE_ADMIN' })
    expect((await openDialog()).getByRole('option', { name: 'Administrator' })).toBeTruthy()
  })

  it('says that the municipality is not linked', async () => {
    await openUsers(page, { linked: false })
    await (await openDialog()).findByText(/not linked to a municipality in MuniDigital/)
  })

  it('says that an area is missing where none is offered before a municipality is chosen', async () => {
    const [country] = placesWith()
    const [ofCountry] = country?.provincias ?? []
    const [own] = ofCountry?.municipios ?? []
    const other = { ...own, ref: `${ofCountry?.ref}/municipios/otra`, id: 'o', nombre: 'Otra' }
    const list = [{ ...country, provincias: [{ ...ofCountry, municipios: [own, other] }] }]
    const answer = ({ path }: SentRequest) =>
      path.includes('getListaPaises') ? Response.json({ result: list }) : page()
    await openScreen({ path: '/usuarios', screen: UsersScreen, role: 'ROLE_ADMIN', areas: [], templates: [], answer })
    const dialog = await openDialog()
    const chooser = await dialog.findByLabelText('Country')
    type(dialog, /^E-mail/, 'nora@relevo.example')
    for (const label of [/^Username/, /^First name/, /^Last name/]) type(dialog, label, 'nora')
    type(dialog, /^Role/, 'ROLE_SUPERVISOR')
    fireEvent.click(dialog.getByRole('button', { name: 'Create' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('At least one area must be selected.')
    // The areas replace the hint once they have loaded.
    fireEvent.change(chooser, { target: { value: country?.ref } })
    type(dialog, /^Province/, ofCountry?.ref ?? '')
    type(dialog, /^Municipality/, MUNICIPALITY)
    await dialog.findByLabelText('Comercio')
    expect(dialog.getAllByText('At least one area must be selected.')).toHaveLength(1)
  })

  it('has the only area of the only municipality chosen automatically', async () => {
    const list = placesWith(21, TWO_AREAS.slice(0, 1))
    const answer = ({ path }: SentRequest) =>
      path.includes('getListaPaises') ? Response.json({ result: list }) : page()
    await openScreen({ path: '/usuarios', screen: UsersScreen, role: 'ROLE_ADMIN', areas: [], templates: [], answer })
    const dialog = await openDialog()
    const only = await dialog.findByLabelText<HTMLInputElement>('Comercio')
    await waitFor(() => expect(only.checked).toBe(true))
    expect(dialog.queryByLabelText('Municipality')).toBeNull()
  })

  it('says what is missing before anybody is asked, and what the management system and the server say', async () => {
    const sent: string[] = []
    let known = false
    await openUsers(({ path, method }) => {
      if (method === 'POST') sent.push(path)
      if (path.includes('verifyMuniCoreUser')) return Response.json({ result: { result: known } })
      return method === 'POST' ? Response.json({ error: { code: 'user.exists' } }, { status: 409 }) : page()
    })
    const dialog = await openDialog()
    const create = () => fireEvent.click(dialog.getByRole('button', { name: 'Create' }))
    create()
    await dialog.findByText('Fill in all required fields.')
    const email = dialog.getByLabelText(/^E-mail/)
    expect(email.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(email)
    type(dialog, /^E-mail/, 'nora@relevo.example')
    type(dialog, /^Username/, 'nora')
    type(dialog, /^First name/, 'Nora')
    type(dialog, /^Last name/, 'Sosa')
    type(dialog, /^Role/, 'ROLE_SUPERVISOR')
    dialog.getByText(/^Builds forms of their areas/)
    create()
    expect((await dialog.findByText('At least one area must be selected.')).getAttribute('role')).toBe('alert')
    expect(document.activeElement).toBe(dialog.getByLabelText('Comercio'))
    expect(sent.filter((path) => !path.includes('getListaPaises'))).toEqual([])
    fireEvent.click(dialog.getByLabelText('Comercio'))
    create()
    await dialog.findByText('The username is not valid.')
    expect(dialog.getByLabelText(/^Username/).getAttribute('aria-invalid')).toBe('true')
    expect(dialog.queryByRole('alert')).toBeNull()
    known = true
    create()
    await dialog.findByText('There is already a user with this username.')
  })

  async function createNora(reply: object) {
    await openUsers(({ path, method }) => {
      if (path.includes('verifyMuniCoreUser')) return Response.json({ result: { result: true } })
      return method === 'POST' ? Response.json(reply) : page()
    })
    const dialog = await openDialog()
    type(dialog, /^E-mail/, 'nora@relevo.example')
    const typed = { Username: 'nora', 'First name': 'Nora', 'Last name': 'Sosa', Role: 'ROLE_SUPERVISOR' }
    for (const [label, value] of Object.entries(typed)) type(dialog, new RegExp(`^${label}`), value)
    fireEvent.click(dialog.getByLabelText('Comercio'))
    fireEvent.click(dialog.getByRole('button', { name: 'Create' }))
  }

  it('says where the e-mail with their link goes', async () => {
    await createNora({ user: INES })
    await screen.findByText(/^The user was created\. An e-mail .* is sent to nora@relevo\.example\.$/)
  })

  it('shows the link to pass on where no mail takes it to them', async () => {
    await createNora({ user: INES, link: '/contrasena#TOKEN' })
    const shown = within(await screen.findByRole('dialog', { name: 'A link for Nora Sosa' }))
    expect(shown.getByLabelText<HTMLInputElement>('Link').value).toBe(`${location.origin}/contrasena#TOKEN`)
    fireEvent.click(shown.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
