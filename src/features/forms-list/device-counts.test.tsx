// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import { generateAnswerId, templateIdSchema, toInstant } from '#domain/kernel/index.ts'
import { summariseOlderAnswer } from '#domain/answers/index.ts'
import { saveAnswer, saveDraft, type Draft, type Local } from '#local/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AREA, BEFORE, buildPlainTemplate } from '#tests/support/builders/template.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { FormsListScreen } from './forms-list-screen.tsx'
import { receivePage } from '#tests/support/device/pages.ts'

// Lazy parts are loaded in advance, because a busy machine takes long to read them.
beforeAll(() => Promise.all([import('./device-counts.tsx'), import('./draft-note.tsx')]))
afterEach(cleanup)

const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const LAST_EDIT = { date: toInstant(Date.parse('2026-11-21T15:00:00.000Z')), username: 'ana' }
const NOTES = { ...buildPlainTemplate({}, { titulo: 'Notas' }), lastEdit: LAST_EDIT }
const QUIET = buildPlainTemplate({ id: templateIdSchema.parse('otro') }, { titulo: 'Otro' })

const draft = (seed: number, change: Partial<Draft> = {}): Draft => ({
  id: generateAnswerId(new Uint8Array(16).fill(seed)),
  template: NOTES.id,
  version: NOTES.version,
  header: { signatures: [] },
  content: { values: {}, conditions: {}, rows: {} },
  startedAt: BEFORE,
  updatedAt: BEFORE,
  ...change,
})

function open(fill: (local: Local) => Promise<unknown>) {
  return openScreen({
    path: '/listar',
    screen: FormsListScreen,
    role: 'ROLE_INSPECTOR',
    areas: AREAS,
    templates: [NOTES, QUIET],
    fill,
  })
}
const cells = (title: string) =>
  within(screen.getByRole('row', { name: new RegExp(`^${title}`) }))
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

describe('the row of a form', () => {
  it('says how many answers this device knows, whole and as summaries, what was begun, and when the form changed', async () => {
    const older = composeAnswer(NOTES, buildPlainSubmit(3), { code: 'VIS3', now: BEFORE, author: buildUser('ines') })
    await open(async (local) => {
      for (const seed of [1, 2]) await saveAnswer(local, { mutation: buildPlainSubmit(seed) })
      await receivePage(local, {
        cursor: 'c2',
        scope: 's',
        reset: false,
        more: false,
        templates: [],
        goneTemplates: [],
        answers: [],
        olderAnswers: [summariseOlderAnswer(older)],
        goneAnswers: [],
        serverTime: BEFORE,
      })
      await saveDraft(local, draft(1))
    })
    await waitFor(() => expect(cells('Notas').slice(1, 3)).toEqual(['3 answers, 1 draft', '21/11/2026']))
    expect(cells('Otro')[1]).toBe('')
  })

  it('counts as begun what is not a change of an answer that was sent', async () => {
    const change = { ...draft(2), change: { kind: 'answer.edit', mutation: 'm1' } } as unknown as Draft
    await open(async (local) => {
      await saveDraft(local, draft(1))
      await saveDraft(local, change)
    })
    await waitFor(() => expect(cells('Notas')[1]).toBe('1 draft'))
  })
})

it('all drafts of a form are above the list, the youngest first, each with the way to continue', async () => {
  const young = draft(2, { updatedAt: '2026-11-22T15:00:00.000Z' as Draft['updatedAt'] })
  await open(async (local) => {
    await saveDraft(local, draft(1))
    await saveDraft(local, young)
  })
  const links = await waitFor(() => {
    const found = screen.getAllByRole('link', { name: 'Continue' })
    expect(found).toHaveLength(2)
    return found
  })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    [young, draft(1)].map(({ id }) => `/contestar/${NOTES.id}?borrador=${id}`),
  )
})
