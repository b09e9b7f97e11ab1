// @vitest-environment jsdom
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { templateIdSchema } from '#domain/kernel/index.ts'
import type { ListFilters } from './list-filters.ts'
import { SavedFilters } from './saved-filters.tsx'

afterEach(cleanup)

const nota = templateIdSchema.parse('nota')
const MINE = { template: 'nota', name: 'Mine', search: 'estado=1&espera=si' }

async function open(search: ListFilters, answer: (asked: SentRequest) => Response | undefined) {
  const [change, onClose] = [vi.fn(), vi.fn()]
  const opened = await openScreen({
    path: '/respuestas',
    screen: () => <SavedFilters template={nota} search={search} change={change} onClose={onClose} />,
    role: 'ROLE_SUPERVISOR',
    areas: [],
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
    await screen.findByText('You have not saved a filter of this list yet.')
    fireEvent.change(screen.getByLabelText('Save what is set now as'), { target: { value: ' Mine ' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    const own = await screen.findByRole('button', { name: 'Mine' })
    expect(own.getAttribute('aria-pressed')).toBe('true')
    expect(bodies).toEqual([MINE])
  })

  it('are not made of nothing, and say what the server refuses', async () => {
    await open({ despues: 'x' }, () => Response.json({ filters: [] }))
    await screen.findByText('To save a filter, narrow the list first.')
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    cleanup()
    await open({ estado: '1' }, ({ method }) =>
      method === 'PUT'
        ? Response.json({ error: { code: 'filter.too-many' } }, { status: 422 })
        : Response.json({ filters: [] }),
    )
    fireEvent.change(await screen.findByLabelText('Save what is set now as'), { target: { value: 'One more' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/Delete one first/))
  })

  it('say that they need a connection where there is none', async () => {
    await open({}, () => undefined)
    await screen.findByText('Internet connection lost')
  })
})
