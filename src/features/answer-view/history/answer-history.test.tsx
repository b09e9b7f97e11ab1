// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import { citizenSchema } from '#domain/citizens/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import type { CopyDeliveryReport } from '#domain/answers/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildAnsweredDesk, correct, EDITABLE, nothing, rename, storedOn } from '#tests/support/builders/changes.ts'
import { push } from '#tests/support/builders/judged.ts'
import { buildPlainSubmit, PHOTO } from '#tests/support/builders/submit.ts'
import { BEFORE, buildPlainTemplate, buildTemplate } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { there } from '#tests/support/there.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { AnswerHistory } from './answer-history.tsx'

afterEach(cleanup)

const author = { ...buildUser('ines'), id: AUTHOR_PROFILE.id }
const AT = toInstant(Date.parse(BEFORE) + 60_000)
const BY = { email: 'sofia@relevo.example', username: 'sofia' }

async function open(copies: readonly CopyDeliveryReport[] | undefined, envioEmail = true) {
  const template = buildPlainTemplate({}, { opcionales: { envioEmail } })
  const stored = composeAnswer(template, buildPlainSubmit(1), { code: 'VIS1', now: BEFORE, author })
  const facts = { delivery: undefined, changes: [], isGone: false, isUnsent: false }
  const asked: string[] = []
  await openScreen({
    path: '/ver',
    screen: () => <AnswerHistory shownAnswer={{ ...facts, answer: stored, stored, version: template }} />,
    role: 'ROLE_SUPERVISOR',
    areas: [],
    templates: [template],
    answer: ({ path }) => {
      asked.push(path)
      return copies && Response.json({ versions: [], next: null, copies })
    },
  })
  await screen.findByText('Answered')
  return () => asked.filter((path) => path.includes('/versions'))
}

const line = async () => (await screen.findByText(/by e-mail to/)).closest('li')?.textContent

describe('copies by e-mail in the history of an answer', () => {
  it('that all have left are one line: to how many, by whom', async () => {
    await open([{ at: AT, by: BY, letters: 2, sent: 2, waiting: 0 }])
    expect(await line()).toMatch(/^Copies by e-mail to 2 addresses 2 sent.* · sofia@relevo\.example$/)
  })

  it('say how many wait, how many were not sent, and why', async () => {
    await open([{ at: AT, by: BY, letters: 5, sent: 1, waiting: 3, reason: 'mail.refused' }])
    const shownLine = await line()
    for (const words of [
      '5 addresses',
      '1 sent',
      '3 waiting to be sent',
      '1 could not be sent',
      'rejected this address',
    ])
      expect(shownLine).toContain(words)
  })

  it('are nothing that anybody is asked for where the form offers none', async () => {
    const asked = await open([], false)
    expect(asked()).toEqual([])
  })

  it('are left out while the server cannot be reached: the rest is shown', async () => {
    const asked = await open(undefined)
    await waitFor(() => expect(asked()).not.toEqual([]))
    expect(screen.queryByText(/by e-mail to/)).toBeNull()
  })
})

describe('a correction in the history of an answer', () => {
  it('tells yes, days, files and rows in the words of the screen, and how often there was one', async () => {
    const version = buildTemplate({}, { opcionales: EDITABLE })
    const desk = buildAnsweredDesk()
    const values = [
      { at: '0/6', seen: { respuesta: true }, value: { respuesta: false } },
      { at: '0/3', seen: { respuesta: '2027-03-01' }, value: { respuesta: '2026-11-20' } },
      { at: '1/1', seen: null, value: { imagen: PHOTO.sha256 } },
    ]
    const rows = [{ section: 1, row: '0', seen: { 0: { respuesta: 'Salida de emergencia' } } }]
    expect(push(desk, correct({ ...nothing, values, rows })).status).toBe('applied')
    push(desk, rename('Bar El Puente', 'Bar Uno'))
    const [first, second] = storedOn(desk).editsBySupervisor
    const editedCitizen = citizenSchema.parse({ nombre: 'Eva', apellido: 'Sosa', dni: '27555666' })
    const stored = {
      ...storedOn(desk),
      editsBySupervisor: [
        there(first),
        { ...there(second), reason: 'The sign says so', editedCitizen, editedPersona: null, editedIdentifier: 'L1' },
      ],
    }
    const facts = { delivery: undefined, changes: [], isGone: false, isUnsent: false }
    await openScreen({
      path: '/ver',
      screen: () => <AnswerHistory shownAnswer={{ ...facts, answer: stored, stored, version }} />,
      role: 'ROLE_SUPERVISOR',
      areas: [],
      templates: [version],
      answer: () => Response.json({ versions: [], next: null }),
    })
    await screen.findByText('Edited 2 times')
    const events = [...document.querySelectorAll('li')].map(({ textContent }) => textContent)
    const corrected = events.find((text) => text.includes('The sign says so'))
    expect(corrected).toMatch(/ · Inés Quiroga \(sofia@relevo\.example\)$/)
    const shownLine = [...document.querySelectorAll('li li')].map(({ textContent }) => textContent)
    expect(shownLine).toEqual([
      'Nombre: Bar Uno',
      'Citizen: Eva Sosa · 27555666',
      'Recipient: not answered',
      'Asset: L1',
      'Matafuegos: No',
      'Vencimiento: 20/11/2026',
      'Foto: foto.jpg',
      'Repetitions of Salidas: 1',
    ])
  })
})
