// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '#domain/users/index.ts'
import { toAnswerListItem, toListedAnswer } from '#domain/answers/index.ts'
import { useProfile } from '#ui/index.ts'
import { answerAt, formOf } from '#tests/support/builders/reviewing.ts'
import { AREA, BEFORE } from '#tests/support/builders/template.ts'
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { SearchDialog } from './search.tsx'
import { receivePage } from '#tests/support/device/pages.ts'

const form = formOf('area')
const [here, there] = [answerAt('area', 'own', 1), answerAt('area', 'other', 2)]
const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const ADMINISTRATION = [{ to: '/auditoria', name: 'Audit log' }]
const PAGE = { cursor: 'c', scope: 's', reset: false, more: false, templates: [], goneTemplates: [], goneAnswers: [] }
const USER = {
  id: 'marta',
  email: 'marta@relevo.example',
  userMuniCore: 'marta',
  firstName: 'Marta',
  lastName: 'Paz',
  role: 'ROLE_INSPECTOR',
  municipality: { path: AREA.split('/areas_municipales')[0], nombre: 'Villa Serena' },
  areas: [],
}

/** A server with both answers, one person and no area. */
function server({ path }: SentRequest): Response | undefined {
  if (path.startsWith('/api/users?')) return Response.json({ users: [USER] })
  if (path.startsWith('/api/paid-answers?')) return Response.json({ answers: [] })
  if (path.startsWith('/api/areas?')) return Response.json({ areas: [] })
  const { id, titulo } = form
  return Response.json({
    template: { id, titulo, descripcion: '', states: [] },
    answers: [here, there].map((answer) => toAnswerListItem(toListedAnswer(answer))),
    total: null,
    andMore: false,
    next: 'further',
  })
}

