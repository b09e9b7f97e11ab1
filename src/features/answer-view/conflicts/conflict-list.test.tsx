// @vitest-environment jsdom
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Answer } from '#domain/answers/index.ts'
import type { Role } from '#domain/users/index.ts'
import { generateMutationId } from '#domain/kernel/index.ts'
import { listOutbox } from '#local/index.ts'
import { buildAnsweredDesk, change, EDITABLE, rename, storedOn } from '#tests/support/builders/changes.ts'
import { push } from '#tests/support/builders/judged.ts'
import { bytesFor, CLOCK } from '#tests/support/builders/submit.ts'
import { AREA, buildTemplate } from '#tests/support/builders/template.ts'
import { keys } from '#domain/store/index.ts'
import { there } from '#tests/support/there.ts'
import { AnswerViewScreen } from '../answer-view-screen.tsx'

configure({ asyncUtilTimeout: 15_000 })
afterEach(cleanup)

const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]

function deskWithConflict() {
  const desk = buildAnsweredDesk()
  push(desk, rename('Bar El Puente', 'Bar Uno'))
  push(desk, rename('Bar El Puente', 'Bar Dos', 'tomas'))
  return desk
}

function open(answer: Answer, role: Role = 'ROLE_SUPERVISOR_CORRECTOR') {
  return openScreen({
    path: '/ver/$id',
    screen: AnswerViewScreen,
    role,
    areas: AREAS,
    templates: [buildTemplate({}, { opcionales: EDITABLE })],
    address: `/ver/${answer.id}`,
    answer: () => Response.json({ answer }),
  })
}

describe('an open conflict on an answer', () => {
  it('shows both values and whose they are', async () => {
    await open(storedOn(deskWithConflict()))
    const item = await screen.findByRole('heading', { name: /Nombre/, level: 3 })
    const text = item.parentElement?.textContent ?? ''
    expect(text).toContain('Bar Uno')
    expect(text).toContain('sofia@relevo.example')
    expect(text).toContain('Bar Dos')
    expect(text).toContain('tomas@relevo.example')
    expect(text).toContain('Original value: Bar El Puente')
  })

  it.each([
    ['Keep the current value', 'Bar Uno'],
    ['Use the proposed value', 'Bar Dos'],
  ])('is decided on the page: %s', async (button, value) => {
    const desk = deskWithConflict()
    const { local } = await open(storedOn(desk))
    fireEvent.click(await screen.findByRole('button', { name: button }))
    await waitFor(async () => expect(await listOutbox(local)).toHaveLength(1))
    // Decided here, and waiting to be sent: not asked again.
    await waitFor(() => expect(screen.queryByRole('button', { name: button })).toBeNull())
    const mutation = there((await listOutbox(local))[0]).mutation
    expect(push(desk, { ...mutation, author: 'sofia' } as never).status).toBe('applied')
    expect(storedOn(desk).secciones[0]?.preguntas[0]?.respuesta).toBe(value)
    expect(storedOn(desk).conflicts.every(({ resolved }) => resolved !== undefined)).toBe(true)
  })

  it('is decided in spite of a signature that locks the answer; nothing else may be written in its place', async () => {
    const desk = deskWithConflict()
    const met = storedOn(desk)
    const locked = {
      ...met,
      opcionales: { ...met.opcionales, signatureEditableAnswer: false },
      signatures: met.signatures.map((one) => ({ ...one, required: true })),
    }
    desk.put(keys.answer(met.id), locked)
    expect(push(desk, rename('Bar Uno', 'Bar Tres')).status).toBe('rejected')
    const { local } = await open(locked)
    fireEvent.click(await screen.findByRole('button', { name: 'Use the proposed value' }))
    expect(screen.queryByRole('link', { name: 'Enter another value' })).toBeNull()
    await waitFor(async () => expect(await listOutbox(local)).toHaveLength(1))
    const mutation = there((await listOutbox(local))[0]).mutation
    expect(push(desk, { ...mutation, author: 'sofia' } as never).status).toBe('applied')
    expect(storedOn(desk).conflicts.every(({ resolved }) => resolved !== undefined)).toBe(true)
  })

  it('is shown to who may not decide, without the decision', async () => {
    await open(storedOn(deskWithConflict()), 'ROLE_INSPECTOR')
    await screen.findByText('Two people changed the same question. Both values are kept until someone decides.')
    expect(screen.queryByRole('button', { name: 'Keep the current value' })).toBeNull()
  })

  it('of two states is decided by keeping the one that is where the other may not follow', async () => {
    const desk = buildAnsweredDesk()
    push(desk, change('answer.changeState', { from: 0, to: 1 }))
    const met = { kind: 'state', seen: 2, current: 1, proposed: 0, date: CLOCK } as const
    const madeBy = { email: 'tomas@relevo.example', username: 'tomas' }
    const mutation = generateMutationId(bytesFor(9).slice(0, 16))
    const { local } = await open({ ...storedOn(desk), conflicts: [{ ...met, madeBy, mutation }] })
    await screen.findAllByText('tomas@relevo.example', { exact: false })
    expect(screen.queryByRole('button', { name: 'Use the proposed value' })).toBeNull()
    fireEvent.click(await screen.findByRole('button', { name: 'Keep the current value' }))
    await waitFor(async () => expect(await listOutbox(local)).toHaveLength(1))
  })
})
