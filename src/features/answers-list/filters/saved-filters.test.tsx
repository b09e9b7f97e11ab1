// @vitest-environment jsdom
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '#domain/users/index.ts'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { formOf } from '#tests/support/builders/reviewing.ts'
import { AREA } from '#tests/support/builders/template.ts'
import type { ListFilters } from './list-filters.ts'
import { SavedFiltersPanel } from './saved-filters.tsx'

afterEach(cleanup)

const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const nota = templateIdSchema.parse('nota')
const MINE = { template: 'nota', name: 'Mine', search: 'estado=1&espera=si' }

const OURS = {
  name: 'Ours',
  search: 'estado=2',
  by: { email: 'sofia@relevo.example', username: 'sofia', name: 'Sofía Ruiz' },
  at: '2026-11-20T15:00:00.000Z',
}
const form = formOf('area')

async function open(
  search: ListFilters,
  answer: (asked: SentRequest) => Response | undefined,
  role: Role = 'ROLE_SUPERVISOR',
) {
  const [change, onClose] = [vi.fn(), vi.fn()]
  const opened = await openScreen({
    path: '/respuestas',
    screen: () => <SavedFiltersPanel template={nota} form={form} search={search} change={change} onClose={onClose} />,
    role,
    areas: AREAS,
    templates: [],
    answer,
  })
  return { ...opened, change, onClose }
}

describe('saved filters', () => {
  it('are set with one tap, and take away whatever else narrows the list', async () => {
    const { change, onClose } = await open({ codigo: 'x' }, () => Response.json({ filters: [MINE] }))
    fireEvent.click(await screen.findByRole('button', { name: 'Mine' }))
    expect(change).toHaveBeenCalledWith(expect.objectContaining({ codigo: '', estado: '1', espera: 'si', dia: '' }))
    expect(onClose).toHaveBeenCalled()
  })

  it('are saved under a name, and the list of them follows', async () => {
    const bodies: unknown[] = []
    await open({ estado: '1', espera: 'si', despues: 'x' }, ({ method, body }) => {
      if (method === 'PUT') bodies.push(body)
      return Response.json({ filters: bodies.length === 0 ? [] : [MINE] })
    })
    await screen.findByText('You have no saved filters for this form.')
    fireEvent.change(screen.getByLabelText('Name of this filter'), { target: { value: ' Mine ' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    const own = await screen.findByRole('button', { name: 'Mine' })
    expect(own.getAttribute('aria-pressed')).toBe('true')
    expect(bodies).toEqual([MINE])
  })

  it('are not made of nothing, and say what the server refuses', async () => {
    await open({ despues: 'x' }, () => Response.json({ filters: [] }))
    await screen.findByText('To save filters, apply at least one first.')
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    cleanup()
    await open({ estado: '1' }, ({ method }) =>
      method === 'PUT'
        ? Response.json({ error: { code: 'filter.too-many' } }, { status: 422 })
        : Response.json({ filters: [] }),
    )
    fireEvent.change(await screen.findByLabelText('Name of this filter'), { target: { value: 'One more' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/Delete one first/))
  })

  it('are shared with the area by a supervisor of it, once', async () => {
    const bodies: unknown[] = []
    await open({}, ({ method, path, body }) => {
      if (method === 'PUT' && path === '/api/filters/shared') bodies.push(body)
      return Response.json({
        filters: [MINE],
        shared: bodies.length === 0 ? [] : [{ ...OURS, ...MINE, template: undefined }],
      })
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Share filter Mine with the area' }))
    await screen.findByRole('region', { name: 'Shared with the area' })
    expect(bodies).toEqual([MINE])
    expect(screen.queryByRole('button', { name: 'Share filter Mine with the area' })).toBeNull()
  })

  it('that are shared say by whom, are set with one tap, and are taken away by supervisors alone', async () => {
    const taken: string[] = []
    const answer = ({ method, path }: SentRequest) => {
      if (method === 'DELETE') taken.push(path)
      return Response.json({ filters: [], shared: taken.length === 0 ? [OURS] : [] })
    }
    const { change } = await open({}, answer, 'ROLE_INSPECTOR')
    const ours = await screen.findByRole('button', { name: /^Ours/ })
    expect(ours.textContent).toContain('Sofía Ruiz (sofia@relevo.example)')
    expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull()
    fireEvent.click(ours)
    expect(change).toHaveBeenCalledWith(expect.objectContaining({ estado: '2' }))
    cleanup()
    await open({}, answer)
    fireEvent.click(await screen.findByRole('button', { name: 'Delete shared filter Ours' }))
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
    expect(taken).toEqual(['/api/filters/shared?template=nota&name=Ours'])
  })

  it('of a server that shares none are one’s own', async () => {
    await open({}, () => Response.json({ filters: [MINE] }))
    await screen.findByRole('button', { name: 'Mine' })
    expect(screen.queryByRole('region')).toBeNull()
  })

  it('say that they need a connection where there is none', async () => {
    await open({}, () => undefined)
    await screen.findByText('Cannot reach the server')
  })
})
