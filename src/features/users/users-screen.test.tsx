// @vitest-environment jsdom
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { INES, openUsers, placesWith, usersPage } from '#tests/support/screens/open-users.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addProblemMessages } from '#ui/index.ts'
import { OTHER_AREA } from '#tests/support/builders/template.ts'
import { UsersScreen } from './users-screen.tsx'
import { USER_MESSAGES } from './messages/problem-messages.ts'

const LATER = '2026-11-19T13:00:00.000Z'

beforeAll(() => addProblemMessages(USER_MESSAGES))
afterEach(cleanup)

describe('the users grid', () => {
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const usual = ['Name and username', 'Areas', 'Role', 'Status', 'Last access']

  it('shows the usual columns, and those of the specification that are chosen, also the next time', async () => {
    await openUsers(usersPage)
    const table = await screen.findByRole('table', { name: 'Users' })
    expect(heads()).toEqual([...usual, 'Actions'])
    expect(within(table).getAllByRole('row')[1]?.textContent).toMatch(/^Inés Quirogaines.*Active/)
    expect(within(table).getByText('Comercio')).toBeTruthy()
    fireEvent.click(await screen.findByRole('button', { name: 'Columns' }))
    const dialog = await screen.findByRole('dialog', { name: 'Columns' })
    for (const name of ['E-mail', 'Municipality', 'Last change', 'Changed by'])
      fireEvent.click(within(dialog).getByRole('checkbox', { name }))
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    const all = [...usual, 'E-mail', 'Municipality', 'Last change', 'Changed by', 'Actions']
    await waitFor(() => expect(heads()).toEqual(all))
    expect(screen.getAllByRole('row')[1]?.textContent).toMatch(/ines@relevo\.example.*20\/11\/2026.*sofia/)
    cleanup()
    await openUsers(usersPage)
    await waitFor(() => expect(heads()).toEqual(all))
  })

  it('is filtered by municipality, and takes away what is filtered; anyone who has one is asked nothing', async () => {
    const asked: SentRequest[] = []
    const [country] = placesWith()
    const [ofCountry] = country?.provincias ?? []
    const other = { ref: `${ofCountry?.ref}/municipios/otra`, id: 'o', nombre: 'Otra', usarAWS: false, areas: [] }
    const list = [{ ...country, provincias: [{ ...ofCountry, municipios: [...(ofCountry?.municipios ?? []), other] }] }]
    const answer = (one: SentRequest) => {
      asked.push(one)
      return one.path.includes('getListaPaises') ? Response.json({ result: list }) : usersPage()
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
    await openUsers(usersPage)
    await screen.findByRole('table', { name: 'Users' })
    expect(screen.queryByLabelText('Municipality')).toBeNull()
  })

  it('is filtered by area, role and state, in the list and in the export', async () => {
    const asked: SentRequest[] = []
    await openUsers((one) => {
      asked.push(one)
      return usersPage()
    })
    for (const [label, value] of [
      ['Area', OTHER_AREA],
      ['Role', 'ROLE_INSPECTOR'],
      ['Status', 'deactivated'],
    ] as const) {
      fireEvent.change(await screen.findByLabelText(label), { target: { value } })
      await waitFor(() => expect(decodeURIComponent(asked.at(-1)?.path ?? '')).toContain(`=${value}`))
    }
    fireEvent.click(screen.getByRole('button', { name: 'Export' }))
    await waitFor(() =>
      expect(asked.find(({ path }) => path.endsWith('/users/export'))?.body).toEqual({
        sought: { area: OTHER_AREA, role: 'ROLE_INSPECTOR', state: 'deactivated' },
      }),
    )
  })

  it('has one button on a phone, and the other actions in a menu', async () => {
    await openScreen({
      path: '/usuarios',
      screen: UsersScreen,
      role: 'ROLE_ADMIN',
      phone: true,
      areas: [],
      templates: [],
      answer: usersPage,
    })
    await screen.findByRole('button', { name: 'New user' })
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
    const more = screen.getByRole('button', { name: 'More' })
    fireEvent.click(more)
    for (const name of ['Export', 'Second factor']) screen.getByRole('button', { name })
    fireEvent.click(screen.getByRole('button', { name: 'Import' }))
    expect(more.getAttribute('aria-expanded')).toBe('false')
    await screen.findByRole('dialog', { name: 'Import users' })
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

describe('the dialog of a user', () => {
  async function edit() {
    fireEvent.click(await screen.findByRole('button', { name: 'Edit ines' }))
    return waitFor(() => {
      const dialog = within(screen.getByRole('dialog', { name: 'Edit ines' }))
      return { dialog, role: dialog.getByLabelText<HTMLSelectElement>(/^Role/) }
    })
  }

  it('begins with what was saved last when it is opened again', async () => {
    const bodies: unknown[] = []
    let stored: object = INES
    await openUsers(({ path, method, body }) => {
      if (!path.endsWith('/users/ines')) return Response.json({ users: [stored], total: 1 })
      if (method === 'GET') return Response.json({ user: stored })
      bodies.push(body)
      stored = { ...INES, role: 'ROLE_SUPERVISOR', lastUpdate: LATER }
      return Response.json({ user: stored })
    })
    const first = await edit()
    expect(first.role.value).toBe('ROLE_INSPECTOR')
    fireEvent.change(first.role, { target: { value: 'ROLE_SUPERVISOR' } })
    fireEvent.click(first.dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const again = await edit()
    expect(again.role.value).toBe('ROLE_SUPERVISOR')
    fireEvent.click(again.dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bodies).toHaveLength(2))
    expect(bodies[1]).toMatchObject({ roles: ['ROLE_SUPERVISOR'], seen: LATER })
  })
})
