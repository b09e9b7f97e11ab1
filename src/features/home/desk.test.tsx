// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '#domain/users/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { readMeta, removeReceivedData, writeMeta, type Local, type Meta } from '#local/index.ts'
import { AREA, buildTemplate } from '#tests/support/builders/template.ts'
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { HomeScreen } from './home-screen.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const NOW = toInstant(Date.parse('2026-11-25T15:30:00.000Z'))
const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const template = buildTemplate()
const OLD = '2026-11-22T11:00:00.000Z'
const FORM = {
  id: template.id,
  titulo: template.titulo,
  municipio: 'Villa Serena',
  today: 5,
  states: [
    { id: 0, nombre: 'Pendiente', count: 8, oldest: OLD },
    { id: 2, nombre: 'Observado', count: 1, oldest: NOW },
  ],
}
const PENDING = {
  at: NOW,
  forms: [FORM, { id: 'otra', titulo: 'Otra', municipio: 'Alta Gracia', today: 100, states: [] }],
  andMore: false,
}
const EMPTY = { at: NOW, forms: [], andMore: false }
const QUIET = { kinds: [{ kind: 'devices', count: 0, first: [] }] }
const BUSY = {
  kinds: [
    { kind: 'conflicts', count: 2, first: [] },
    { kind: 'devices', count: 1, first: [{ id: 'd~ines', title: 'Inés Ríos', about: 'd', at: OLD }] },
  ],
}

type Given = { readonly role?: Role; readonly fill?: (local: Local) => Promise<unknown> }

async function open(answers: { readonly pending?: object; readonly decisions?: object } | null, given: Given = {}) {
  vi.useFakeTimers({ now: Date.parse(NOW), toFake: ['Date'] })
  return openScreen({
    path: '/home',
    screen: HomeScreen,
    role: given.role ?? 'ROLE_SUPERVISOR',
    areas: AREAS,
    templates: [template],
    answer: ({ path }: SentRequest) => {
      if (answers === null) return undefined
      if (path.startsWith('/api/pending')) return Response.json(answers.pending ?? EMPTY)
      return Response.json(answers.decisions ?? QUIET)
    },
    ...(given.fill === undefined ? {} : { fill: given.fill }),
  })
}
const lines = async (label: string) =>
  within(await screen.findByRole('list', { name: label }))
    .getAllByRole('listitem')
    .map((line) => [line.textContent, line.querySelector('a')?.getAttribute('href')])
const LIST = `/respuestas/listado/${template.id}`

describe('the home of a supervisor', () => {
  it('names the municipality of forms that are called the same', async () => {
    const other = { ...FORM, id: 'other', municipio: 'Alta Gracia', today: 1 }
    await open({ pending: { ...PENDING, forms: [...PENDING.forms, other] } })
    const said = [...(await lines('Answers by state')), ...(await lines('Answered today'))].map(([text]) => text ?? '')
    expect(said.filter((text) => text.startsWith(`${template.titulo} (Villa Serena)`))).toHaveLength(3)
    expect(said.filter((text) => text.startsWith(`${template.titulo} (Alta Gracia)`))).toHaveLength(3)
    expect(said.filter((text) => text.startsWith('Otra99 or more'))).toHaveLength(1)
  })

  it('has the state with the oldest answer first, of whichever form', async () => {
    const between = [{ id: 1, nombre: 'En curso', count: 1, oldest: '2026-11-24T11:00:00.000Z' }]
    await open({ pending: { ...PENDING, forms: [FORM, { ...FORM, id: 'otra', titulo: 'Otra', states: between }] } })
    const said = (await lines('Answers by state')).map(([text]) => text?.replace(/\d.*/, ''))
    expect(said).toEqual([`${template.titulo}: Pendiente`, 'Otra: En curso', `${template.titulo}: Observado`])
  })

  it('says what waits in each form, what came in today and who has not been heard of, a link each', async () => {
    const { asked, local } = await open({ pending: PENDING, decisions: BUSY })
    expect(await lines('Answers by state')).toEqual([
      [`${template.titulo}: Pendiente8 answersoldest: 22/11/2026 08:00`, `${LIST}?estado=%220%22&orden=viejas`],
      [`${template.titulo}: Observado1 answeroldest: 25/11/2026 12:30`, `${LIST}?estado=%222%22&orden=viejas`],
    ])
    expect(await lines('Decisions')).toEqual([
      ['2 pending decisionsHeld answers, conflicts, corrections, payments and others', '/supervision'],
    ])
    const lists = within(screen.getByRole('region', { name: 'To decide' })).getAllByRole('list')
    expect(lists.map((list) => list.getAttribute('aria-label'))).toEqual(['Decisions', 'Answers by state'])
    expect(await lines('Answered today')).toEqual([
      [`${template.titulo}5 answers`, `${LIST}?dia=2026-11-25`],
      ['Otra99 or more answers', '/respuestas/listado/otra?dia=2026-11-25'],
    ])
    expect(await lines('No contact for more than a week')).toEqual([
      ['Inés Ríossince 22/11/2026 08:00', '/supervision/dispositivos'],
    ])
    screen.getByRole('textbox', { name: 'Number' })
    expect(screen.queryByText('Nothing is waiting for a decision.')).toBeNull()
    // The start of the reader's day, three hours behind UTC.
    expect(asked.map(({ path }) => path)).toContain('/api/pending?since=2026-11-25T03%3A00%3A00.000Z')
    await waitFor(async () => expect(await readMeta(local, 'desk')).toEqual({ pending: PENDING, decisions: BUSY }))
    await removeReceivedData(local)
    expect(await readMeta(local, 'desk')).toBeUndefined()
  })

  it.each([
    ['answers wait in a state', { pending: { ...PENDING, forms: [{ ...FORM, today: 0 }] } }],
    ['something else does', { decisions: BUSY }],
    ['not every form was looked at', { pending: { ...EMPTY, andMore: true } }],
  ])('does not say that nothing waits while %s', async (_, answers) => {
    await open(answers)
    await screen.findByRole('heading', { name: 'To decide' })
    expect(screen.queryByText('Nothing is waiting for a decision.')).toBeNull()
  })

  it('says so when nothing does', async () => {
    await open({})
    await screen.findByText('Nothing is waiting for a decision.')
    expect(screen.queryByRole('heading', { name: 'Answered today' })).toBeNull()
  })

  it('is what the device knows without a connection, with its age, and without the day of another day', async () => {
    const at = toInstant(Date.parse('2026-11-24T20:15:00.000Z'))
    const desk = { pending: { ...PENDING, at }, decisions: BUSY } as unknown as Meta['desk']
    await open(null, { fill: (local) => writeMeta(local, 'desk', desk) })
    await screen.findByText('No connection. Showing data from 24/11/2026 17:15.')
    expect(await lines('Answers by state')).toHaveLength(2)
    expect(screen.queryByRole('heading', { name: 'Answered today' })).toBeNull()
    screen.getByRole('button', { name: 'Try again' })
  })

  it('says what it does not know', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await open(null)
    await screen.findByText('Connect to the internet to see the pending decisions.')
    expect(screen.queryByText('Nothing is waiting for a decision.')).toBeNull()
  })

  it.each(['ROLE_INSPECTOR', 'ROLE_GENERADOR'] as const)('is not that of %s, whose home asks nothing', async (role) => {
    const { asked } = await open({ pending: PENDING, decisions: BUSY }, { role })
    await screen.findByRole('heading', { name: 'Recently changed forms' })
    expect(screen.queryByRole('heading', { name: 'To decide' })).toBeNull()
    expect(asked).toEqual([])
  })
})
