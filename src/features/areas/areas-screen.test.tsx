// @vitest-environment jsdom
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#domain/users/index.ts'
import type { AreaUsage } from '#domain/places/index.ts'
import { addProblemMessages } from '#ui/index.ts'
import { AREA, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { AreasScreen } from './areas-screen.tsx'
import { AREA_MESSAGES } from './problem-messages.ts'

beforeAll(() => addProblemMessages(AREA_MESSAGES))
afterEach(cleanup)

const TRADE = {
  path: AREA,
  id: 'inspeccion',
  nombre: 'Comercio',
  municipio: 'Villa Serena',
  provincia: 'Córdoba',
  pais: 'Argentina',
}
const municipality = { ref: MUNICIPALITY, id: 'm', nombre: 'Villa Serena', usarAWS: false, areas: [] }
const PLACES = [
  {
    ref: 'paises/AR',
    id: 'AR',
    nombre: 'Argentina',
    provincias: [{ ref: 'paises/AR/provincias/cordoba', id: 'c', nombre: 'Córdoba', municipios: [municipality] }],
  },
]
const broken = () => Response.json({ error: { code: 'server.failed' } }, { status: 500 })

type Given = {
  readonly role?: Role
  readonly area?: object
  readonly use?: AreaUsage
  /** the server's reply to an action; undefined: offline */
  readonly said?: (asked: SentRequest) => Response | undefined
}

async function openAreas({ role = 'ROLE_ADMIN', area = {}, use = { kind: 'free', users: 0 }, said }: Given = {}) {
  const acts: SentRequest[] = []
  const { asked } = await openScreen({
    path: '/areas',
    screen: AreasScreen,
    role,
    areas: [],
    templates: [],
    answer: (request) => {
      if (request.path.includes('getListaPaises')) return Response.json({ result: PLACES })
      if (request.path.startsWith('/api/areas/use?')) return Response.json(use)
      if (request.path.startsWith('/api/areas/users')) return Response.json({ users: [], total: 0 })
      if (request.method === 'GET')
        return Response.json({ areas: [{ ...TRADE, ...area }], total: 31, next: 'areas/next\nn' })
      acts.push(request)
      return said === undefined ? Response.json({ area: TRADE }) : said(request)
    },
  })
  await screen.findByText('Comercio')
  return { acts, asked }
}
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const choose = async (action: string) => {
  click('Actions for Comercio')
  fireEvent.click(await screen.findByRole('menuitem', { name: action }))
}
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }))
const typeName = (dialog: ReturnType<typeof within>, value: string) =>
  fireEvent.change(dialog.getByLabelText(/^Area name/), { target: { value } })
const press = (dialog: ReturnType<typeof within>, name: string) => fireEvent.click(dialog.getByRole('button', { name }))

describe('the list of areas', () => {
  it('shows the columns of the specification, how many there are, and how far a renaming is', async () => {
    await openAreas({ area: { renaming: { done: 3, total: 12 } } })
    const table = await screen.findByRole('table', { name: 'Areas' })
    const heads = within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent)
    expect(heads).toEqual(['Area name', 'ID', 'Municipality', 'Province', 'Country', 'Actions'])
    expect(screen.getByText('Forms renamed: 3 of 12')).toBeTruthy()
    expect(screen.getByText('31 areas')).toBeTruthy()
  })

  it('offers nothing to do to anyone who is not ROLE_ADMIN', async () => {
    await openAreas({ role: 'ROLE_SUPERVISOR_ELEVADO' })
    expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'New area' })).toBeNull()
  })

  it('asks for what is typed, and turns to what comes next', async () => {
    const { asked } = await openAreas()
    const paths = () => asked.map(({ path }) => decodeURIComponent(path))
    fireEvent.change(screen.getByLabelText('Area name'), { target: { value: ' comer' } })
    await waitFor(() => expect(paths().some((path) => path.includes('search=comer'))).toBe(true))
    fireEvent.click(await screen.findByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(paths().some((path) => path.includes('after=areas/next\nn'))).toBe(true))
  })

  it('says in the words of the specification that it could not be obtained, and asks again', async () => {
    let isBroken = true
    await openScreen({
      path: '/areas',
      screen: AreasScreen,
      role: 'ROLE_ADMIN',
      areas: [],
      templates: [],
      answer: () => (isBroken ? broken() : Response.json({ areas: [TRADE], total: 1 })),
    })
    await screen.findByText('The areas of the municipality could not be loaded.')
    isBroken = false
    click('Try again')
    await screen.findByText('Comercio')
  })
})

