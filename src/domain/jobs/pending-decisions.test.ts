import { expect, it } from 'vitest'
import { buildAnsweredDesk, storedOn } from '#tests/support/builders/changes.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { AREA, FOREIGN_AREA, NOW, OTHER_AREA } from '#tests/support/builders/template.ts'
import { actorOfUser, can, computeSupervision } from '../access/index.ts'
import type { Answer, ChangeRequest } from '../answers/index.ts'
import { ROLES } from '../users/index.ts'
import { toListedAnswer } from '../answers/summarise-answer.ts'
import { DECISION_KINDS, countDecisions } from './pending-decisions.ts'
import { listWaitingSearchWords, buildWaitingSearchWords } from '../answers/open-kinds.ts'

const stored = storedOn(buildAnsweredDesk())
const place = { sectionOrder: 0, order: 0, title: 'Nombre' }
const request = (needCompletition: boolean, answers = [place]): ChangeRequest => ({
  needCompletition,
  madeBy: { email: '', username: 'sofia' },
  sentDateTime: NOW,
  comment: '',
  changesRequested: { answers, images: [], documents: [], sections: [] },
})
const wordsOf = (answer: Answer) => buildWaitingSearchWords(toListedAnswer(answer))
const kindsOf = (answer: Answer) => [...new Set(wordsOf(answer).map((word) => word.split('~')[0]))]

it('an answer is found by what it waits for, and by nothing where it waits for nothing', () => {
  expect(wordsOf(stored)).toEqual([])
  expect(kindsOf({ ...stored, requestsForChanges: [request(true)] })).toEqual(['requests'])
  expect(kindsOf({ ...stored, requestsForChanges: [request(true), request(false)] })).toEqual(['revisions'])
  expect(kindsOf({ ...stored, requestsForChanges: [request(true), request(false, [])] })).toEqual([])
})

it('anyone who looks after held answers finds exactly the answers that they may correct', () => {
  const open = { ...stored, requestsForChanges: [request(true)] }
  const answers: readonly Answer[] = [AREA, OTHER_AREA, FOREIGN_AREA].flatMap((area) => [
    { ...open, areas: [area] },
    { ...open, areas: [area], portalCiudadanoData: {} },
    { ...open, areas: [area, AREA] },
  ])
  for (const role of ROLES)
    for (const areas of [[AREA], [FOREIGN_AREA, OTHER_AREA]]) {
      const actor = actorOfUser(buildUser('ana', role, areas))
      if (actor.kind !== 'staff' || !computeSupervision(actor).held) continue
      const sought = new Set(listWaitingSearchWords('requests', actor))
      for (const document of answers)
        expect([role, areas, document.areas, wordsOf(document).some((word) => sought.has(word))]).toEqual([
          role,
          areas,
          document.areas,
          can(actor, 'correct', { kind: 'respuesta', document }),
        ])
    }
})

it('only what a decision ends is counted in the frame', () => {
  const named = ['held', 'citizens', 'conflicts', 'revisions', 'payments', 'jobs', 'requests', 'devices'] as const
  const kinds = named.map((kind) => ({ kind, count: 3, first: [] }))
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(DECISION_KINDS).toSorted())
  expect(countDecisions({ kinds })).toBe(18)
})

it('who is shown money that does not agree may give it back; the treasury finds it in the closings', () => {
  for (const role of ROLES.filter((each) => each !== 'ROLE_TESORERIA')) {
    const actor = actorOfUser(buildUser('ana', role, [AREA]))
    expect(computeSupervision(actor)[DECISION_KINDS.payments.of], role).toBe(can(actor, 'refund', 'pago'))
  }
})
