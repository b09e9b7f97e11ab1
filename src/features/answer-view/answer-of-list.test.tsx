// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { readMeta, writeMeta, type Local } from '#local/index.ts'
import { buildAnsweredDesk, EDITABLE, storedOn } from '#tests/support/builders/changes.ts'
import { AREA, buildTemplate } from '#tests/support/builders/template.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { SelectedAnswer } from './answer-of-list.tsx'

afterEach(cleanup)

const stored = storedOn(buildAnsweredDesk())
const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]

async function open(beside: boolean, fill?: (local: Local) => Promise<unknown>) {
  const opened = await openScreen({
    path: '/respuestas/listado/$id/{-$respuesta}',
    screen: () => <SelectedAnswer id={stored.id} {...(beside ? { onClose: () => undefined } : {})} />,
    role: 'ROLE_SUPERVISOR',
    areas: AREAS,
    templates: [buildTemplate({}, { opcionales: EDITABLE })],
    address: `/respuestas/listado/${stored.idPlantilla}/${stored.id}`,
    answer: ({ path }) =>
      path.includes('/versions') ? new Response(null, { status: 404 }) : Response.json({ answer: stored }),
    ...(fill === undefined ? {} : { fill }),
  })
  // Its heading is rendered first, and may contain the same text.
  await screen.findByText('Bar El Puente', { selector: ':not(header *)' })
  return opened
}
const buttons = () => [...document.querySelectorAll('main a, main button, body a, body button')].map(nameOf)
const nameOf = ({ textContent, ariaLabel }: Element): string => (ariaLabel ?? textContent).trim()

describe('an answer of a list', () => {
  it('begins beside it with its questions: a line, what is done next, and a button for the rest', async () => {
    await open(true)
    expect(screen.queryByText('Electronic signature')).toBeNull()
    for (const name of ['Delete answer', 'Change state', 'Download PDF'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    const before = buttons()
    expect(before.slice(0, before.indexOf('Answer details') + 1)).toEqual([
      'Open full page',
      'Close',
      'Fill in missing answers',
      'Answer details',
    ])
    const more = screen.getByRole('button', { name: 'Answer details' })
    expect(more.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(more)
    await screen.findByText('Electronic signature')
    screen.getByRole('button', { name: 'Change state' })
    expect(more.getAttribute('aria-expanded')).toBe('true')
    const head = document.getElementById(more.getAttribute('aria-controls') ?? '')
    expect([...(head?.querySelectorAll('button') ?? [])].map(nameOf).at(-1)).toBe('Delete answer')
  })

  it('is deleted last, also on a page of its own, where nothing else comes before what is done next', async () => {
    await open(false)
    const names = buttons()
    expect(names.indexOf('Delete answer')).toBeGreaterThan(names.indexOf('Print'))
    expect(names.indexOf('Delete answer')).toBeGreaterThan(names.indexOf('Download PDF'))
    expect(names.indexOf('Change state')).toBeLessThan(names.indexOf('Print'))
  })

  it('is read without what was not answered where that was chosen here before', async () => {
    const { local } = await open(true)
    const empty = () => screen.queryAllByText('Not answered').length
    expect(empty()).toBeGreaterThan(0)
    fireEvent.click(screen.getByRole('button', { name: 'Show only answered questions' }))
    await waitFor(() => expect(empty()).toBe(0))
    expect(await readMeta(local, 'onlyAnswered')).toBe(true)
    cleanup()
    await open(false, (other) => writeMeta(other, 'onlyAnswered', true))
    await waitFor(() => expect(empty()).toBe(0))
    screen.getByText('Bar El Puente', { selector: ':not(header *)' })
  })
})
