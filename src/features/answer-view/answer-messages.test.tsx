// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Answer } from '#domain/answers/index.ts'
import type { Role } from '#domain/users/index.ts'
import { instantSchema, type Problem } from '#domain/kernel/index.ts'
import { listOutbox, type Local } from '#local/index.ts'
import { markQuarantined, storeReceipts } from '#local/sending.ts'
import { answerAt, formOf } from '#tests/support/builders/reviewing.ts'
import { CLOCK } from '#tests/support/builders/submit.ts'
import { AREA, BEFORE } from '#tests/support/builders/template.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { there } from '#tests/support/there.ts'
import { AnswerViewScreen } from './answer-view-screen.tsx'
import { RequestScreen } from './requests/ask-screen.tsx'
import { receivePage } from '#tests/support/device/pages.ts'

afterEach(cleanup)

const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const PAGE = { cursor: 'c2', scope: 's', reset: false, more: false, templates: [], goneTemplates: [], goneAnswers: [] }
const stored = answerAt('area', 'own', 1)
const GONE = Response.json({ error: { code: 'answer.missing' } }, { status: 404 })

type Given = {
  readonly role?: Role
  readonly answer?: Answer
  /** the server's reply instead of the answer */
  readonly says?: Response
  /** whether the device has a copy */
  readonly copy?: boolean
  readonly asking?: boolean
}

