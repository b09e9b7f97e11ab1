// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { getCodeForAuthor, buildReference } from '#domain/codes/index.ts'
import type { StoredReceipt } from '#domain/sync/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { listOutbox, loadDraft, saveAnswer, writeMeta, type Local } from '#local/index.ts'
import { storeReceipts } from '#local/sending.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AREA, buildPlainTemplate } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { SavedRoute } from './saved-screen.tsx'

afterEach(cleanup)

const VOUCHER = 'Recibimos su aviso.'
const OPTIONS = { publico: true, customizedVoucher: true, envioEmail: true, pdfDownloadCode: true }
const FORM = buildPlainTemplate({}, { opcionales: OPTIONS, customizedVoucherText: VOUCHER })
const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const submit = buildPlainSubmit(1, 'sin luz', { author: AUTHOR_PROFILE.id })
const receipt = {
  id: submit.id,
  answer: submit.answer,
  status: 'applied',
  version: 1,
  code: 'VIS1',
  receivedAt: toInstant(0),
  receipt: [],
} as unknown as StoredReceipt

/** The page after saving, with an answer that is not sent yet. */
function open(hash = '', form = FORM) {
  return openScreen({
    path: '/contestar/$id/guardado/$answerId',
    screen: SavedRoute,
    role: 'ROLE_INSPECTOR',
    areas: AREAS,
    templates: [form],
    address: `/contestar/${form.id}/guardado/${submit.answer}${hash}`,
    fill: async (local: Local) => saveAnswer(local, { mutation: submit }),
  })
}

it('says by the municipality’s voucher that something was received only once it was', async () => {
  const { local } = await open()
  await screen.findByRole('heading', { name: 'The answer was saved' })
  expect([screen.queryByText(VOUCHER), screen.queryByRole('button', { name: 'Download voucher' })]).toEqual([
    null,
    null,
  ])
  await storeReceipts(local, [receipt])
  await screen.findByText(VOUCHER)
})

it('says the reference once while there is no code, with the QR of its record, and further codes in its details', async () => {
  const reference = buildReference(submit.answer)
  const { local } = await open()
  await screen.findByRole('img', { name: 'QR code to look up the record' })
  expect([screen.getAllByText(reference).length, screen.queryByText('Download code (keep it)')]).toEqual([1, null])
  await storeReceipts(local, [receipt])
  const details = (await screen.findByText('Download code (keep it)')).closest('details')
  expect([details?.open, details?.querySelector('summary')?.textContent]).toEqual([false, 'Details'])
  expect(details?.contains(screen.getByText(getCodeForAuthor(submit.answer, 'VIS1')))).toBe(true)
  expect(screen.getByText(/^Previously shown as/).closest('details')).toBe(details)
  expect(screen.getByText('VIS1').closest('details')).toBeNull()
})

it('opens the copy by e-mail that was asked for once: not again when the page is reloaded or come back to', async () => {
  const { hash } = await open('#copia')
  await screen.findByRole('dialog', { name: 'Send a copy by e-mail' })
  await waitFor(() => expect(hash()).toBe(''))
  expect(screen.getByRole('dialog', { name: 'Send a copy by e-mail' })).toBeTruthy()
})

it('says what the answer is about, and promises nothing that does not happen automatically once the session is over', async () => {
  const { local } = await open()
  await screen.findByText('sin luz')
  await screen.findByText(/will be sent automatically when you are online/)
  await writeMeta(local, 'signInNeeded', true)
  await screen.findByText(/it will be sent when you sign in again/)
  expect(screen.queryByText(/will be sent automatically/)).toBeNull()
})

it('opens the answer as a draft again while nothing of it has left, and offers that no longer when it arrives', async () => {
  const { local } = await open()
  const button = await screen.findByRole('button', { name: 'Correct before sending' })
  await storeReceipts(local, [receipt])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Correct before sending' })).toBeNull())
  expect(button.isConnected).toBe(false)
  cleanup()

  const { local: other, pathname } = await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Correct before sending' }))
  await waitFor(() => expect(pathname()).toBe(`/contestar/${FORM.id}`))
  expect((await loadDraft(other, submit.answer))?.draft.content).toEqual(submit.content)
  expect(await listOutbox(other)).toEqual([])
})

it('has the payment before code, state and QR', async () => {
  const { local } = await open('', buildTicketForm({ opcionales: { ...OPTIONS, addPaymentGateway: true } }))
  await storeReceipts(local, [{ ...receipt, unpaid: true } as StoredReceipt])
  const pay = await screen.findByRole('button', { name: 'Go to the payment' })
  const qr = await screen.findByRole('img', { name: 'QR code to look up the record' })
  for (const later of [await screen.findByText('VIS1'), screen.getByRole('status'), qr])
    expect(pay.compareDocumentPosition(later)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
