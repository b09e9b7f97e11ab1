// @vitest-environment jsdom
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ROLES, type Role } from '#domain/users/index.ts'
import { municipalityPathSchema } from '#domain/kernel/index.ts'
import { encodePlaceId } from '#domain/places/index.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { AccountAdministrationLinks } from './account-panel.tsx'

afterEach(cleanup)

/** The three entries of the specification (part 1, point 2) and the orders, as far as a role is offered them. */
async function entriesOf(role: Role): Promise<readonly string[]> {
  const leave = () => undefined
  const menu = () => (
    <>
      <AccountAdministrationLinks onLeave={leave} />
      <p>{'the menu'}</p>
    </>
  )
  await openScreen({ path: '/home', screen: menu, role, areas: [], templates: [] })
  await screen.findByText('the menu')
  const to = screen.queryAllByRole('link').map((link) => link.getAttribute('href'))
  return ['/pagos', '/usuarios', '/areas', '/municipios'].filter((path) => to.includes(path))
}

it('an elevated supervisor of two municipalities has the way to the settings of both', async () => {
  const uruguay = (name: string) => municipalityPathSchema.parse(`paises/UY/provincias/montevideo/municipios/${name}`)
  // An older server does not send the name of the third municipality.
  const municipalities = [{ path: uruguay('puerto-claro'), nombre: 'Puerto Claro' }, { path: uruguay('cerro') }]
  await openScreen({
    path: '/home',
    screen: () => <AccountAdministrationLinks onLeave={() => undefined} />,
    role: 'ROLE_SUPERVISOR_ELEVADO',
    areas: [],
    templates: [],
    profile: { municipalities },
  })
  const links = await screen.findAllByRole('link', { name: /^Settings of/ })
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Settings of Villa Serena', `/municipios/${encodePlaceId(AUTHOR_PROFILE.municipality.path)}`],
    ['Settings of Puerto Claro', '/municipios/UY~montevideo~puerto-claro'],
    ['Settings of cerro', '/municipios/UY~montevideo~cerro'],
  ])
})

it.each(ROLES)('%s is offered the management entries that it has the right to', async (role) => {
  const expected: Partial<Readonly<Record<Role, readonly string[]>>> = {
    ROLE_ADMIN: ['/pagos', '/usuarios', '/areas', '/municipios'],
    ROLE_SUPERVISOR_ELEVADO: ['/pagos', '/usuarios', '/areas'],
    ROLE_SUPERVISOR_CORRECTOR_DUPLICADOR: ['/pagos'],
    ROLE_SUPERVISOR_CORRECTOR: ['/pagos'],
    ROLE_SUPERVISOR_DUPLICADOR: ['/pagos'],
    ROLE_SUPERVISOR: ['/pagos'],
    ROLE_TESORERIA: ['/pagos'],
  }
  expect(await entriesOf(role)).toEqual(expected[role] ?? [])
})
