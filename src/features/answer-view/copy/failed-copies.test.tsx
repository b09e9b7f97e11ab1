// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import type { CopyDeliveryReport } from '#domain/answers/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AREA, BEFORE, buildPlainTemplate } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { AnswerViewScreen } from '../answer-view-screen.tsx'
import { receivePage } from '#tests/support/device/pages.ts'

afterEach(cleanup)

const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const PAGE = { cursor: 'c2', scope: 's', reset: false, more: false, templates: [], goneTemplates: [], goneAnswers: [] }
const template = buildPlainTemplate({}, { opcionales: { envioEmail: true } })
const ANSWER = composeAnswer(template, buildPlainSubmit(1), { code: 'VIS1', now: BEFORE, author: buildUser('ines') })
const ME = { email: AUTHOR_PROFILE.email, username: AUTHOR_PROFILE.userMuniCore }
const at = (minute: number) => toInstant(Date.parse(BEFORE) + minute * 60_000)
const FAILED: CopyDeliveryReport = { at: at(1), by: ME, letters: 2, sent: 1, waiting: 0, reason: 'mail.refused' }

async function open(...copies: readonly CopyDeliveryReport[]) {
  let asked = 0
  await openScreen({
    path: '/ver/$id',
    screen: AnswerViewScreen,
    role: 'ROLE_SUPERVISOR',
    areas: AREAS,
    templates: [template],
    address: `/ver/${ANSWER.id}`,
    fill: (local) => receivePage(local, { ...PAGE, serverTime: BEFORE, answers: [ANSWER] }),
    answer: ({ path }) => {
      if (!path.includes('/versions')) return undefined
      asked += 1
      return Response.json({ versions: [], next: null, copies })
    },
  })
  await waitFor(() => expect(asked).toBe(1))
  await screen.findAllByText(/by e-mail to/)
}
const note = () => screen.queryByText(/copy by e-mail could not be sent|copies by e-mail could not be sent/)

describe('a copy by e-mail that failed for good', () => {
  it('is said at the top of the answer to who has sent it, with the reason and another try', async () => {
    await open(FAILED)
    const alert = (await screen.findByText('A copy by e-mail could not be sent.')).closest<HTMLElement>('[role=alert]')
    expect(alert?.textContent).toContain('rejected this address')
    expect(within(alert as HTMLElement).getByRole('button', { name: 'Send a copy by e-mail' })).toBeTruthy()
  })

  it.each<[string, CopyDeliveryReport[]]>([
    ['to nobody else', [{ ...FAILED, by: { email: 'sofia@relevo.example', username: 'sofia' } }]],
    ['while it may still leave', [{ ...FAILED, waiting: 1 }]],
    ['once a later one has left', [FAILED, { at: at(2), by: ME, letters: 1, sent: 1, waiting: 0 }]],
  ])('is not said %s', async (_, copies) => {
    await open(...copies)
    expect(note()).toBeNull()
  })
})
