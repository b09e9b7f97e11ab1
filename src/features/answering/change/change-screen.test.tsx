// @vitest-environment jsdom
import { holdDraftsElsewhere, releaseDraftsElsewhere } from '#tests/support/screens/drafts-elsewhere.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { decomposeAnswer } from '#domain/answering/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { buildAnswerDetails } from '#domain/corrections/index.ts'
import { generateMutationId, toInstant } from '#domain/kernel/index.ts'
import type { Role } from '#domain/users/index.ts'
import { type Draft, storeAnswerForEditing, listOutbox, saveDraft } from '#local/index.ts'
import { buildAnsweredDesk, EDITABLE, rename, storedOn } from '#tests/support/builders/changes.ts'
import { push } from '#tests/support/builders/judged.ts'
import { bytesFor } from '#tests/support/builders/submit.ts'
import { AREA, buildTemplate } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import { CorrectionScreen, CompletionScreen } from './change-screen.tsx'

configure({ asyncUtilTimeout: 15_000 })
afterEach(() => {
  cleanup()
  releaseDraftsElsewhere()
  vi.restoreAllMocks()
})

const stored = storedOn(buildAnsweredDesk())
const version = buildTemplate({}, { opcionales: EDITABLE })
const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]

type Given = {
  readonly answer?: Answer
  readonly role?: Role
  readonly online?: boolean
  readonly copy?: boolean
  readonly draft?: Draft
}