function open({ role = 'ROLE_ADMIN', answer = stored, says, copy = false, asking = false }: Given = {}) {
  return openScreen({
    path: asking ? '/ver/$id/observaciones' : '/ver/$id',
    screen: asking ? RequestScreen : AnswerViewScreen,
    role,
    areas: AREAS,
    templates: [formOf('area')],
    address: `/ver/${answer.id}${asking ? '/observaciones' : ''}`,
    fill: async (local) => (copy ? receivePage(local, { ...PAGE, serverTime: BEFORE, answers: [answer] }) : undefined),
    answer: ({ path }) => {
      if (path.includes('/versions') || path.startsWith('/api/deleted/')) return GONE.clone()
      return path === `/api/answers/${answer.id}` ? (says?.clone() ?? Response.json({ answer })) : undefined
    },
  })
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
async function submitDialog(): Promise<void> {
  const dialog = await screen.findByRole('dialog')
  fireEvent.submit(there(dialog.querySelector('form') ?? undefined))
}
const onlyOf = async (local: Local) => {
  await waitFor(async () => expect(await listOutbox(local)).toHaveLength(1))
  return there((await listOutbox(local))[0])
}
async function accepted(local: Local): Promise<void> {
  const { id, answer } = await onlyOf(local)
  const heard = { id, answer, version: 2, code: 'VIS1', receivedAt: CLOCK, receipt: [] }
  await act(() => storeReceipts(local, [{ ...heard, status: 'applied' }]))
}
async function refused(local: Local, code: Problem['code']): Promise<void> {
  const { id } = await onlyOf(local)
  await act(() => markQuarantined(local, id, { code } as Problem, CLOCK))
}
async function showsMessage(text: RegExp | string): Promise<void> {
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
}

describe('of an answer that cannot be shown', () => {
  it('the server says that it does not exist, to anyone who may not see it, and the page says why no more is said', async () => {
    await open({ says: GONE })
    await screen.findByText('The answer does not exist.')
    await screen.findByText(/you may not have access to it/)
    await screen.findByRole('link', { name: 'Back to home' })
  })

  it('the device says that it is not among their areas any more', async () => {
    await open({
      role: 'ROLE_INSPECTOR',
      answer: { ...stored, areas: answerAt('other area', 'own', 1).areas },
      copy: true,
    })
    await screen.findByText('You do not have permission to see this form because it is not in your areas.')
    expect(screen.queryByText(/you may not have access to it/)).toBeNull()
  })

  it('a failure of the server is said as one, with a way to try again', async () => {
    await open({ says: Response.json({ error: { code: 'server.failed' } }, { status: 500 }) })
    await screen.findByText('The answer could not be loaded')
    await screen.findByRole('button', { name: 'Try again' })
  })
})

describe('what became of an act', () => {
  it('a deletion that is refused is said with its reason', async () => {
    const { local } = await open()
    await press('Delete answer')
    await screen.findByRole('dialog', { name: 'Do you want to delete the answer?' })
    await submitDialog()
    await refused(local, 'answer.locked-by-payment')
    await showsMessage('The answer could not be deleted. An answer with a payment cannot be changed.')
  })

  it('a state that could not be taken on is said with its reason', async () => {
    const { local } = await open()
    await press('Change state')
    await submitDialog()
    await refused(local, 'answer.no-states')
    await showsMessage('The state could not be updated. This form has no states.')
  })

  it.each([
    ['accepted', 'Message sent'],
    ['refused', /^The message could not be sent\./],
  ] as const)('a message to the citizen that was %s', async (fate, text) => {
    const { local } = await open({ asking: true })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Request a correction of Empleados' }))
    await press('Preview message')
    await screen.findByRole('dialog', { name: 'Message to the citizen' })
    await press('Send')
    await (fate === 'accepted' ? accepted(local) : refused(local, 'access.forbidden'))
    await showsMessage(text)
  })

  it.each([
    ['accepted', 'The e-mail will be sent. Check its status in the history of the answer.'],
    ['refused', /^The e-mail could not be sent\./],
  ] as const)('a copy by e-mail that was %s', async (fate, text) => {
    const { local } = await open()
    await press('Send a copy by e-mail')
    fireEvent.change(await screen.findByLabelText('E-mail address'), { target: { value: 'ana@example.org' } })
    await press('Add address')
    await press('Send')
    await (fate === 'accepted' ? accepted(local) : refused(local, 'access.forbidden'))
    await showsMessage(text)
  })
})

describe('the history of states', () => {
  const moved = (date: string, stateId: number, stateName: string) => ({
    date: instantSchema.parse(date),
    userName: 'sofia',
    stateId,
    stateName,
  })
  const withHistory = (history: readonly ReturnType<typeof moved>[]): Answer => ({
    ...stored,
    estados: { ...there(stored.estados), history: [...history] },
  })

  it('names the first and the last, and how long the answer stayed in each', async () => {
    await open({
      answer: withHistory([
        moved('2026-11-01T12:00:00.000Z', 0, 'Pendiente'),
        moved('2026-11-04T12:00:00.000Z', 1, 'Aprobado'),
      ]),
    })
    await press('History')
    const dialog = await screen.findByRole('dialog', { name: 'State history' })
    const [first, last] = [...dialog.querySelectorAll('li')].map(({ textContent }) => textContent)
    expect(first).toMatch(/^PendienteInitial.*3 days$/)
    expect(last).toMatch(/^AprobadoCurrent/)
  })

  it('says that there is none', async () => {
    await open({ answer: withHistory([]) })
    await press('History')
    await screen.findByText('No state changes')
  })

  it('says of one that begins before the day from which they are kept that only later ones appear', async () => {
    await open({ answer: withHistory([moved('2025-05-01T12:00:00.000Z', 1, 'Aprobado')]) })
    await press('History')
    const dialog = await screen.findByRole('dialog', { name: 'State history' })
    expect(dialog.textContent).toContain(
      'This record was created before 16/05/2025. Only later state changes are shown.',
    )
  })
})

describe('the header image of its form', () => {
  const headerImageURL = `/api/templates/${stored.idPlantilla}/images/${'a'.repeat(64)}`

  it.each([true, false])('is over the answer where the form has it on: %s', async (headerImg) => {
    const answer = { ...stored, headerImageURL, opcionales: { ...stored.opcionales, headerImg } }
    await open({ answer })
    await screen.findByRole('region', { name: 'Available actions' })
    const shown = document.querySelector(`img[src="${headerImageURL}"]`)
    expect(shown !== null).toBe(headerImg)
  })
})
