// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answerIdSchema } from '#domain/kernel/index.ts'
import { type Local, saveAnswer, saveDraft, takeBackAnswer } from '#local/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AREA, BEFORE, buildPlainTemplate, OTHER_AREA } from '#tests/support/builders/template.ts'
import { holdDraftsElsewhere, releaseDraftsElsewhere } from '#tests/support/screens/drafts-elsewhere.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { AnsweringScreen } from './answering-screen.tsx'

afterEach(() => {
  cleanup()
  releaseDraftsElsewhere()
})

const FORM = buildPlainTemplate({ areas: [OTHER_AREA, AREA] })
const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]

function open(
  fill?: (local: Local) => Promise<unknown>,
  form = FORM,
  answer?: Parameters<typeof openScreen>[0]['answer'],
) {
  Element.prototype.scrollIntoView = () => undefined
  return openScreen({
    path: '/contestar/$id',
    screen: AnsweringScreen,
    role: 'ROLE_INSPECTOR',
    areas: AREAS,
    templates: [form],
    address: `/contestar/${form.id}`,
    ...(answer === undefined ? {} : { answer }),
    ...(fill === undefined ? {} : { fill }),
  })
}

it('does not open a form whose first area is not one of theirs: no one fills in what would only be held', async () => {
  await open()
  await screen.findByText(/You do not have permission to see this form/)
  expect(screen.queryByLabelText('Nota')).toBeNull()
})

it('opens the draft of one whose area was withdrawn: what was written is theirs to send, and a supervisor decides', async () => {
  await open(async (local) =>
    saveDraft(local, {
      id: answerIdSchema.parse('7F3K2MXXXXXXXXXXXXXXXXXXXX'),
      template: FORM.id,
      version: FORM.version,
      header: { signatures: [] },
      content: { values: {}, conditions: {}, rows: {} },
      startedAt: BEFORE,
      updatedAt: BEFORE,
    }),
  )
  await screen.findByLabelText('Nota')
})

it('says of a draft that it is an answer that was taken back, and how it is sent', async () => {
  const of = buildPlainTemplate()
  await open(async (local) => {
    await saveAnswer(local, { mutation: buildPlainSubmit(1) })
    await takeBackAnswer(local, buildPlainSubmit(1).answer, { choice: 'correct', now: Date.parse(BEFORE) })
  }, of)
  await screen.findByText('This answer is a draft again. Save it to send it.')
  expect(screen.queryByText(/continuing the draft/)).toBeNull()
})

it('says that another tab has it open', async () => {
  holdDraftsElsewhere()
  await open(undefined, buildPlainTemplate())
  const said = [/This answer is open in another window/, 'Also open in another window.']
  for (const text of said) await screen.findByText(text)
  // Another window of one's own is no error.
  expect(document.querySelector('[role=alert]:not(:empty), [data-tone=attention], .r-problem:not([hidden])')).toBeNull()
})

it('says no less important thing above the form while another tab has it open', async () => {
  holdDraftsElsewhere()
  const full = buildPlainTemplate({}, { opcionales: { limitResponses: true }, responsesCount: 2 })
  const refusal = { code: 'answer.limit-reached', details: { limit: 2 } }
  await open(undefined, full, ({ path }) => (path.includes('/takes') ? Response.json({ refusal }) : undefined))
  await screen.findByText(/This answer is open in another window/)
  expect(screen.queryByText(/limit responses reached/)).toBeNull()
})

it('says at opening that the form takes no more answers, and fills in nevertheless', async () => {
  const full = buildPlainTemplate({}, { opcionales: { limitResponses: true }, responsesCount: 2 })
  const refusal = { code: 'answer.limit-reached', details: { limit: 2 } }
  await open(undefined, full, ({ path }) => (path.includes('/takes') ? Response.json({ refusal }) : undefined))
  expect((await screen.findByText(/limit responses reached/)).textContent).toMatch(/a supervisor will decide/)
  await screen.findByLabelText('Nota')
})

it('says once it is known whom it is about that they have answered', async () => {
  const once = buildPlainTemplate({}, { opcionales: { ciudadano: true, singleAnswer: true } })
  const asked: string[] = []
  await open(undefined, once, ({ path }) => {
    if (path.includes('/takes')) asked.push(path)
    return path.includes('/takes') ? Response.json({ refusal: { code: 'answer.already-answered' } }) : undefined
  })
  fireEvent.click(await screen.findByRole('button', { name: /^Citizen/ }))
  fireEvent.change(await screen.findByLabelText('ID number'), { target: { value: '30111222' } })
  await screen.findByText(/Form already answered/)
  expect(asked).toEqual([`/api/templates/${once.id}/takes?dni=30111222`])
})
