// @vitest-environment jsdom
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { RecipientSearch } from './recipient-search.tsx'

afterEach(cleanup)

const AT = '2026-11-20T15:00:00.000Z'
const LINE = {
  id: '7F3K2M00000000000000000001',
  codigoMunicipio: 'VIS7',
  fechaCreacion: AT,
  receivedAt: AT,
  lastUpdate: AT,
  creadoPor: 'ines@relevo.example',
  firstName: 'Inés',
  lastName: 'Ríos',
  destinatario: 'Rosa Leiva',
  estado: 'Pendiente',
  conflicts: 0,
  standing: { actual: 0, next: [] },
  template: 'nota',
  titulo: 'Nota',
}
const ROSA = { tipo: 'fisica', nombre: 'Rosa', apellido: 'Leiva', dni: '30111222', cuit: '', email: 'rosa@example.org' }
const NOBODY = { recipient: null, answers: [], total: 0 }

const open = (answer: (asked: SentRequest) => Response | undefined, address = '/home') =>
  openScreen({
    path: '/home',
    screen: RecipientSearch,
    role: 'ROLE_SUPERVISOR',
    areas: [],
    templates: [],
    address,
    answer,
  })

async function seek(kind: 'ID number' | 'Tax number', number: string): Promise<void> {
  fireEvent.click(await screen.findByRole('radio', { name: kind }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Number' }), { target: { value: number } })
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
}

describe('the search for a recipient', () => {
  it('is not offered before a kind is chosen and something is typed', async () => {
    await open(() => Response.json(NOBODY))
    const button = await screen.findByRole('button', { name: 'Search' })
    expect(button).toHaveProperty('disabled', true)
    fireEvent.change(screen.getByRole('textbox', { name: 'Number' }), { target: { value: '30111222' } })
    expect(button).toHaveProperty('disabled', true)
    fireEvent.click(screen.getByRole('radio', { name: 'ID number' }))
    expect(button).toHaveProperty('disabled', false)
  })

  it.each([
    ['ID number', '12345'],
    ['ID number', '123456789012345'],
    ['Tax number', '1234567890'],
    ['Tax number', '123456789012345'],
  ] as const)('says that a value is invalid and asks nobody: %s %s', async (kind, number) => {
    const { asked } = await open(() => Response.json(NOBODY))
    await seek(kind, number)
    await screen.findByText('Invalid value')
    expect(asked.filter(({ path }) => path.includes('recipients'))).toEqual([])
  })

  it('shows who it is and what there is about them, and keeps what is sought in the address', async () => {
    const { asked, search } = await open(() => Response.json({ recipient: ROSA, answers: [LINE], total: 1 }))
    await seek('ID number', ' 30111222 ')
    const card = await screen.findByRole('region', { name: 'Recipient' })
    expect(card.textContent).toMatch(/Rosa Leiva.*30111222.*rosa@example\.org/)
    const table = screen.getByRole('table', { name: 'Answers of the recipient' })
    expect(within(table).getByRole('link', { name: 'See answer VIS7: Nota' }).getAttribute('href')).toBe(
      `/ver/${LINE.id}`,
    )
    expect(table.textContent).toContain('20/11/2026 12:00')
    expect(table.textContent).toContain('Pendiente')
    expect(search()).toMatchObject({ tipo: 'dni' })
    expect(asked.at(-1)?.path).toBe('/api/recipients?kind=dni&number=30111222')
  })

  it('says that nothing was found, and that there is no connection', async () => {
    let cut = false
    await open(() => (cut ? undefined : Response.json(NOBODY)))
    await seek('Tax number', '30-71234567-1')
    await screen.findByText('No results found')
    cut = true
    await seek('Tax number', '30-71234567-2')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Cannot reach the server'))
  })

  it('continues from what its address says, and takes from it only what can be sought', async () => {
    await open(
      () => Response.json({ recipient: ROSA, answers: [LINE], total: 1 }),
      '/home?tipo=dni&numero=%2230111222%22',
    )
    await screen.findByRole('region', { name: 'Recipient' })
    cleanup()
    const { asked } = await open(() => Response.json(NOBODY), '/home?tipo=pasaporte&numero=%221%22')
    await screen.findByRole('button', { name: 'Search' })
    expect(asked.filter(({ path }) => path.includes('recipients'))).toEqual([])
  })
})
