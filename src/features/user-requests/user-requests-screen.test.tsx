// @vitest-environment jsdom
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { UserRequestsScreen } from './user-requests-screen.tsx'

afterEach(cleanup)

const REQUEST = {
  id: 'a'.repeat(64),
  email: '',
  username: 'nueva',
  name: 'Nueva Persona',
  at: '2026-11-20T15:30:00.000Z',
  state: 'open',
}

/** Chooses an action in the menu of the row. */
async function choose(name: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Nueva Persona' }))
  fireEvent.click(await screen.findByRole('menuitem', { name }))
}

it('lists who wants an account, and takes each decision to the server', async () => {
  const sent: SentRequest[] = []
  const server = { open: true }
  await openScreen({
    path: '/solicitudes',
    screen: UserRequestsScreen,
    role: 'ROLE_ADMIN',
    areas: [],
    templates: [],
    answer: (asked) => {
      if (asked.method === 'GET') return Response.json({ requests: server.open ? [REQUEST] : [] })
      sent.push(asked)
      server.open = false
      return Response.json({ request: { ...REQUEST, state: 'dismissed' } })
    },
  })
  expect(await screen.findByText('not verified')).toBeDefined()
  await choose('Dismiss')
  await waitFor(() => expect(screen.getByText('There are no account requests.')).toBeDefined())
  expect(sent).toMatchObject([{ path: `/api/user-requests/${REQUEST.id}/decide`, body: { accepted: false } }])
})

it('accepting leads to the users and decides nothing yet; pages are turned by where they ended', async () => {
  const asked: SentRequest[] = []
  const { pathname } = await openScreen({
    path: '/solicitudes',
    screen: UserRequestsScreen,
    role: 'ROLE_ADMIN',
    areas: [],
    templates: [],
    answer: (one) => {
      asked.push(one)
      return Response.json({ requests: [REQUEST], next: 'solicitudes/a\nx' })
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Next page' }))
  await waitFor(() =>
    expect(asked.some(({ path }) => decodeURIComponent(path).includes('after=solicitudes/a\nx'))).toBe(true),
  )
  await choose('Accept')
  await waitFor(() => expect(pathname()).toBe('/usuarios'))
  expect(asked.every(({ method }) => method === 'GET')).toBe(true)
})

it('of who has the username of an account with a password is linked to it after a question', async () => {
  const sent: SentRequest[] = []
  await openScreen({
    path: '/solicitudes',
    screen: UserRequestsScreen,
    role: 'ROLE_ADMIN',
    areas: [],
    templates: [],
    answer: (asked) => {
      if (asked.method === 'GET') return Response.json({ requests: [{ ...REQUEST, account: 'nueva' }] })
      sent.push(asked)
      return Response.json({ request: { ...REQUEST, state: 'accepted' } })
    },
  })
  await choose('Link Nueva Persona to the account nueva')
  expect(sent).toEqual([])
  fireEvent.submit((await screen.findByRole('dialog')).querySelector('form') as HTMLFormElement)
  await waitFor(() => expect(sent).toMatchObject([{ body: { accepted: true } }]))
})
