// @vitest-environment jsdom
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { INES, openUsers, placesWith, TWO_AREAS, usersPage } from '#tests/support/screens/open-users.tsx'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { addProblemMessages } from '#ui/index.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import { UsersScreen } from './users-screen.tsx'
import { USER_MESSAGES } from './messages/problem-messages.ts'

beforeAll(() => addProblemMessages(USER_MESSAGES))
afterEach(cleanup)

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
      path.includes('getListaPaises')
        ? Response.json({ error: { code: 'server.failed' } }, { status: 500 })
        : usersPage(),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'New user' }))
  await within(await screen.findByRole('dialog', { name: 'New user' })).findByText(text)
})

describe('adding a user', () => {
  async function openDialog() {
    fireEvent.click(await screen.findByRole('button', { name: 'New user' }))
    return within(await screen.findByRole('dialog', { name: 'New user' }))
  }
  const type = (dialog: ReturnType<typeof within>, label: RegExp, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } })

  it('offers an elevated supervisor no administrator, and the Legajo to inspectors only', async () => {
    await openUsers(usersPage)
    const dialog = await openDialog()
    expect(dialog.queryByRole('option', { name: 'Administrator' })).toBeNull()
    expect(dialog.queryByLabelText(/Staff number/)).toBeNull()
    type(dialog, /^Role/, 'ROLE_INSPECTOR')
    expect(dialog.getByLabelText(/Staff number/)).toBeTruthy()
    type(dialog, /^Role/, 'ROLE_INSPECTOR_ELEVADO')
    expect(dialog.queryByLabelText(/Staff number/)).toBeNull()
  })

  it('offers the administrator all roles', async () => {
    await openUsers(usersPage, { role: 'ROLE_ADMIN' })
    expect((await openDialog()).getByRole('option', { name: 'Administrator' })).toBeTruthy()
  })

  it('proposes the username from the e-mail address, selected for typing over it, and keeps one that was typed', async () => {
    await openUsers(usersPage)
    const dialog = await openDialog()
    const username = dialog.getByLabelText<HTMLInputElement>(/^Username/)
    type(dialog, /^E-mail/, 'Nora.Sosa@relevo.example')
    expect(username.value).toBe('nora.sosa')
    act(() => username.focus())
    await waitFor(() => expect([username.selectionStart, username.selectionEnd]).toEqual([0, 'nora.sosa'.length]))
    type(dialog, /^E-mail/, 'other@relevo.example')
    expect(username.value).toBe('other')
    // In browsers, selecting the text of a field focuses it.
    const select = vi.spyOn(username, 'select')
    for (const label of [/^E-mail/, /^Username/, /^First name/]) act(() => dialog.getByLabelText(label).focus())
    await new Promise(requestAnimationFrame)
    expect(select).not.toHaveBeenCalled()
    type(dialog, /^Username/, 'nsosa')
    type(dialog, /^E-mail/, 'nora@relevo.example')
    expect(username.value).toBe('nsosa')
  })

  it('starts an administrator in their own municipality; the only country and province are chosen automatically', async () => {
    const [country] = placesWith()
    const [ofCountry] = country?.provincias ?? []
    const [own] = ofCountry?.municipios ?? []
    const other = { ...own, ref: `${ofCountry?.ref}/municipios/otra`, id: 'o', nombre: 'Otra' }
    const list = [{ ...country, provincias: [{ ...ofCountry, municipios: [own, other] }] }]
    const answer = ({ path }: SentRequest) =>
      path.includes('getListaPaises') ? Response.json({ result: list }) : usersPage()
    await openScreen({ path: '/usuarios', screen: UsersScreen, role: 'ROLE_ADMIN', areas: [], templates: [], answer })
    const dialog = await openDialog()
    await dialog.findByLabelText('Country')
    const field = (label: string) => dialog.getByLabelText<HTMLSelectElement>(label)
    expect([field('Country').value, field('Province').value]).toEqual([country?.ref, ofCountry?.ref])
    expect(field('Municipality').value).toBe(own?.ref)
    type(dialog, /^Country/, '')
    expect([field('Country').value, field('Province').value]).toEqual([country?.ref, ofCountry?.ref])
    expect([field('Municipality').disabled, field('Municipality').value]).toEqual([false, ''])
  })

  it('says that the municipality is not linked', async () => {
    await openUsers(usersPage, { linked: false })
    await (await openDialog()).findByText(/not linked to a municipality in MuniDigital/)
  })

  it('says that an area is missing where none is offered before a municipality is chosen', async () => {
    const [country] = placesWith()
    const [ofCountry] = country?.provincias ?? []
    const [own] = ofCountry?.municipios ?? []
    const other = { ...own, ref: `${ofCountry?.ref}/municipios/otra`, id: 'o', nombre: 'Otra' }
    const list = [{ ...country, provincias: [{ ...ofCountry, municipios: [own, other] }] }]
    const answer = ({ path }: SentRequest) =>
      path.includes('getListaPaises') ? Response.json({ result: list }) : usersPage()
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
      path.includes('getListaPaises') ? Response.json({ result: list }) : usersPage()
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
      return method === 'POST' ? Response.json({ error: { code: 'user.exists' } }, { status: 409 }) : usersPage()
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
    dialog.getByText(/^Builds forms for their areas/)
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
      return method === 'POST' ? Response.json(reply) : usersPage()
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
