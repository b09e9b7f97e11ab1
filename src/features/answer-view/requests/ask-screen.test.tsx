// @vitest-environment jsdom
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { citizenSchema } from '#domain/citizens/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { Role } from '#domain/users/index.ts'
import { storeAnswerForEditing, listOutbox } from '#local/index.ts'
import { buildAnsweredDesk, storedOn } from '#tests/support/builders/changes.ts'
import { AREA, buildTemplate } from '#tests/support/builders/template.ts'
import { RequestScreen } from './ask-screen.tsx'
import { AnswerViewScreen } from '../answer-view-screen.tsx'

configure({ asyncUtilTimeout: 15_000 })
afterEach(cleanup)

const PORTAL = { citizenAssociationFromCitizenPortal: true, incidentes: true }
const version = buildTemplate({}, { opcionales: PORTAL })
const base = storedOn(buildAnsweredDesk())
const stored: Answer = {
  ...base,
  opcionales: { ...base.opcionales, ...PORTAL },
  datosCiudadano: citizenSchema.parse({ id: 'c1', nombre: 'Ana', apellido: 'Torres' }),
}
const request = (needCompletition: boolean): Answer['requestsForChanges'][number] => ({
  needCompletition,
  madeBy: { email: 'sofia@relevo.example', username: 'sofia' },
  sentDateTime: base.lastUpdate,
  comment: 'Revise el nombre',
  changesRequested: {
    answers: [{ sectionOrder: 0, order: 0, title: 'Nombre', comment: 'Como en el cartel' }],
    images: [],
    documents: [],
    sections: [],
  },
})
const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]

type Given = { readonly answer?: Answer; readonly role?: Role; readonly view?: boolean; readonly online?: boolean }
function open({ answer = stored, role = 'ROLE_SUPERVISOR_CORRECTOR', view = false, online = true }: Given = {}) {
  return openScreen({
    path: view ? '/ver/$id' : '/ver/$id/observaciones',
    screen: view ? AnswerViewScreen : RequestScreen,
    role,
    areas: AREAS,
    templates: [version],
    address: `/ver/${answer.id}${view ? '' : '/observaciones'}`,
    fill: (local) => storeAnswerForEditing(local, answer, version),
    answer: ({ path }) => {
      if (!online) return undefined
      return path.includes('/versions') ? new Response(null, { status: 404 }) : Response.json({ answer })
    },
  })
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const check = async (name: string) => fireEvent.click(await screen.findByRole('checkbox', { name }))

describe('asking a citizen to correct', () => {
  it('marks, says what is wrong, shows the message as it will be read, and sends it without a network', async () => {
    const { local, pathname } = await open({ online: false })
    await check('Request a correction of Nombre')
    fireEvent.change(screen.getByLabelText('What to change in “Nombre”'), {
      target: { value: 'Como el cartel' },
    })
    fireEvent.change(screen.getByLabelText('General note'), { target: { value: 'Falta poco' } })
    await screen.findByText('1 question selected')
    await press('Preview message')
    const dialog = await screen.findByRole('dialog', { name: 'Message to the citizen' })
    expect(dialog.textContent).toContain('Estimado/a Ana Torres: Observación general: Falta poco')
    expect(dialog.textContent).toContain('- Nombre: Como el cartel')
    expect(await listOutbox(local)).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send' }))
    await waitFor(async () => expect(await listOutbox(local)).toHaveLength(1))
    expect((await listOutbox(local))[0]?.mutation).toMatchObject({
      kind: 'answer.requestChanges',
      comment: 'Falta poco',
      answers: ['0/0'],
      notes: [{ about: '0/0', comment: 'Como el cartel' }],
    })
    await waitFor(() => expect(pathname()).toBe(`/ver/${stored.id}`))
  })

  it('asks for a mark first, and in each section that is named', async () => {
    const { local } = await open()
    await press('Preview message')
    await screen.findByText('Select at least one question, photo or document.')
    fireEvent.click((await screen.findAllByRole('checkbox', { name: 'Add a note about this section' }))[0] as Element)
    await press('Preview message')
    await screen.findByText('Some sections have no answers marked for correction.')
    expect(await listOutbox(local)).toEqual([])
  })

  it('keeps the marks while someone looks at something else', async () => {
    await open()
    await check('Request a correction of Nombre')
    cleanup()
    await open()
    await screen.findByText('1 question selected')
    await check('Request a correction of Nombre')
  })

  it.each([
    [
      'an answer of nobody',
      { answer: { ...stored, datosCiudadano: undefined } as unknown as Answer },
      'The citizen is required.',
    ],
    [
      'another kind of form',
      { answer: base },
      'You cannot request a correction of this answer. Either the answer does not allow corrections, or your role does not.',
    ],
    [
      'who may not correct',
      { role: 'ROLE_SUPERVISOR' },
      'You cannot request a correction of this answer. Either the answer does not allow corrections, or your role does not.',
    ],
  ] as const)('is not offered: %s', async (_which, given, text) => {
    await open(given)
    await screen.findByText(text)
  })
})

describe('the answer while something is asked', () => {
  it('says so, shows what, and lets it be ended', async () => {
    const { local } = await open({ view: true, answer: { ...stored, requestsForChanges: [request(true)] } })
    await screen.findByText('In review')
    await screen.findByText('Waiting for the citizen’s reply.')
    await press('View observations')
    const dialog = await screen.findByRole('dialog', { name: 'Observations' })
    expect(dialog.textContent).toContain('- Nombre: Como en el cartel')
    fireEvent.keyDown(dialog, { key: 'Escape' })
    await screen.findByRole('link', { name: 'Request again' })
    await press('Close request')
    fireEvent.submit((await screen.findByRole('dialog')).querySelector('form') as Element)
    await waitFor(async () => expect(await listOutbox(local)).toHaveLength(1))
    expect((await listOutbox(local))[0]?.mutation).toMatchObject({
      ends: { requests: 1, revised: false, at: request(true).sentDateTime },
    })
    await screen.findByText('Approved')
  })

  it('is approved once it was revised', async () => {
    const { local } = await open({ view: true, answer: { ...stored, requestsForChanges: [request(false)] } })
    await screen.findByText('To correct')
    await press('Approve the correction')
    fireEvent.submit((await screen.findByRole('dialog')).querySelector('form') as Element)
    await waitFor(async () => expect(await listOutbox(local)).toHaveLength(1))
    expect((await listOutbox(local))[0]?.mutation).toMatchObject({ ends: { requests: 1, revised: true } })
  })

  it('offers asking where nothing is asked', async () => {
    await open({ view: true })
    await screen.findByRole('link', { name: 'Request a correction' })
    expect(screen.queryByText('Approved')).toBeNull()
  })
})
