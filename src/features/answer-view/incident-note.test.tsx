// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import type { IncidentStatus } from '#domain/answers/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AREA, BEFORE, buildPlainTemplate } from '#tests/support/builders/template.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { AnswerViewScreen } from './answer-view-screen.tsx'
import { receivePage } from '#tests/support/device/pages.ts'

afterEach(cleanup)

const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const PAGE = { cursor: 'c2', scope: 's', reset: false, more: false, templates: [], goneTemplates: [], goneAnswers: [] }
const template = buildPlainTemplate({}, { opcionales: { incidentes: true } })
const ANSWER = composeAnswer(template, buildPlainSubmit(1), { code: 'VIS1', now: BEFORE, author: buildUser('ines') })
const TASK = `incident.create~${ANSWER.id}`

function open(stand: IncidentStatus, idIncidente?: string) {
  const asked: string[] = []
  const answer = { ...ANSWER, muniCore: idIncidente === undefined ? {} : { idIncidente } }
  return openScreen({
    path: '/ver/$id',
    screen: AnswerViewScreen,
    role: 'ROLE_SUPERVISOR',
    areas: AREAS,
    templates: [template],
    address: `/ver/${ANSWER.id}`,
    fill: (local) => receivePage(local, { ...PAGE, serverTime: BEFORE, answers: [answer] }),
    answer: ({ path }) => {
      if (path.endsWith(`/answers/${ANSWER.id}/incident`) || path.endsWith('/retry')) asked.push(path)
      if (path.endsWith('/incident')) return Response.json(stand)
      return undefined
    },
  }).then(() => asked)
}
const FAILED: IncidentStatus = { state: 'failed', task: TASK, problem: { code: 'incident.failed' }, mayRetry: true }

/** The rest of the page may have failed too, because no server replies here. */
const note = () => {
  const found = screen.getByText('Error while creating incident.').closest<HTMLElement>('[role=alert]')
  if (found === null) throw new Error('It is no alert')
  return found
}

describe('the incident of an answer', () => {
  it('that failed is said with its reason, and tried again by who may', async () => {
    const asked = await open(FAILED)
    await screen.findByText('Error while creating incident.')
    await screen.findByText(/Check the user, area and type/)
    fireEvent.click(within(note()).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(asked.some((path) => path.endsWith('/retry'))).toBe(true))
  })

  it('that failed says whom to tell, to anyone who may not', async () => {
    await open({ ...FAILED, mayRetry: false })
    await screen.findByText(/An administrator of the municipality can retry it/)
    expect(within(note()).queryByRole('button')).toBeNull()
  })

  it('that is on its way is said', async () => {
    await open({ state: 'waiting', mayRetry: false })
    await screen.findByText('The incident is being created in MuniGestion.')
  })

  it('that is there is a number among the facts, and no one is asked', async () => {
    const asked = await open({ state: 'none', mayRetry: false }, '80001')
    await screen.findByText('80001')
    expect(asked).toEqual([])
  })
})