describe('creating an area', () => {
  it('needs a name, and sends the same id again when the reply was lost', async () => {
    let isCut = true
    const { acts } = await openAreas({ said: () => (isCut ? undefined : Response.json({ area: TRADE })) })
    click('New area')
    const dialog = await dialogOf('New area')
    press(dialog, 'Create')
    await dialog.findByText('The name cannot be empty.')
    expect(acts).toEqual([])
    typeName(dialog, 'Parques')
    press(dialog, 'Create')
    await dialog.findByText('Could not connect to the server. Nothing was changed. Try again when you are online.')
    isCut = false
    press(dialog, 'Create')
    await screen.findByText('The area was created')
    expect(acts.map(({ body }) => body)).toEqual([acts[0]?.body, acts[0]?.body])
    expect(acts[0]?.body).toMatchObject({ nombre: 'Parques', municipality: MUNICIPALITY })
  })
})

describe('renaming an area', () => {
  it('says that it was done', async () => {
    const { acts } = await openAreas()
    await choose('Edit')
    const dialog = await dialogOf('Edit Comercio')
    typeName(dialog, 'Comercio e industria')
    press(dialog, 'Save')
    await screen.findByText('The area was updated')
    expect(acts).toMatchObject([{ method: 'PUT', body: { path: AREA, nombre: 'Comercio e industria' } }])
  })

  it('says that it failed, and keeps what was typed', async () => {
    await openAreas({ said: broken })
    await choose('Edit')
    const dialog = await dialogOf('Edit Comercio')
    typeName(dialog, 'Comercio e industria')
    press(dialog, 'Save')
    await dialog.findByText('The area could not be saved. Try again.')
    expect(dialog.getByLabelText<HTMLInputElement>(/^Area name/).value).toBe('Comercio e industria')
  })
})

it('the users of an area are listed, or no one is', async () => {
  await openAreas()
  await choose('Users')
  await (await dialogOf('Users of Comercio')).findByText('There are no users associated with this area.')
})

describe('deleting an area', () => {
  const NORA = { userMuniCore: 'nora', email: 'nora@relevo.example', nombre: 'Nora Sosa' }
  const openDelete = async (given: Given) => {
    const { acts } = await openAreas(given)
    await choose('Delete')
    const dialog = await dialogOf('Delete Comercio?')
    const verb = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' })
    return { acts, dialog, verb }
  }

  it('is blocked by its forms', async () => {
    const { dialog, verb } = await openDelete({ use: { kind: 'forms', forms: 2 } })
    await dialog.findByText(/cannot be deleted because it has/)
    expect(verb().disabled).toBe(true)
  })

  it('is blocked by users who have no other area, who are named', async () => {
    const { dialog, verb } = await openDelete({ use: { kind: 'only-area', users: [NORA], total: 1 } })
    await dialog.findByText(/Nora Sosa \(nora\)/)
    expect(verb().disabled).toBe(true)
  })

  it('is done, and says how many lose it', async () => {
    const done = Response.json({ use: { kind: 'free', users: 3 } })
    const { acts, dialog, verb } = await openDelete({ use: { kind: 'free', users: 3 }, said: () => done })
    await dialog.findByText(/3 users will lose this area but keep others/)
    fireEvent.click(verb())
    await screen.findByText('The area was deleted')
    expect(acts.map(({ body }) => body)).toEqual([{ area: AREA }])
  })

  it('says what the server found when someone was quicker', async () => {
    const quicker = Response.json({ use: { kind: 'forms', forms: 1 } })
    const { dialog, verb } = await openDelete({ said: () => quicker })
    await dialog.findByText('No users or forms belong to this area.')
    fireEvent.click(verb())
    await dialog.findByText(/cannot be deleted because it has/)
  })

  it('says that it failed', async () => {
    const { dialog, verb } = await openDelete({ said: broken })
    await dialog.findByText('No users or forms belong to this area.')
    fireEvent.click(verb())
    await dialog.findByText('The area could not be deleted. Try again.')
  })

  it('is not offered while no one could look what stands against it', async () => {
    await openScreen({
      path: '/areas',
      screen: AreasScreen,
      role: 'ROLE_ADMIN',
      areas: [],
      templates: [],
      answer: ({ path }) => (path.includes('/use?') ? broken() : Response.json({ areas: [TRADE], total: 1 })),
    })
    await screen.findByText('Comercio')
    await choose('Delete')
    const dialog = await dialogOf('Delete Comercio?')
    await dialog.findByText('Could not check whether the area can be deleted.')
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true)
  })
})
