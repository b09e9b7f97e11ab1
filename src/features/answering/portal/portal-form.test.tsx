// @vitest-environment jsdom
import { act, cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { toPublicForm } from '#domain/answering/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { quarantineEntry, storedReceiptSchema } from '#domain/sync/index.ts'
import { listDrafts, listOutbox, saveAnswer, type Local } from '#local/index.ts'
import { rescheduleEntries, storeReceipts } from '#local/sending.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { holdDraftsElsewhere, releaseDraftsElsewhere } from '#tests/support/screens/drafts-elsewhere.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { there } from '#tests/support/there.ts'
import { PortalForm } from './portal-form.tsx'
import { PortalSavedPage } from './portal-saved.tsx'

configure({ asyncUtilTimeout: 15_000 })
afterEach(() => {
  cleanup()
  releaseDraftsElsewhere()
})

const NOW = toInstant(Date.UTC(2026, 10, 26))
const template = buildPlainTemplate()
const mutation = buildPlainSubmit(1, 'una luz')

function open(opcionales: object = {}, refusal: object | null = null) {
  const form = toPublicForm({ ...template, opcionales: { ...template.opcionales, ...opcionales } }, false)
  const citizen = { id: 'c1', nombre: 'Rosa', apellido: 'Leiva', dni: '30111222' }
  return openScreen({
    path: '/citizen',
    screen: () => <PortalForm id={template.id} username="rosa" />,
    role: 'ROLE_INSPECTOR',
    areas: [],
    templates: [],
    answer: ({ path }) =>
      path.includes('/permits')
        ? Response.json({ permit: 'p', until: NOW, citizen })
        : Response.json({ form, codeHidden: false, refusal }),
  })
}

function saved(fate: (local: Local) => Promise<unknown>) {
  const session = { answer: mutation.answer, form: { template } } as Parameters<typeof PortalSavedPage>[0]['session']
  return openScreen({
    path: '/citizen',
    screen: () => <PortalSavedPage session={session} books={false} />,
    role: 'ROLE_INSPECTOR',
    areas: [],
    templates: [template],
    fill: async (local) => {
      await saveAnswer(local, { mutation })
      await fate(local)
    },
  })
}
const answered = (facts: object) => (local: Local) =>
  storeReceipts(local, [
    storedReceiptSchema.parse({ id: mutation.id, answer: mutation.answer, receivedAt: NOW, receipt: [], ...facts }),
  ])
const refused = async (local: Local): Promise<void> => {
  const [entry] = await listOutbox(local)
  await rescheduleEntries(local, [quarantineEntry(there(entry), { code: 'template.missing' }, NOW)])
}
const isPromised = () => screen.queryByText(/Keep this page open/) !== null

describe('the confirmation says that an answer is sent automatically', () => {
  it('while it waits', async () => {
    await saved(async () => undefined)
    await screen.findByText(/Keep this page open until it has been received/)
  })

  it('not when it is held', async () => {
    await saved(answered({ status: 'held', reason: { code: 'answer.limit-reached' } }))
    await screen.findByText(/The municipality has received your answer and will decide/)
    expect(isPromised()).toBe(false)
  })

  it('not when it was refused: then it can be kept and discarded', async () => {
    await saved(refused)
    await screen.findByRole('heading', { level: 1, name: 'Answer rejected' })
    await screen.findByRole('button', { name: 'Save a copy as a file' })
    expect(isPromised()).toBe(false)
  })

  it('not when it has arrived', async () => {
    await saved(answered({ status: 'applied', version: 1, code: 'VIS1' }))
    await screen.findByText(/The municipality has received your answer\. See it/)
    expect(isPromised()).toBe(false)
  })
})

it('says in the form that another tab has it open', async () => {
  holdDraftsElsewhere()
  await open()
  await screen.findByText(/This answer is open in another window/)
})

it('shows the outcome of the answer once another tab has sent it', async () => {
  const { local } = await open()
  fireEvent.change(await screen.findByRole('textbox', { name: /Nota/ }), { target: { value: 'Fell down' } })
  const [draft] = await waitFor(async () => {
    const drafts = await listDrafts(local)
    expect(drafts).toHaveLength(1)
    return drafts
  })
  await act(() => saveAnswer(local, { mutation: { ...mutation, answer: there(draft).id } }))
  await screen.findByRole('heading', { level: 1, name: 'The answer was saved' })
})

it('offers map and address search beside the place that it asks for', async () => {
  await open({ geolocalizacion: true })
  await screen.findByRole('button', { name: 'Find on the map' })
})

it('shows what was begun where its form has left the portal', async () => {
  await openScreen({
    path: '/citizen',
    screen: () => <PortalForm id={template.id} username="rosa" left={<p>what Rosa wrote</p>} />,
    role: 'ROLE_INSPECTOR',
    areas: [],
    templates: [],
    answer: () => Response.json({ error: { code: 'template.missing' } }, { status: 404 }),
  })
  await screen.findByText('The form does not exist.')
  const way = screen.getByRole('link', { name: 'My answers' })
  expect(way.getAttribute('href')).toBe('/ciudadano/formularios/respuestas')
  screen.getByText('what Rosa wrote')
})

it('names the form that the citizen has answered, without an alert', async () => {
  await open({}, { code: 'answer.already-answered' })
  await screen.findByRole('heading', { level: 1, name: 'Nota' })
  screen.getByText('Form already answered')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('names a form that takes no more answers', async () => {
  await open({}, { code: 'answer.limit-reached', details: { limit: 2 } })
  await screen.findByRole('heading', { level: 1, name: 'Nota' })
  screen.getByRole('alert')
})
