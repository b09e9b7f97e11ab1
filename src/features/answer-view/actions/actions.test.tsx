// @vitest-environment jsdom
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { act, cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Answer } from '#domain/answers/index.ts'
import type { Role } from '#domain/users/index.ts'
import { listOutbox, saveAnswer, type Local } from '#local/index.ts'
import { claimEntries, markQuarantined, releaseStaleClaims, storeReceipts } from '#local/sending.ts'
import { buildAnsweredDesk, EDITABLE, storedOn } from '#tests/support/builders/changes.ts'
import { buildPlainSubmit, CLOCK } from '#tests/support/builders/submit.ts'
import { AREA, buildPlainTemplate, buildTemplate } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { there } from '#tests/support/there.ts'
import { AnswerViewScreen } from '../answer-view-screen.tsx'

configure({ asyncUtilTimeout: 15_000 })
afterEach(cleanup)

const stored = storedOn(buildAnsweredDesk())
const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]

async function open(role: Role, answer: Answer = stored) {
  let online = true
  const opened = await openScreen({
    path: '/ver/$id',
    screen: AnswerViewScreen,
    role,
    areas: AREAS,
    templates: [buildTemplate({}, { opcionales: EDITABLE })],
    address: `/ver/${answer.id}`,
    answer: ({ path }) => {
      if (!online) return undefined
      return path.includes('/versions') ? new Response(null, { status: 404 }) : Response.json({ answer })
    },
  })
  await screen.findByText('Bar El Puente')
  return { ...opened, cut: () => void (online = false) }
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const only = async (local: Local) => there((await listOutbox(local))[0])
const accept = (local: Local, { id, answer }: Awaited<ReturnType<typeof only>>, status: 'applied' = 'applied') =>
  act(() => storeReceipts(local, [{ id, answer, status, version: 2, code: 'VIS1', receivedAt: CLOCK, receipt: [] }]))

async function openUnsent(role: Role) {
  const submit = buildPlainSubmit(1, 'Bar El Puente', { author: AUTHOR_PROFILE.id })
  return openScreen({
    path: '/ver/$id',
    screen: AnswerViewScreen,
    role,
    areas: AREAS,
    templates: [buildPlainTemplate()],
    address: `/ver/${submit.answer}`,
    fill: async (local) => saveAnswer(local, { mutation: submit }),
  })
}

it.each([
  ['ROLE_SUPERVISOR_CORRECTOR', 'Sending has begun. You can edit the answer here once it has arrived.'],
  ['ROLE_INSPECTOR', 'Sending has begun. Once the answer has arrived, a supervisor of the area can correct it.'],
] as const)('an answer that has begun to leave says who can correct it: %s', async (role, hint) => {
  const { local } = await openUnsent(role)
  await screen.findByRole('button', { name: 'Correct before sending' })
  expect(screen.queryByText(/Sending has begun/)).toBeNull()
  const request = { limit: 1, characters: 1e6, kind: 'fresh', except: new Set<never>(), hurry: false } as const
  await act(async () => void (await claimEntries(local, { ...request, now: Date.now() })))
  await screen.findByText(hint)
  expect(screen.queryByRole('button', { name: 'Correct before sending' })).toBeNull()
  await act(() => releaseStaleClaims(local))
  await screen.findByText(`Saved on this device. It will be sent automatically. ${hint}`)
})

async function moveToNext(): Promise<void> {
  await press('Change state')
  const dialog = await screen.findByRole('dialog')
  const choices = [...dialog.querySelectorAll('input')]
  expect(choices.some(({ disabled }) => !disabled)).toBe(true)
  fireEvent.submit(there(dialog.querySelector('form') ?? undefined))
}

describe('the acts on an answer', () => {
  it('move it to a state that may follow, show what is expected, and say what became of it', async () => {
    const { local, sendNow } = await open('ROLE_SUPERVISOR')
    await moveToNext()
    await screen.findByText(/State changed to/)
    const next = stored.estados?.disponibles[1]?.nombre
    await waitFor(() => expect(screen.getByText(there(next), { selector: 'dd span' })).toBeDefined())
    expect(sendNow).toHaveBeenCalled()
    const entry = await only(local)
    expect(entry.mutation).toMatchObject({ kind: 'answer.changeState', from: 0, to: 1, base: stored.version })
    await accept(local, entry)
    await screen.findByText('State updated')
    await waitFor(() => expect(screen.queryByText(/State changed to/)).toBeNull())
  })

  it('say before a change of state that nothing leads back', async () => {
    await open('ROLE_SUPERVISOR')
    await press('Change state')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('You cannot go back from this state.')
  })

  it('leave the focus where it was while they travel', async () => {
    const estados = there(stored.estados)
    const disponibles = estados.disponibles.map((state) => (state.id === 1 ? { ...state, transiciones: [0] } : state))
    const { local } = await open('ROLE_SUPERVISOR', { ...stored, estados: { ...estados, disponibles } })
    const button = screen.getByRole('button', { name: 'Change state' })
    button.focus()
    await moveToNext()
    await waitFor(async () => expect(await listOutbox(local)).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(button)
    // A browser removes the focus from a disabled element, jsdom does not.
    expect([button.hasAttribute('disabled'), button.getAttribute('aria-disabled')]).toEqual([false, 'true'])
    fireEvent.click(button)
    expect(screen.queryByRole('dialog')).toBeNull()
    await accept(local, await only(local))
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'))
    expect(document.activeElement).toBe(button)
  })

  it('leave the focus in the bar when nothing may follow any more', async () => {
    await open('ROLE_SUPERVISOR')
    screen.getByRole('button', { name: 'Change state' }).focus()
    await moveToNext()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Change state' })).toBeNull())
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Available actions')
  })

  it('wait without a network, and can be taken back before they have left', async () => {
    const { local, cut } = await open('ROLE_SUPERVISOR')
    cut()
    await moveToNext()
    await screen.findByText(/Waiting on this device/)
    expect(screen.getByRole('button', { name: 'Delete answer' }).hasAttribute('disabled')).toBe(true)
    await press('Undo')
    await waitFor(async () => expect(await listOutbox(local)).toEqual([]))
    await waitFor(() => expect(screen.queryByText(/Waiting on this device/)).toBeNull())
  })

  it('tell why the server refused, and let it be tried again or taken back', async () => {
    const { local } = await open('ROLE_SUPERVISOR')
    await moveToNext()
    await screen.findByText(/State changed to/)
    await act(async () =>
      markQuarantined(local, (await only(local)).id, { code: 'answer.transition-not-allowed' }, CLOCK),
    )
    expect(
      (await screen.findAllByText(/The answer cannot change from its current state to that one/)).length,
    ).toBeGreaterThan(0)
    await press('Try again')
    await waitFor(async () => expect((await only(local)).state.kind).toBe('waiting'))
  })

  it('delete it after a question, and lead back to its list', async () => {
    const { local, pathname } = await open('ROLE_SUPERVISOR')
    await press('Delete answer')
    const dialog = await screen.findByRole('dialog', { name: 'Do you want to delete the answer?' })
    fireEvent.submit(there(dialog.querySelector('form') ?? undefined))
    await waitFor(async () => expect((await listOutbox(local))[0]?.mutation.kind).toBe('answer.delete'))
    await accept(local, await only(local))
    await screen.findByText('The answer was deleted')
    await waitFor(() => expect(pathname()).toBe(`/respuestas/listado/${stored.idPlantilla}`))
  })

  it('are not offered to who may not, with words in their place', async () => {
    await open('ROLE_INSPECTOR_ACTAS')
    expect(screen.queryByRole('button', { name: 'Change state' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete answer' })).toBeNull()
    screen.getByText(/^You can view this answer, but your role does not allow you to change it\./)
  })

  it.each(['ROLE_INSPECTOR', 'ROLE_INSPECTOR_ACTAS'] as const)('say who can correct it: %s', async (role) => {
    await open(role)
    screen.getByText(/To have it corrected, ask a supervisor of the area who may correct answers\.$/)
    cleanup()
    // A paid answer cannot be corrected by any role.
    await open(role, { ...stored, opcionales: { ...stored.opcionales, addPaymentGateway: true } })
    expect(screen.queryByText(/ask a supervisor/)).toBeNull()
  })

  it('say why a citizen cannot be asked to correct it', async () => {
    const datosCiudadano = { id: 'c1', tipo: 'fisica', nombre: 'Ana', apellido: 'Paz', dni: '30111222' } as const
    await open('ROLE_ADMIN', { ...stored, datosCiudadano } as unknown as Answer)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Request a correction' }).disabled).toBe(true)
    screen.getByText(/^A correction can only be requested if the form uses the citizen portal/)
    cleanup()
    await open('ROLE_ADMIN', { ...stored, datosCiudadano: undefined } as unknown as Answer)
    expect(screen.queryByText(/^Corrections can be requested/)).toBeNull()
  })

  it('say what locks it', async () => {
    await open('ROLE_ADMIN', { ...stored, opcionales: { ...stored.opcionales, addPaymentGateway: true } })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete answer' }).disabled).toBe(true)
    screen.getByText('An answer with a payment cannot be changed.')
  })

  it('say that a signed answer that can be corrected cannot be deleted', async () => {
    const kind = { typeOfSignature: 'draw', tipeOfSignatory: 'citizen' } as const
    const signatures = [{ ...kind, indexSignature: 0, title: 'Titular', required: true }]
    const opcionales = { ...stored.opcionales, digitalSignature: true, signatureEditableAnswer: true }
    await open('ROLE_ADMIN', { ...stored, opcionales, signatures })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete answer' }).disabled).toBe(true)
    screen.getByText('Signed answers cannot be deleted.')
    screen.getByRole('link', { name: 'Edit answer' })
  })
})
