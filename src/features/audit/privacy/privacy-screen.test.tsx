// @vitest-environment jsdom
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { MUNICIPALITY, NOW } from '#tests/support/builders/template.ts'
import { PrivacyScreen } from './privacy-screen.tsx'

afterEach(cleanup)

const line = (seed: number, as: string, name = 'Rosa Quispe') => ({
  id: buildPlainSubmit(seed).answer,
  kind: 'answer',
  as,
  name,
  title: 'Nota',
  code: `VIS${seed}`,
  at: NOW,
  municipality: MUNICIPALITY,
  hasPayment: false,
})
const page = (change: object) => ({ emails: 0, proof: 'a'.repeat(64), ...change })

function open(replies: (asked: SentRequest) => Response | undefined) {
  return openScreen({
    path: '/auditoria',
    screen: () => (
      <main id="main" tabIndex={-1}>
        <PrivacyScreen />
      </main>
    ),
    role: 'ROLE_SUPERVISOR_ELEVADO',
    areas: [],
    templates: [],
    answer: replies,
  })
}

it('searches part by part, chooses what is only the person’s, and erases after a reason and the typed word', async () => {
  const bodies: { readonly path: string; readonly body: Record<string, unknown> }[] = []
  await open(({ path, body }) => {
    bodies.push({ path, body: body as Record<string, unknown> })
    if (path.endsWith('/erase'))
      return Response.json({ erased: [line(1, 'citizen').id], left: [], emails: 0, proof: 'a'.repeat(64) })
    return 'after' in (body as object)
      ? Response.json(page({ records: [line(2, 'content')] }))
      : Response.json(page({ records: [line(1, 'citizen')], next: 'forms:' }))
  })
  const number = await screen.findByRole('textbox', { name: /ID or tax number/ })
  fireEvent.change(number, { target: { value: '123' } })
  fireEvent.click(screen.getByRole('button', { name: 'Find' }))
  expect(await screen.findByText('Enter a number with at least six digits.')).toBeTruthy()
  expect(bodies).toEqual([])

  fireEvent.change(number, { target: { value: '30.123.456' } })
  fireEvent.click(screen.getByRole('button', { name: 'Find' }))
  expect(await screen.findByText('2 records found. Everything was searched.')).toBeTruthy()
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false])

  fireEvent.click(screen.getByRole('button', { name: 'Erase the chosen data…' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Erase' }))
  expect(await dialog.findByText('Enter the reason.')).toBeTruthy()
  fireEvent.change(dialog.getByRole('textbox', { name: /Reason/ }), { target: { value: 'asked for' } })
  fireEvent.change(dialog.getByRole('textbox', { name: /Type ERASE/ }), { target: { value: 'erase' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Erase' }))
  expect(await screen.findByText('1 record erased.')).toBeTruthy()
  expect(bodies.at(-1)?.body).toEqual({
    person: { kind: 'number', value: '30.123.456' },
    ids: [line(1, 'citizen').id],
    word: 'ERASE',
    reason: 'asked for',
  })
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(1))
})

async function seek(email: string) {
  fireEvent.change(await screen.findByRole('combobox', { name: 'Find by' }), { target: { value: 'email' } })
  fireEvent.change(screen.getByRole('textbox', { name: /E-mail address/ }), { target: { value: email } })
  fireEvent.click(screen.getByRole('button', { name: 'Find' }))
}

it('names the people who share an e-mail address, and leaves the choice to the administrator', async () => {
  const records = [line(1, 'citizen', 'Ana Paz'), line(2, 'citizen', 'ANA  PAZ'), line(3, 'payer', 'Luis Paz')]
  await open(({ path }) =>
    path.endsWith('/erase')
      ? Response.json({ erased: [line(3, 'payer').id], left: [], emails: 0, proof: 'a'.repeat(64) })
      : Response.json(page({ records, emails: 2 })),
  )
  await seek('casa@paz.example')
  await screen.findByText(
    'Several people use this address: ANA PAZ, Luis Paz. Choose only the records of the person who asked.',
  )
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ checked }) => checked)).toEqual([false, false, false])
  screen.getByText(/^2 unsent e-mails to this address/)
  const eraseButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Erase the chosen data…' })
  expect(eraseButton().disabled).toBe(true)
  fireEvent.click(boxes[2] ?? expect.fail())
  fireEvent.click(eraseButton())
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase data of casa@paz.example permanently?' }))
  fireEvent.change(dialog.getByRole('textbox', { name: /Reason/ }), { target: { value: 'asked for' } })
  fireEvent.change(dialog.getByRole('textbox', { name: /Type ERASE/ }), { target: { value: 'ERASE' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Erase' }))
  await screen.findByText('1 record erased.')
  expect(screen.queryByText(/unsent e-mails/)).toBeNull()
  await waitFor(() => expect(screen.queryByText(/Several people/)).toBeNull())
})

it('says that nothing was found, and after the last record was erased only that', async () => {
  let records = [line(1, 'citizen')]
  await open(({ path }) => {
    if (!path.endsWith('/erase')) return Response.json(page({ records }))
    records = []
    return Response.json({ erased: [line(1, 'citizen').id], left: [], emails: 0, proof: 'a'.repeat(64) })
  })
  await seek('rosa@quispe.example')
  const opener = await screen.findByRole('button', { name: 'Erase the chosen data…' })
  opener.focus()
  fireEvent.click(opener)
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByRole('textbox', { name: /Reason/ }), { target: { value: 'asked for' } })
  fireEvent.change(dialog.getByRole('textbox', { name: /Type ERASE/ }), { target: { value: 'ERASE' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Erase' }))
  await screen.findByText('1 record erased.')
  expect(screen.queryByText(/Nothing found/)).toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('1 record erased.'))
  await seek('rosa@quispe.example')
  await screen.findByText('Nothing found. Everything was searched.')
  expect(screen.queryByText('1 record erased.')).toBeNull()
})

it('offers to try again when the first part fails', async () => {
  let isOffline = true
  await open(() => (isOffline ? undefined : Response.json(page({ records: [line(1, 'citizen')] }))))
  await seek('rosa@quispe.example')
  const again = await screen.findByRole('button', { name: 'Try again' })
  isOffline = false
  fireEvent.click(again)
  await screen.findByText('1 record found. Everything was searched.')
})

it('keeps what was found when a part fails, and continues there', async () => {
  let isBroken = true
  await open(({ body }) => {
    if (!('after' in (body as object))) return Response.json(page({ records: [line(1, 'citizen')], next: 'forms:' }))
    return isBroken
      ? Response.json({ error: { code: 'access.forbidden' } }, { status: 403 })
      : Response.json(page({ records: [line(2, 'payer')] }))
  })
  fireEvent.change(await screen.findByRole('textbox', { name: /ID or tax number/ }), { target: { value: '30123456' } })
  fireEvent.click(screen.getByRole('button', { name: 'Find' }))
  const more = await screen.findByRole('button', { name: 'Continue the search' })
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  isBroken = false
  fireEvent.click(more)
  expect(await screen.findByText('2 records found. Everything was searched.')).toBeTruthy()
})
