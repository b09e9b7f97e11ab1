// @vitest-environment jsdom
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { AdministrationTabs } from './administration-parts.tsx'

afterEach(cleanup)

it.each([
  [
    'ROLE_ADMIN',
    ['Users', 'Areas', 'Municipalities', 'Countries', 'Installation settings', 'Audit log', 'Account requests'],
  ],
  ['ROLE_SUPERVISOR_ELEVADO', ['Users', 'Areas', 'Audit log']],
] as const)('%s has the lists that they administer side by side', async (role, names) => {
  await openScreen({ path: '/usuarios', screen: AdministrationTabs, role, areas: [], templates: [] })
  const parts = await screen.findByRole('navigation', { name: 'Administration' })
  expect(
    within(parts)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(names)
})

it.each([
  ['/municipios', 'Municipalities'],
  ['/paises', 'Countries'],
  ['/configuracion', 'Installation settings'],
])('marks the tab of %s', async (path, name) => {
  await openScreen({ path, screen: AdministrationTabs, role: 'ROLE_ADMIN', areas: [], templates: [] })
  const parts = await screen.findByRole('navigation', { name: 'Administration' })
  const marked = within(parts)
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
  expect(marked.map((link) => link.textContent)).toEqual([name])
})
