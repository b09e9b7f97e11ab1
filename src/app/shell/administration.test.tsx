// @vitest-environment jsdom
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ROLES, type Role } from '#domain/documents/index.ts'
import { Administration } from './administration.tsx'

afterEach(cleanup)

/** The three entries of the specification (part 1, point 2), as far as a role is offered them. */
async function entriesOf(role: Role): Promise<readonly string[]> {
  const leave = () => undefined
  const menu = () => (
    <>
      <Administration onLeave={leave} />
      <p>{'the menu'}</p>
    </>
  )
  await openScreen({ path: '/home', screen: menu, role, areas: [], templates: [] })
  await screen.findByText('the menu')
  const to = screen.queryAllByRole('link').map((link) => link.getAttribute('href'))
  return ['/usuarios', '/areas', '/municipios'].filter((path) => to.includes(path))
}

it.each(ROLES)('%s is offered the management entries that it has the right to', async (role) => {
  const expected: Partial<Readonly<Record<Role, readonly string[]>>> = {
    ROLE_ADMIN: ['/usuarios', '/areas', '/municipios'],
    ROLE_SUPERVISOR_ELEVADO: ['/usuarios', '/areas'],
  }
  expect(await entriesOf(role)).toEqual(expected[role] ?? [])
})
