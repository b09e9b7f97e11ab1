// @vitest-environment jsdom
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toPublicForm } from '#domain/answering/index.ts'
import { citizenSchema } from '#domain/citizens/index.ts'
import { buildPaymentEntry } from '#domain/payments/index.ts'
import { buildOrder } from '#tests/support/builders/payments.ts'
import { answerAt, formOf } from '#tests/support/builders/reviewing.ts'
import { there } from '#tests/support/there.ts'
import type { PlaceMapProps } from '#ui/map/place-map.tsx'
import { OwnAnswerView } from './limited-answer.tsx'

/** The map itself is tested in `ui/map`; here it shows its form and its position. Citizens have no offline maps. */
vi.mock('#ui/map/index.ts', () => ({
  useMap: () => ({ source: {}, facts: null, failed: true }),
  usePublicMap: (form: string) => ({ source: { form }, facts: { layers: [{}], geocoder: false }, problem: null }),
  LazyPlaceMap: ({ centre, source }: PlaceMapProps) => (
    <p>{`map of ${(source as unknown as { readonly form: string }).form} at ${centre.latitude}`}</p>
  ),
}))
afterEach(cleanup)

const stored = answerAt('area', 'own', 1)
const day = (number: number) => `2026-11-0${number}T10:00:00.000Z`
const SIGNED = {
  title: 'Titular',
  indexSignature: 0,
  names: { firstName: 'Rosa', lastName: 'Leiva' },
  imgURL: '/firma.png',
  imgID: 'a'.repeat(64),
}
const answer = {
  ...stored,
  creadoPor: '',
  datosCiudadano: citizenSchema.parse({
    id: 'c1',
    nombre: 'Rosa',
    apellido: 'Leiva',
    dni: '30111222',
    calle: 'Rivera 12',
  }),
  persona: { nombre: 'Bar El Puente', direccion: 'Rivera 14' },
  ubicacion: { direccion: 'Plaza Mayor', latlng: { latitude: -31.4, longitude: -64.2 } },
  signatures: [SIGNED, { ...SIGNED, title: 'Inspector', indexSignature: 1, signedAt: day(9) }],
}
const HISTORY = [
  { at: day(8), kind: 'revised' },
  { at: day(7), kind: 'asked' },
  { at: day(3), kind: 'state', state: 'En obra' },
  { at: day(2), kind: 'arrived' },
  { at: day(1), kind: 'sent' },
]

const open = (more: object = {}) =>
  openScreen({
    path: '/ciudadano',
    screen: () => <OwnAnswerView id={stored.id} onCorrect={vi.fn()} onWithdrawn={vi.fn()} />,
    role: 'ROLE_INSPECTOR',
    areas: [],
    templates: [],
    answer: () =>
      Response.json({
        answer,
        form: toPublicForm(formOf('area'), false),
        codeHidden: false,
        signatureHidden: false,
        mayWithdraw: false,
        history: HISTORY,
        changedAt: day(8),
        ...more,
      }),
  })
const part = async (name: string) => within(await screen.findByRole('region', { name }))

it('shows a citizen the person and the place of their answer, on the public map of its form', async () => {
  await open()
  const person = await part('Citizen')
  for (const text of ['Rosa Leiva', '30111222', 'Rivera 12']) person.getByText(text)
  expect(person.queryByText('Source of the data')).toBeNull()
  const recipient = await part('Recipient')
  recipient.getByText('Bar El Puente')
  const place = await part('Location')
  place.getByText('Plaza Mayor')
  place.getByText(`map of ${stored.idPlantilla} at -31.4`)
})

it('shows what happened, the newest first', async () => {
  await open()
  const lines = (await part('Events')).getAllByRole('listitem').map(({ firstChild }) => firstChild?.textContent)
  expect(lines).toEqual([
    'You sent your correction',
    'The municipality asked for a correction',
    'State: En obra',
    'Received by the municipality',
    'Answered',
  ])
})

it('marks a signature from before the last change, and no other', async () => {
  await open()
  const signatures = await part('Signatures')
  const marks = signatures.getAllByText(/^Signed before the answer was changed/)
  expect(marks).toHaveLength(1)
  expect(marks[0]?.closest('figure')?.textContent).toContain('Titular')
  cleanup()
  await open({ changedAt: null })
  expect((await part('Signatures')).queryByText(/^Signed before/)).toBeNull()
})

describe('an answer that costs something', () => {
  const costing = { ...answer, opcionales: { ...answer.opcionales, addPaymentGateway: true } }

  it('leads its citizen to the payment while it is unpaid', async () => {
    await open({ answer: costing, pay: { orderId: 'K3WQ9ZT0M4XB' } })
    const button = await screen.findByRole('button', { name: 'Go to the payment' })
    const sent = new FormData(there(button.closest('form') ?? undefined))
    expect(Object.fromEntries(sent)).toEqual({ answer: stored.id, orderId: 'K3WQ9ZT0M4XB', lang: 'en' })
    await screen.findByText('Pending validation')
  })

  it('is called paid once it is, and asks for nothing more', async () => {
    const payments = [buildPaymentEntry(buildOrder({ id: stored.id, status: 'Pagado' }), 'Entrada', 'UTC')]
    await open({ answer: { ...costing, payments }, pay: null })
    await screen.findByText('Paid')
    expect(screen.queryByText('Pending validation')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Go to the payment' })).toBeNull()
  })
})
