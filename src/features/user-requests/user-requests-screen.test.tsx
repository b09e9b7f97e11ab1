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
      if (asked.method === 'GET') return Response.json({ requests: server.open ? [REQUEST] : [], complete: true })
      sent.push(asked)
      server.open = false
      return Response.json({ request: { ...REQUEST, state: 'dismissed' } })
    },
  })
  expect(await screen.findByText('not verified')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss the request of Nueva Persona' }))
  await waitFor(() => expect(screen.getByText('Nobody waits for an account.')).toBeDefined())
  expect(sent).toMatchObject([{ path: `/api/user-requests/${REQUEST.id}/decide`, body: { accepted: false } }])
})