let online = true
beforeEach(() => {
  online = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function open(role: Role, answer: (asked: SentRequest) => Response | undefined = server) {
  const closed = vi.fn()
  function Framed() {
    const profile = useProfile()
    return profile === null ? null : (
      <SearchDialog profile={profile} administration={ADMINISTRATION} isWelcomed onClose={closed} />
    )
  }
  const opened = await openScreen({
    path: '/home',
    screen: Framed,
    role,
    areas: AREAS,
    templates: [form],
    fill: (local) => receivePage(local, { ...PAGE, serverTime: BEFORE, answers: [here] }),
    answer,
  })
  const field = await screen.findByRole('combobox', { name: 'Code, words or name' })
  return { ...opened, closed, field }
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const group = (name: string) => screen.findByRole('group', { name })
const linesOf = (found: HTMLElement) =>
  within(found)
    .getAllByRole('option')
    .map((line) => line.textContent)

describe('one search for everything', () => {
  it('finds answers of the device and of the server, each once, and what leads to the others', async () => {
    const { field } = await open('ROLE_SUPERVISOR')
    type(field, 'paz')
    await screen.findByRole('option', { name: /^VIS2/ })
    const lines = linesOf(await group('Answers'))
    expect(lines.map((line) => line?.slice(0, 14))).toEqual(['VIS1 · Ana Paz', 'VIS2 · Ana Paz', 'All answers of'])
  })

  it('finds forms by what may be done with them, areas and screens', async () => {
    const { field } = await open('ROLE_SUPERVISOR')
    type(field, 'inspec')
    expect(linesOf(await group('Forms')).map((line) => line?.split(' Inspección General')[0])).toEqual([
      'Answer: Inspección de comercios',
      'Answers of Inspección de comercios',
    ])
    expect(linesOf(await group('Areas'))).toEqual(['Inspección Villa Serena'])
    type(field, 'audit')
    expect(linesOf(await group('Screens'))).toEqual(['Audit log'])
  })

  it('asks for people and areas only where someone administers them', async () => {
    const admin = await open('ROLE_ADMIN')
    type(admin.field, 'mar')
    expect(linesOf(await group('Users'))).toEqual(['Marta Paz marta@relevo.example'])
    cleanup()
    const { field, asked } = await open('ROLE_SUPERVISOR')
    type(field, 'mar')
    await screen.findByRole('option', { name: /^VIS2/ })
    expect(asked.filter(({ path }) => /^\/api\/(users|areas)/.test(path))).toEqual([])
  })

  it('finds a payment in a form that is not on this device, by order number and by payment reference', async () => {
    const paid = { ...toAnswerListItem(toListedAnswer(there)), template: 'multas', titulo: 'Multas' }
    const { field, asked } = await open('ROLE_SUPERVISOR', (request) => {
      if (request.path.startsWith('/api/paid-answers?')) return Response.json({ answers: [paid] })
      if (!request.path.startsWith('/api/answers?')) return server(request)
      const { id, titulo } = form
      return Response.json({
        template: { id, titulo, descripcion: '', states: [] },
        answers: [],
        total: 0,
        andMore: false,
      })
    })
    for (const number of ['K3WQ9ZT0M4XB', 'pi_3QabCD']) {
      type(field, number)
      const found = await screen.findByRole('option', { name: /^VIS2/ })
      expect(found.textContent).toContain('Multas')
      await waitFor(() => expect(asked.map(({ path }) => path)).toContain(`/api/paid-answers?number=${number}`))
    }
    type(field, 'ana paz')
    await screen.findByRole('option', { name: /^VIS1/ })
    await waitFor(() =>
      expect(asked.some(({ path }) => path.includes('ana+paz') || path.includes('ana%20paz'))).toBe(true),
    )
    expect(asked.filter(({ path }) => path.startsWith('/api/paid-answers?'))).toHaveLength(2)
  })

  it.each([
    ['ROLE_GENERADOR', 0],
    ['ROLE_GENERADOR_RESPUESTAS', 1],
  ] as const)(
    '%s is shown the answers of this device as far as they may read any, and asks nobody',
    async (role, here) => {
      const { field, asked } = await open(role)
      type(field, 'vis1')
      await screen.findByText(here === 0 ? 'Nothing found for “vis1”.' : '1 result.')
      expect(screen.queryAllByRole('option')).toHaveLength(here)
      expect(asked.filter(({ path }) => path.startsWith('/api/answers'))).toEqual([])
    },
  )

  it.each([
    ['ROLE_ADMIN', ['held', 'deleted', 'devices', 'tasks']],
    ['ROLE_SUPERVISOR', ['devices']],
    ['ROLE_INSPECTOR', []],
  ] as const)('%s is offered the screens of the supervision that are theirs', async (role, theirs) => {
    await open(role)
    const lines = linesOf(await group('Screens')).join(' ')
    for (const name of ['Held answers', 'Deleted answers', 'Devices', 'Failed tasks'])
      expect(lines.includes(name)).toBe(theirs.some((one) => name.toLowerCase().includes(one)))
  })

  it('without a connection finds what the device has, asks no one, and says so', async () => {
    online = false
    const { field, asked } = await open('ROLE_SUPERVISOR')
    type(field, 'vis1')
    await screen.findByRole('option', { name: /^VIS1/ })
    await screen.findByText(/searching only on this device/)
    expect(asked.filter(({ path }) => path.startsWith('/api/answers'))).toEqual([])
  })

  it('says that the server could not be searched, and asks again', async () => {
    let cut = true
    const { field } = await open('ROLE_SUPERVISOR', (asked) => (cut ? undefined : server(asked)))
    type(field, 'vis2')
    await screen.findByText(/The server could not be searched/)
    await screen.findByText('Nothing found for “vis2”.')
    cut = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('option', { name: /^VIS2/ })
    expect(screen.queryByText(/The server could not be searched/)).toBeNull()
  })

  it('is worked by keys: Enter opens the first or what the arrows chose, Escape closes', async () => {
    const first = await open('ROLE_SUPERVISOR')
    type(first.field, 'paz')
    await screen.findByRole('option', { name: /^VIS2/ })
    fireEvent.keyDown(first.field, { key: 'ArrowDown', code: 'ArrowDown' })
    const second = screen.getByRole('option', { name: /^VIS2/ })
    await waitFor(() => expect(first.field.getAttribute('aria-activedescendant')).toBe(second.id))
    fireEvent.keyDown(first.field, { key: 'Enter', code: 'Enter' })
    await waitFor(() => expect(first.pathname()).toBe(`/ver/${there.id}`))
    expect(first.closed).toHaveBeenCalledOnce()
    cleanup()

    const again = await open('ROLE_SUPERVISOR')
    type(again.field, 'audit')
    await group('Screens')
    fireEvent.keyDown(again.field, { key: 'Enter', code: 'Enter' })
    await waitFor(() => expect(again.pathname()).toBe('/auditoria'))
    cleanup()

    const left = await open('ROLE_SUPERVISOR')
    fireEvent.keyDown(left.field, { key: 'Escape', code: 'Escape' })
    expect(left.closed).toHaveBeenCalledOnce()
  })
})
