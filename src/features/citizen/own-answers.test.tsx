// @vitest-environment jsdom
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { buildReference } from '#domain/codes/index.ts'
import { answerValuesSchema } from '#domain/answers/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { storePublicForm, listDrafts, listOutbox, saveAnswer, saveDraft, type Local } from '#local/index.ts'
import { rescheduleEntries } from '#local/sending.ts'
import { quarantineEntry } from '#domain/sync/index.ts'
import { there } from '#tests/support/there.ts'
import { OwnAnswers } from './own-answers.tsx'

afterEach(cleanup)

const idOf = (seed: number) => buildPlainSubmit(seed).answer
const at = toInstant(Date.UTC(2026, 10, 1))
const NAMED = { titulo: 'Luces', tituloAlternativeLanguage_en: 'Lights', fechaCreacion: at }
const LINE = { id: idOf(1), ...NAMED, codigoMunicipio: 'VIS7', lastUpdate: at, estado: null, status: 'review' }
const HELD = { id: idOf(2), ...NAMED, reason: { code: 'answer.already-answered' }, discarded: null }
const go = vi.fn()
const open = (reply: object, fill: (local: Local) => Promise<unknown> = async () => undefined) =>
  openScreen({
    fill,
    path: '/ciudadano/formularios/respuestas',
    screen: () => (
      <main id="main" tabIndex={-1}>
        <OwnAnswers go={go} />
      </main>
    ),
    role: 'ROLE_SUPERVISOR',
    areas: [],
    templates: [],
    answer: () => Response.json({ answers: [], held: [], more: false, ...reply }),
  })

describe("a citizen's own answers", () => {
  it('are named in the reader’s language, with what to do next', async () => {
    await open({ answers: [LINE] })
    await screen.findByRole('heading', { name: 'Lights' })
    fireEvent.click(screen.getByRole('button', { name: 'Correct the answer' }))
    expect(go).toHaveBeenCalledWith({ kind: 'revision', answer: LINE.id })
  })

  it('say of those that are held why, and of those that stay out in whose words', async () => {
    await open({ held: [HELD, { ...HELD, id: idOf(3), discarded: 'ya respondió' }] })
    const [held, out] = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
    expect(held).toMatch(/Lights.*Under review.*The municipality will decide\./)
    expect(out).toMatch(/Rejected.*ya respondió/)
    // A message of another screen may be present.
    expect(within(screen.getByRole('main')).queryByRole('button')).toBeNull()
  })

  it.each([
    ['review', 'To correct', 'The municipality asks you to correct something.'],
    ['correct', 'Under review', 'Your correction was sent and is being checked.'],
    ['approved', 'Received', 'You have nothing to correct.'],
    ['approved', 'Closed', 'You have nothing to correct.', true],
  ])('have the badge that the citizen understands: %s, %s', async (status, badge, text, ended = false) => {
    await open({ answers: [{ ...LINE, status, ...(ended && { ended }) }] })
    await screen.findByText(badge)
    screen.getByText(text)
  })

  it('say that there are none only where nothing is held, either', async () => {
    await open({})
    await screen.findByText('There are no answers available.')
    screen.getByText(/To send your first answer, open a form in the portal\./)
    const way = screen.getByRole('link', { name: 'Check the state of your form' })
    expect(way.getAttribute('href')).toBe('/publico/consultar-estado')
  })

  it('show the reference where the municipality shows no code', async () => {
    await open({ answers: [{ ...LINE, codigoMunicipio: '' }] })
    await screen.findByText(buildReference(LINE.id))
  })

  it('show what was begun for a form that has left the portal: it can be read and discarded', async () => {
    const template = buildPlainTemplate()
    const submit = buildPlainSubmit(5, 'una luz')
    const { local } = await open({}, async (local) => {
      await storePublicForm(local, template, { codeHidden: false })
      const { id, version } = template
      const draft = { id: submit.answer, template: id, version, header: submit.header, content: submit.content }
      await saveDraft(local, { ...draft, startedAt: at, updatedAt: at })
    })
    await screen.findByText('una luz')
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
    expect(go).toHaveBeenLastCalledWith({ kind: 'form', form: template.id })
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(async () => expect(await listDrafts(local)).toEqual([]))
  })

  it('name the row of what was begun in a repeated section', async () => {
    const rows = section(1, [question(0, { titulo: 'Especie' })], { titulo: 'Árboles', repetible: true })
    const template = templateOf([section(0, [question(0)]), rows])
    await open({}, async (local) => {
      await storePublicForm(local, template, { codeHidden: false })
      const { answer: id, header } = buildPlainSubmit(7, 'x')
      const content = answerValuesSchema.parse({
        values: { '1/r0/0': { respuesta: 'ceibo' }, '1/r4AAAAAAAAA/0': { respuesta: 'lapacho' } },
        conditions: {},
        rows: { 1: ['0', '4AAAAAAAAA'] },
      })
      const draft = { id, template: template.id, version: template.version, header, content }
      await saveDraft(local, { ...draft, startedAt: at, updatedAt: at })
    })
    await screen.findByText('Árboles (repetition 2): Especie')
    screen.getByText('Árboles (repetition 3): Especie')
  })

  it('show what the municipality could not take, and why, until it is discarded', async () => {
    const { local } = await open({}, async (local) => {
      await storePublicForm(local, buildPlainTemplate(), { codeHidden: false })
      await saveAnswer(local, { mutation: buildPlainSubmit(6, 'una luz') })
      const [entry] = await listOutbox(local)
      await rescheduleEntries(local, [quarantineEntry(there(entry), { code: 'template.missing' }, at)])
    })
    await screen.findByText(
      /The municipality could not receive this\. It is kept on this device and will not be sent again\./,
    )
    screen.getByText('una luz')
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(async () => expect(await listOutbox(local)).toEqual([]))
  })
})
