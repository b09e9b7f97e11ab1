// @vitest-environment jsdom
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Role } from '#domain/users/index.ts'
import { toAnswerListItem, toListedAnswer } from '#domain/answers/index.ts'
import type { SyncedArea } from '#domain/sync/index.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { answerAt } from '#tests/support/builders/reviewing.ts'
import { AREA } from '#tests/support/builders/template.ts'
import { AnswersListScreen } from './answers-list-screen.tsx'
import { LIST_ROUTE } from './list-address.ts'

const AREAS = [
  { path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' },
] as readonly SyncedArea[]
const form = buildTicketForm({ areas: [AREA] })

afterEach(cleanup)

async function openList(role: Role = 'ROLE_INSPECTOR') {
  const answers = [1, 2].map((seed) => toAnswerListItem(toListedAnswer(answerAt('area', 'other', seed))))
  const template = { id: form.id, titulo: form.titulo, descripcion: '', states: [] }
  await openScreen({
    path: LIST_ROUTE,
    screen: () => <AnswersListScreen details={null} />,
    role,
    phone: true,
    areas: AREAS,
    templates: [form],
    address: `/respuestas/listado/${form.id}`,
    answer: ({ path }: SentRequest) =>
      path.startsWith('/api/answers?')
        ? Response.json({ template, answers, total: 2, andMore: false })
        : Response.json({ filters: [] }),
  })
  await screen.findByRole('table', { name: 'Answers' })
}

describe('a list on a phone', () => {
  it('leads to the door of its event above the answers, not in the sheet of filters, for who may keep it', async () => {
    await openList()
    expect(screen.queryByRole('link', { name: 'Ticket check' })).toBeNull()
    fireEvent.click(await screen.findByRole('button', { name: 'More' }))
    const door = screen.getByRole('link', { name: 'Ticket check' })
    expect(door.getAttribute('href')).toBe(`/entradas/${form.id}`)
    const isAbove = door.compareDocumentPosition(screen.getByRole('table')) & Node.DOCUMENT_POSITION_FOLLOWING
    expect(isAbove).toBeTruthy()
    cleanup()
    await openList('ROLE_GENERADOR_RESPUESTAS')
    fireEvent.click(await screen.findByRole('button', { name: 'More' }))
    expect(screen.queryByRole('link', { name: 'Ticket check' })).toBeNull()
  })

  it('has its filters in a sheet, and a search that is named though its name is not seen', async () => {
    await openList()
    screen.getByRole('searchbox', { name: 'Search answers' })
    fireEvent.click(screen.getByRole('button', { name: 'Filters' }))
    const sheet = await screen.findByRole('dialog', { name: 'Filters' })
    within(sheet).getByRole('button', { name: 'Saved filters' })
  })

  it('chooses all in the menu above the cards, which have no head in sight', async () => {
    await openList()
    fireEvent.click(await screen.findByRole('button', { name: 'More' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Select all on this page' }))
    await screen.findByText('2 answers selected')
  })
})
