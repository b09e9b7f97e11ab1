// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { instantSchema } from '#domain/kernel/index.ts'
import { AREA, MUNICIPALITY, NOW } from '#tests/support/builders/template.ts'
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { toUserFormValues } from './requested.ts'
import { UsersScreen } from './users-screen.tsx'

afterEach(cleanup)

const REQUEST = {
  id: 'a'.repeat(64),
  email: 'nueva@relevo.example',
  username: 'nueva',
  name: 'María Nueva Persona',
  at: instantSchema.parse(NOW),
  state: 'open',
} as const
const places = [
  {
    ref: 'paises/AR',
    id: 'AR',
    nombre: 'Argentina',
    provincias: [
      {
        ref: 'paises/AR/provincias/cordoba',
        id: 'cordoba',
        nombre: 'Córdoba',
        municipios: [
          {
            ref: MUNICIPALITY,
            id: 'm',
            nombre: 'Villa Serena',
            usarAWS: false,
            areas: [{ ref: AREA, id: 'a', nombre: 'Comercio' }],
          },
        ],
      },
    ],
  },
]
const MADE = {
  id: 'x',
  email: REQUEST.email,
  userMuniCore: 'nueva',
  firstName: 'María Nueva',
  lastName: 'Persona',
  inspectorID: '7',
  role: 'ROLE_INSPECTOR',
  municipality: { path: MUNICIPALITY, nombre: 'Villa Serena' },
  areas: [{ path: AREA, nombre: 'Comercio' }],
}

async function open(list: readonly object[] = places) {
  const sent: SentRequest[] = []
  await openScreen({
    path: '/usuarios',
    screen: UsersScreen,
    role: 'ROLE_ADMIN',
    areas: [],
    templates: [],
    state: { request: REQUEST },
    answer: (asked) => {
      if (asked.path.includes('getListaPaises')) return Response.json({ result: list })
      if (asked.method === 'GET') return Response.json({ users: [], total: 0 })
      sent.push(asked)
      return Response.json({ user: MADE })
    },
  })
  return { sent, dialog: within(await screen.findByRole('dialog', { name: 'New user' })) }
}

describe('an account for anyone who asked for one', () => {
  it('begins with what the provider says of them, and is made for their request', async () => {
    const { sent, dialog } = await open()
    expect(dialog.getByLabelText<HTMLInputElement>(/^E-mail/).value).toBe(REQUEST.email)
    expect(dialog.getByLabelText<HTMLInputElement>(/^Username/).value).toBe('nueva')
    fireEvent.change(dialog.getByLabelText(/^Role/), { target: { value: 'ROLE_INSPECTOR' } })
    fireEvent.change(await dialog.findByLabelText(/^Staff number/), { target: { value: '7' } })
    fireEvent.click(await dialog.findByLabelText('Comercio'))
    fireEvent.click(dialog.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['/api/users']))
    expect(sent[0]?.body).toMatchObject({ request: REQUEST.id })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('starts in no municipality, because the applicant may be of any', async () => {
    const [country] = places
    const [ofCountry] = country?.provincias ?? []
    const other = { ref: `${ofCountry?.ref}/municipios/otra`, id: 'o', nombre: 'Otra', usarAWS: false, areas: [] }
    const municipios = [...(ofCountry?.municipios ?? []), other]
    const { dialog } = await open([{ ...country, provincias: [{ ...ofCountry, municipios }] }])
    const field = await dialog.findByLabelText<HTMLSelectElement>('Municipality')
    expect([field.disabled, field.value]).toEqual([false, ''])
    expect(dialog.queryByLabelText('Comercio')).toBeNull()
  })

  it('decides nothing when the dialog is only closed, and asks no more', async () => {
    const { sent, dialog } = await open()
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual([])
  })
})

it.each([
  ['María Nueva Persona', 'María Nueva', 'Persona'],
  ['Cher', 'Cher', ''],
  ['', '', ''],
])('the name %j is taken apart', (name, firstName, lastName) => {
  expect(toUserFormValues({ ...REQUEST, name })).toMatchObject({ firstName, lastName })
})
