// @vitest-environment jsdom
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { decomposeAnswer, toPublicForm } from '#domain/answering/index.ts'
import { generateMutationId, toAddress, toInstant } from '#domain/kernel/index.ts'
import { quarantineEntry, storedReceiptSchema } from '#domain/sync/index.ts'
import { listDrafts, listOutbox, saveDraft, type Local } from '#local/index.ts'
import { rescheduleEntries, storeReceipts } from '#local/sending.ts'
import { buildAnsweredDesk, EDITABLE, storedOn } from '#tests/support/builders/changes.ts'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { holdDraftsElsewhere, releaseDraftsElsewhere } from '#tests/support/screens/drafts-elsewhere.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { there } from '#tests/support/there.ts'
import { setFileFetcher } from '#ui/index.ts'
import { PortalRevision } from './portal-revision.tsx'

configure({ asyncUtilTimeout: 15_000 })
afterEach(() => {
  cleanup()
  releaseDraftsElsewhere()
})

const NOW = toInstant(Date.UTC(2026, 10, 26))
const place = { sectionOrder: 0, order: 0, title: 'Nombre' }
const stored = {
  ...storedOn(buildAnsweredDesk()),
  requestsForChanges: [
    {
      needCompletition: true,
      madeBy: { email: '', username: '' },
      sentDateTime: NOW,
      comment: '',
      changesRequested: { answers: [place], images: [], documents: [], sections: [] },
    },
  ],
}
const form = toPublicForm(buildTemplate({}, { opcionales: EDITABLE }), false)
const citizen = { id: 'c1', nombre: 'Rosa', apellido: 'Leiva', dni: '30111222' }

type Given = { readonly answer?: object; readonly fill?: (local: Local) => Promise<unknown> }

function open(codeHidden = false, { answer = stored, fill = async () => undefined }: Given = {}) {
  Element.prototype.scrollIntoView = () => undefined
  return openScreen({
    path: '/citizen',
    screen: () => <PortalRevision id={stored.id} left={<p>What is left here</p>} />,
    fill,
    role: 'ROLE_INSPECTOR',
    areas: [],
    templates: [],
    answer: ({ path }) =>
      path.includes('/permits')
        ? Response.json({ permit: 'p', until: NOW, citizen })
        : Response.json({ answer, form, codeHidden, signatureHidden: false, mayWithdraw: false }),
  })
}
const nameField = () => screen.findByDisplayValue('Bar El Puente')
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save answer' }))

async function sent(): Promise<Local> {
  const { local } = await open()
  fireEvent.change(await nameField(), { target: { value: 'Bar Central' } })
  save()
  await screen.findByText(/Keep this page open until it has been received/)
  return local
}
/** As the server replies. */
async function answered(local: Local, facts: object): Promise<void> {
  const [entry] = await listOutbox(local)
  const { id, answer } = there(entry)
  const receipt = { id, answer, version: 3, code: 'VIS1', receivedAt: NOW, receipt: [], ...facts }
  await storeReceipts(local, [storedReceiptSchema.parse(receipt)])
}
async function refused(local: Local): Promise<void> {
  const [entry] = await listOutbox(local)
  await rescheduleEntries(local, [quarantineEntry(there(entry), { code: 'answer.missing' }, NOW)])
}
/** A draft for an earlier request that asked about another question, and about the name. */
async function draftsForEarlierRequest(local: Local): Promise<void> {
  const content = decomposeAnswer(stored)
  const other = toAddress({ section: 0, question: 2, condition: null, row: null })
  const values = { ...content.values, [other]: { respuesta: 'Otro' } }
  const { idPlantilla: template, templateVersion: version, id } = stored
  const seen = { content, location: null }
  const change = {
    kind: 'answer.revise',
    mutation: generateMutationId(new Uint8Array(16)),
    base: 1,
    seen,
    decides: [],
  } as const
  const draft = { id, template, version, header: { signatures: [] }, content: { ...content, values }, change }
  expect(await saveDraft(local, { ...draft, startedAt: NOW, updatedAt: NOW })).toMatchObject({ ok: true })
}
const isPromised = () => screen.queryByText(/Keep this page open/) !== null

