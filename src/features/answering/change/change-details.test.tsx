// @vitest-environment jsdom
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Answer } from '#domain/answers/index.ts'
import { citizenSchema } from '#domain/citizens/index.ts'
import { type Mutation, mutationSchema } from '#domain/sync/index.ts'
import { keys } from '#domain/store/index.ts'
import { listOutbox } from '#local/index.ts'
import { correct, nothing } from '#tests/support/builders/changes.ts'
import { buildDesk, type Desk, putTemplate, putUser } from '#tests/support/builders/desk.ts'
import { push } from '#tests/support/builders/judged.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AREA, buildPlainTemplate } from '#tests/support/builders/template.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { there } from '#tests/support/there.ts'
import { CorrectionScreen } from './change-screen.tsx'

configure({ asyncUtilTimeout: 15_000 })
afterEach(cleanup)

const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const version = buildPlainTemplate(
  {},
  {
    opcionales: { ciudadano: true, ciudadanoRequerido: true, destinatario: true },
    muniCore: { username: 'gil', areaId: '102', idTipoIncidente: '5001' },
  },
)
const ANA = citizenSchema.parse({ nombre: 'Ana', apellido: 'Paz', dni: '30111222' })
const EVA = { ...ANA, nombre: 'Eva' }
const PERSONA = { nombre: 'Luis', direccion: 'Belgrano 1' }
const submit = buildPlainSubmit(1, 'x', { header: { citizen: ANA, persona: PERSONA, signatures: [] } })

function answeredDesk(): Desk {
  const desk = buildDesk()
  putTemplate(desk, version)
  for (const name of ['sofia', 'tomas']) putUser(desk, buildUser(name, 'ROLE_SUPERVISOR_CORRECTOR'))
  expect(push(desk, submit).status).toBe('applied')
  return desk
}
const storedOn = (desk: Desk): Answer => there(desk.documents.get(keys.answer(submit.answer)))

function open(answer: Answer) {
  Element.prototype.scrollIntoView = () => undefined
  return openScreen({
    path: '/correctForm/$id',
    screen: CorrectionScreen,
    role: 'ROLE_SUPERVISOR_CORRECTOR',
    areas: AREAS,
    templates: [version],
    address: `/correctForm/${answer.id}`,
    answer: () => Response.json({ answer }),
  })
}
const type = async (label: string, value: string): Promise<void> => {
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
}
async function saved(local: Parameters<typeof listOutbox>[0], desk: Desk): Promise<Mutation> {
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  const dialog = await screen.findByRole('dialog', { name: 'Your changes' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  await waitFor(async () => expect(await listOutbox(local)).toHaveLength(1))
  const mutation = mutationSchema.parse({ ...there((await listOutbox(local))[0]).mutation, author: 'sofia' })
  expect(push(desk, mutation).status).toBe('applied')
  return mutation
}

describe('the correction of whom an answer is about', () => {
  it('shows who was there, and sends citizen and recipient with what was seen', async () => {
    const desk = answeredDesk()
    const { local } = await open(storedOn(desk))
    await type('First name', 'Eva')
    await type('Name of the recipient', 'Rosa')
    const before = [...document.querySelectorAll('p')].map(({ textContent }) => textContent)
    expect(before).toContain('Citizen · Before: Ana Paz · 30111222')
    expect(before).toContain('Recipient · Before: Luis · Belgrano 1')
    expect(await saved(local, desk)).toMatchObject({
      correction: { ...nothing, citizen: { seen: ANA, value: EVA }, persona: { seen: PERSONA } },
    })
    expect(storedOn(desk)).toMatchObject({ datosCiudadano: { nombre: 'Eva' }, persona: { nombre: 'Rosa' } })
  })

  it('says of a citizen of the registry whether it was asked', async () => {
    const stored = storedOn(answeredDesk())
    const chosen = (_source: string): Answer => ({
      ...stored,
      datosCiudadano: citizenSchema.parse({ ...ANA, id: '77', _source }),
    })
    await open(chosen('claimed'))
    await screen.findByText('From the registry; identity not verified')
    expect(screen.queryByText('In the citizen registry')).toBeNull()
    cleanup()
    await open(chosen('registry'))
    await screen.findByText('In the citizen registry')
  })

  it('is held back while the citizen cannot be', async () => {
    const { local } = await open(storedOn(answeredDesk()))
    await type('ID number', '')
    const button = screen.getByRole('button', { name: 'Save changes' })
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
    fireEvent.click(button)
    await screen.findByText('Some required fields are missing.')
    expect(await listOutbox(local)).toEqual([])
  })

  it('decides between two citizens by what is in the form', async () => {
    const desk = answeredDesk()
    const become = (nombre: string, author: string) => {
      const { answer, template } = submit
      const correction = { ...nothing, citizen: { seen: ANA, value: { ...ANA, nombre } } }
      return { ...correct(correction, author), answer, template } as Mutation
    }
    push(desk, become('Ida', 'sofia'))
    expect(push(desk, become('Eva', 'tomas')).status).toBe('merged')
    const { local } = await open(storedOn(desk))
    const conflict = await screen.findByRole('heading', { name: 'Citizen', level: 3 })
    const text = conflict.parentElement?.textContent ?? ''
    for (const words of ['Ida Paz · 30111222', 'Eva Paz · 30111222', 'Original value: Ana Paz'])
      expect(text).toContain(words)
    fireEvent.click(screen.getByRole('button', { name: 'Use the proposed value in the form' }))
    await screen.findByDisplayValue('Eva')
    await saved(local, desk)
    expect(storedOn(desk).datosCiudadano).toMatchObject({ nombre: 'Eva' })
    expect(storedOn(desk).conflicts.every(({ resolved }) => resolved !== undefined)).toBe(true)
  })
})
