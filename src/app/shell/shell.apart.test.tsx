// @vitest-environment jsdom
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { requireRight } from '#domain/access/index.ts'
import { ROLES, type Role } from '#domain/users/index.ts'
import { findStartPage, WELCOME_ACCESS, type RouteAccess } from '../access.ts'
import { Shell } from './shell.tsx'

const nothing = vi.hoisted(() => () => null)
vi.mock('./top-bar.tsx', () => ({ TopBar: nothing }))
vi.mock('./bottom-bar.tsx', () => ({ BottomBar: nothing }))
vi.mock('./session-watcher.tsx', () => ({ SessionWatcher: nothing }))
vi.mock('./lapsed-banner.tsx', () => ({ ExpiredSessionBanner: nothing }))
vi.mock('./storage-banner.tsx', () => ({ StorageBanner: nothing }))

afterEach(cleanup)

function open(role: Role, access: RouteAccess) {
  const framed = () => <Shell access={access} frame="shell" />
  return openScreen({ path: '/home', screen: framed, role, areas: [], templates: [] })
}

it.each(ROLES)('%s begins with the welcome page or the forms, as part 3 has it, or with the orders', async (role) => {
  const { pathname } = await open(role, WELCOME_ACCESS)
  await waitFor(() => expect(pathname()).toBe(findStartPage(role)))
})

it('without the right that an address asks for, the Forbidden page is there, with the way home', async () => {
  const { pathname } = await open('ROLE_INSPECTOR', requireRight('manage', 'usuario_municipio'))
  await screen.findByRole('heading', { name: 'Forbidden' })
  expect(screen.getByText('You do not have permission to see this page.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/home')
  expect(pathname()).toBe('/home')
})