describe('each fate of a revision has its own sentence', () => {
  it.each([
    ['taken over', { status: 'applied' }, /^Your correction was sent and is being checked\.$/],
    ['extended', { status: 'applied', asksMore: true }, /The municipality has since asked for more corrections/],
    ['met another change', { status: 'merged', conflicts: 1 }, /Someone else changed some of the same answers/],
    ['ended', { status: 'merged', conflicts: 1, late: 'ended' }, /after the municipality closed its request/],
    ['lost', { status: 'merged', conflicts: 1, late: 'lost' }, /no longer has that request/],
    ['answered before', { status: 'merged', conflicts: 1, late: 'revised' }, /you had already answered this request/],
  ])('%s', async (_what, facts, text) => {
    await answered(await sent(), facts)
    await screen.findByText(text)
    expect(isPromised()).toBe(false)
  })

  it('refused: what was written can be read, kept and discarded', async () => {
    await refused(await sent())
    await screen.findByRole('heading', { level: 1, name: 'Your correction was not applied' })
    expect(screen.getByText('Bar Central')).toBeTruthy()
    await screen.findByRole('button', { name: 'Save a copy as a file' })
    expect(isPromised()).toBe(false)
  })

  it('what came too late can still be read', async () => {
    await answered(await sent(), { status: 'merged', conflicts: 1, late: 'ended' })
    await screen.findByRole('heading', { level: 1, name: 'Your correction has not been applied yet' })
    expect(screen.getByText('Bar Central')).toBeTruthy()
  })
})

it('lets a citizen say that what is asked about is right', async () => {
  const { local } = await open()
  await nameField()
  save()
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm as correct' }))
  await waitFor(async () => expect(await listOutbox(local)).toHaveLength(1))
  expect((await listOutbox(local))[0]?.mutation).toMatchObject({
    kind: 'answer.revise',
    correction: { values: [], conditions: [], rows: [] },
  })
})

describe('what is asked for comes first', () => {
  it('and the rest is folded, locked, and does not repeat it', async () => {
    await open()
    await nameField()
    expect(screen.queryByText('Empleados')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: /^Rest of the answer/, expanded: false }))
    const employees = await screen.findByRole('textbox', { name: /Empleados/ })
    expect(employees.closest<HTMLFieldSetElement>('fieldset:disabled')).not.toBeNull()
    expect(screen.getAllByText('This cannot be changed.').length).toBeGreaterThan(1)
    expect(screen.getAllByText('Nombre')).toHaveLength(1)
    screen.getByText('The municipality did not ask about this part. It cannot be changed.')
  })

  it('with the message of the request, and the former photo once it is removed', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
    setFileFetcher(async () => new Response('the front of the shop'))
    const [request] = stored.requestsForChanges
    const images = [{ sectionOrder: 0, order: 7, title: 'Fachada' }]
    const changesRequested = { answers: [], images, documents: [], sections: [] }
    const requestsForChanges = [{ ...request, comment: 'The photo is blurred', changesRequested }]
    await open(false, { answer: { ...stored, requestsForChanges } })
    const asked = await screen.findByRole('region', { name: 'What to correct' })
    within(asked).getByText('The photo is blurred')
    await within(asked).findByRole('img')
    fireEvent.click(within(asked).getByRole('button', { name: 'Remove' }))
    const before = within(asked).getByText('Before: an attached file')
    await waitFor(() => expect(before.nextElementSibling?.querySelector('img')?.src).toBe('blob:x'))
    expect(within(asked).getAllByRole('img')).toHaveLength(1)
  })
})

it('says in the revision that another tab has it open', async () => {
  holdDraftsElsewhere()
  await open()
  await screen.findByText(/This answer is open in another window/)
})

it('names the answer by its code, and never where the municipality shows none', async () => {
  await open()
  await nameField()
  expect(screen.queryByText('VIS1')).not.toBeNull()
  cleanup()
  await open(true)
  await nameField()
  expect(screen.queryByText('VIS1')).toBeNull()
})

describe('a draft for an earlier request', () => {
  it('says that it cannot be sent, and leaves the way free once it is discarded', async () => {
    const { local } = await open(false, { fill: draftsForEarlierRequest })
    await screen.findByText(/Your correction changes something that the municipality no longer asks about/)
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByText(/no longer asks about/)).toBeNull())
    fireEvent.change(await nameField(), { target: { value: 'Bar Central' } })
    save()
    await screen.findByText(/Keep this page open until it has been received/)
    expect(await listDrafts(local)).toEqual([])
    const [entry] = await listOutbox(local)
    const value = { at: '0/0', seen: { respuesta: 'Bar El Puente' }, value: { respuesta: 'Bar Central' } }
    expect(entry?.mutation).toMatchObject({ correction: { values: [value] } })
  })

  it.each([
    ['nothing is asked any more', { ...stored, requestsForChanges: [] }, 'Form already answered'],
    ['the answer cannot be opened', {}, /Could not connect to the server/],
  ])('is shown where %s', async (_, answer, text) => {
    await open(false, { answer })
    await screen.findByText(text)
    screen.getByText('What is left here')
  })
})

it('lets a citizen discard what was just begun', async () => {
  const { local } = await open()
  fireEvent.change(await nameField(), { target: { value: 'Bar Central' } })
  await waitFor(async () => expect(await listDrafts(local)).toHaveLength(1))
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await nameField()
  expect(await listDrafts(local)).toEqual([])
})
