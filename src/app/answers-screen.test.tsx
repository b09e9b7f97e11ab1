// @vitest-environment jsdom
import { act, cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { buildAnsweredDesk, EDITABLE, storedOn } from '#tests/support/builders/changes.ts'
import { AREA, buildTemplate } from '#tests/support/builders/template.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { AnswersScreen } from './answers-screen.tsx'

configure({ asyncUtilTimeout: 15_000 })
afterEach(cleanup)

const answered = storedOn(buildAnsweredDesk())
const stored = { ...answered, opcionales: { ...answered.opcionales, envioEmail: true } }
const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]

/** A window whose width can be changed. */
function resizable() {
  const listeners = new Set<(event: object) => void>()
  let matches = true
  const queryOf = (media: string) => ({
    get matches() {
      return matches && media === '(min-width: 80em)'
    },
    addEventListener: (_: string, listener: (event: object) => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: (event: object) => void) => listeners.delete(listener),
  })
  const resize = (isWide: boolean): void => {
    matches = isWide
    for (const listener of listeners) listener({ matches })
  }
  return { queryOf, resize }
}

async function open() {
  const { queryOf, resize } = resizable()
  await openScreen({
    path: '/respuestas/listado/$id/{-$respuesta}',
    screen: AnswersScreen,
    role: 'ROLE_SUPERVISOR',
    areas: AREAS,
    templates: [buildTemplate({}, { opcionales: EDITABLE })],
    address: `/respuestas/listado/${stored.idPlantilla}/${stored.id}`,
    fill: async () => vi.stubGlobal('matchMedia', queryOf),
    answer: ({ path }) =>
      path.startsWith(`/api/answers/${stored.id}`) && !path.includes('/versions')
        ? Response.json({ answer: stored })
        : new Response(null, { status: 404 }),
  })
  await screen.findByRole('region', { name: 'Selected answer' })
  return { resize: (isWide: boolean) => act(async () => resize(isWide)) }
}

const isBeside = () => screen.queryByRole('region', { name: 'Selected answer' }) !== null
const message = () => screen.getByLabelText('Message (optional)') as HTMLTextAreaElement

it('keeps a dialog and what was typed in it while the window gets narrower and wider again', async () => {
  const { resize } = await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Answer details' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Send a copy by e-mail' }))
  await screen.findByLabelText('Message (optional)')
  fireEvent.change(message(), { target: { value: 'Le enviamos su constancia' } })
  for (const isWide of [false, true, false]) {
    await resize(isWide)
    expect(message().value).toBe('Le enviamos su constancia')
  }
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(isBeside()).toBe(false))
})

it('shows the answer alone in a narrow window, and beside its list in a wide one', async () => {
  const { resize } = await open()
  await resize(false)
  await waitFor(() => expect(isBeside()).toBe(false))
  await screen.findByText('Bar El Puente', { selector: ':not(header *)' })
  await resize(true)
  await waitFor(() => expect(isBeside()).toBe(true))
})