function open({ answer = stored, role = 'ROLE_SUPERVISOR_CORRECTOR', online = true, copy = false, draft }: Given = {}) {
  Element.prototype.scrollIntoView = () => undefined
  return openScreen({
    path: '/correctForm/$id',
    screen: CorrectionScreen,
    role,
    areas: AREAS,
    templates: [version],
    address: `/correctForm/${stored.id}`,
    fill: async (local) => {
      if (copy) await storeAnswerForEditing(local, answer, version)
      if (draft !== undefined) await saveDraft(local, draft)
    },
    answer: () => (online ? Response.json({ answer }) : undefined),
  })
}
const nameField = async () => screen.findByDisplayValue('Bar El Puente')
const save = () => fireEvent.click(screen.getByRole('button', { name: /^Save (answer|changes)$/ }))
const saveSeen = async () => {
  save()
  const dialog = await screen.findByRole('dialog', { name: 'Your changes' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
}

describe('the correction of an answer', () => {
  it('shows what was there, is saved without a network, and leads back to the answer', async () => {
    const { local, pathname } = await open({ online: false, copy: true })
    fireEvent.change(await nameField(), { target: { value: 'Bar Central' } })
    await screen.findByText('Before: Bar El Puente')
    await saveSeen()
    await waitFor(() => expect(pathname()).toBe(`/ver/${stored.id}`))
    expect(await listOutbox(local)).toMatchObject([{ mutation: { kind: 'answer.correct' } }])
  })

  it('shows what the citizen was asked to correct first, and the rest can be changed below', async () => {
    const changesRequested = {
      answers: [{ sectionOrder: 0, order: 1, title: 'Empleados', comment: 'How many?' }],
      images: [],
      documents: [],
      sections: [],
    }
    const madeBy = { email: '', username: '' }
    const sentDateTime = toInstant(Date.UTC(2026, 10, 26))
    const request = { needCompletition: true, madeBy, sentDateTime, comment: '', changesRequested }
    await open({ answer: { ...stored, requestsForChanges: [request] } })
    const asked = await screen.findByRole('region', { name: 'What to correct' })
    await within(asked).findByText('Observation: How many?')
    expect(screen.queryByDisplayValue('Bar El Puente')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: /^Rest of the answer/ }))
    fireEvent.change(await nameField(), { target: { value: 'Bar Central' } })
    await screen.findByText('Before: Bar El Puente')
  })

  it('says what it is, and shows what is changed before it is saved', async () => {
    const { local, pathname } = await open()
    await screen.findByRole('heading', { level: 1, name: 'Editing VIS1' })
    fireEvent.change(await nameField(), { target: { value: 'Bar Central' } })
    save()
    const dialog = await screen.findByRole('dialog', { name: 'Your changes' })
    const changes = within(dialog).getAllByRole('listitem')
    expect(changes.map(({ textContent }) => textContent)).toEqual(['Local: NombreBar El Puente → Bar Central'])
    fireEvent.change(within(dialog).getByLabelText('Reason (optional)'), { target: { value: 'The sign says so' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await listOutbox(local)).toEqual([])
    expect(pathname()).toBe(`/correctForm/${stored.id}`)
    await saveSeen()
    await waitFor(async () => expect(await listOutbox(local)).toHaveLength(1))
    expect(await listOutbox(local)).toMatchObject([{ mutation: { reason: 'The sign says so' } }])
  })

  it('says at its question what the citizen was asked, and shows all of it', async () => {
    const place = { sectionOrder: 0, order: 0, title: 'Nombre', comment: 'Como en el cartel' }
    const request = {
      needCompletition: true,
      madeBy: { email: '', username: 'sofia' },
      sentDateTime: stored.lastUpdate,
      comment: 'Falta poco',
      changesRequested: { answers: [place], images: [], documents: [], sections: [] },
    }
    await open({ answer: { ...stored, requestsForChanges: [request] } })
    await screen.findByText('Observation: Como en el cartel')
    fireEvent.click(await screen.findByRole('button', { name: 'View observations' }))
    const dialog = await screen.findByRole('dialog', { name: 'Observations' })
    expect(dialog.textContent).toContain('Observación general: Falta poco')
  })

  it.each([
    ['a later version', { version: 2 }],
    ['another version with the number that the draft is based on, after a restored backup', {}],
    ['an earlier version, after a restored backup', { version: 1, lastUpdate: stored.lastUpdate }],
  ])('says that someone else has changed the answer: %s', async (_, other) => {
    const lost = { ...stored, version: 1, lastUpdate: toInstant(1) }
    const base = 'lastUpdate' in other ? 2 : 1
    const seen = { content: decomposeAnswer(lost), ...buildAnswerDetails(lost) }
    const draft: Draft = {
      id: lost.id,
      template: lost.idPlantilla,
      version: lost.templateVersion,
      header: { signatures: [] },
      content: decomposeAnswer(lost),
      startedAt: lost.lastUpdate,
      updatedAt: lost.lastUpdate,
      change: {
        kind: 'answer.correct',
        mutation: generateMutationId(bytesFor(77)),
        base,
        baseAt: lost.lastUpdate,
        seen,
        decides: [],
      },
    }
    await open({ answer: { ...stored, ...other }, draft })
    await screen.findByText(/^Someone else has changed this answer/)
  })

  it('says that another tab has it open', async () => {
    holdDraftsElsewhere()
    await open()
    await screen.findByText(/This answer is open in another window/)
  })

  it('says that there are no changes', async () => {
    const { local } = await open()
    await nameField()
    save()
    const dialog = await screen.findByRole('dialog', { name: 'There are no changes' })
    expect(dialog.textContent).toContain('You must make at least one change before you can save the answer.')
    expect(await listOutbox(local)).toEqual([])
  })

  it('is held back while something required is missing, and says what', async () => {
    await open()
    fireEvent.change(await nameField(), { target: { value: '' } })
    const button = screen.getByRole('button', { name: 'Save changes' })
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
    expect(button.title).toBe('Check that all the answers are valid')
    save()
    await screen.findByText('Some required fields are missing.')
  })

  it('decides an open conflict by what is in the form', async () => {
    const desk = buildAnsweredDesk()
    push(desk, rename('Bar El Puente', 'Bar Uno'))
    push(desk, rename('Bar El Puente', 'Bar Dos', 'tomas'))
    const { local } = await open({ answer: storedOn(desk) })
    fireEvent.click(await screen.findByRole('button', { name: 'Use the proposed value in the form' }))
    await screen.findByDisplayValue('Bar Dos')
    save()
    const dialog = await screen.findByRole('dialog', { name: 'Your changes' })
    expect(dialog.textContent).toContain('Conflicts resolved: 1')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
    await waitFor(async () => expect(await listOutbox(local)).toHaveLength(1))
    const mutation = there((await listOutbox(local))[0]).mutation
    expect(push(desk, { ...mutation, author: 'sofia' } as never).status).toBe('applied')
    expect(storedOn(desk).conflicts.every(({ resolved }) => resolved !== undefined)).toBe(true)
  })

  it.each([
    [
      'that is locked',
      { answer: { ...stored, portalCiudadanoData: {} } },
      'An answer from the citizen portal cannot be changed here.',
    ],
    ['that cannot be had', { online: false }, 'The answer could not be loaded for editing.'],
    ['by who may not', { role: 'ROLE_INSPECTOR' }, 'You do not have permission to do this.'],
  ] as const)('of one %s is refused with its reason', async (_which, given, text) => {
    await open(given)
    await screen.findByText(text)
  })
})

/** The first question, which is required, is unanswered. */
const lacking: Answer = {
  ...stored,
  secciones: stored.secciones.map((section, place) =>
    place > 0
      ? section
      : { ...section, preguntas: section.preguntas.map((one, at) => (at > 0 ? one : { ...one, respuesta: '' })) },
  ) as Answer['secciones'],
}

function openEdit(answer: () => Response | undefined, role: Role = 'ROLE_SUPERVISOR') {
  Element.prototype.scrollIntoView = () => undefined
  return openScreen({
    path: '/respuestas/actualizar/$id',
    screen: CompletionScreen,
    role,
    areas: AREAS,
    templates: [version],
    address: `/respuestas/actualizar/${stored.id}`,
    answer,
  })
}

/** Makes the device's outbox full. */
function fillUp(): void {
  const { add, put } = IDBObjectStore.prototype
  for (const [name, write] of [
    ['add', add],
    ['put', put],
  ] as const)
    vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(function (
      this: IDBObjectStore,
      ...values: Parameters<typeof put>
    ) {
      if (this.name === 'outbox') throw new DOMException('no room', 'QuotaExceededError')
      return write.apply(this, values)
    })
}

it('what was completed is said to be saved, and leads to the list of the form', async () => {
  const { pathname, local } = await openEdit(() => Response.json({ answer: lacking }))
  fireEvent.change(await screen.findByRole('textbox', { name: /Nombre/ }), { target: { value: 'Bar Central' } })
  save()
  await screen.findByText('The answer was saved')
  await waitFor(() => expect(pathname()).toBe(`/respuestas/listado/${stored.idPlantilla}`))
  expect(await listOutbox(local)).toMatchObject([{ mutation: { kind: 'answer.edit' } }])
})

it.each([
  ['ROLE_SUPERVISOR', 'Fill in the missing answers. Existing answers cannot be changed.'],
  ['ROLE_SUPERVISOR_ELEVADO', 'Fill in the missing answers. Changes are recorded in the history.'],
] as const)('what completing is, and what it is not, is said to %s', async (role, words) => {
  await openEdit(() => Response.json({ answer: lacking }), role)
  await screen.findByText(words)
})

it('another window is the only thing said above the questions', async () => {
  holdDraftsElsewhere()
  await openEdit(() => Response.json({ answer: lacking }))
  await screen.findByText(/This answer is open in another window/)
  expect(screen.queryByText(/^Fill in the missing answers/)).toBeNull()
})

describe('a change that cannot be kept', () => {
  it('of a correction is said where it is saved, and the way back stays', async () => {
    const { pathname } = await open()
    fireEvent.change(await nameField(), { target: { value: 'Bar Central' } })
    await screen.findByText('Before: Bar El Puente')
    fillUp()
    await saveSeen()
    await screen.findByText(/^The answer could not be saved\. Try again\./)
    fireEvent.click(screen.getByRole('link', { name: 'Cancel correction' }))
    await waitFor(() => expect(pathname()).toBe(`/ver/${stored.id}`))
  })

  it('of completing is said where it is saved', async () => {
    await openEdit(() => Response.json({ answer: lacking }))
    fireEvent.change(await screen.findByRole('textbox', { name: /Nombre/ }), { target: { value: 'Bar Central' } })
    fillUp()
    save()
    await screen.findByText(/^The answer could not be saved\./)
  })

  it('because there is no such answer is said in its place', async () => {
    await openEdit(() => Response.json({ error: { code: 'answer.missing' } }, { status: 404 }))
    await screen.findByText('An answer to edit could not be found.')
  })
})
