import { expect, it } from 'vitest'
import { supervisorEditSchema, type Answer } from '../answers/index.ts'
import { instantSchema, sha256Schema } from '../kernel/index.ts'
import { isSignedBefore, findLastChange } from './signed-before.ts'

const at = (hour: number) => instantSchema.parse(`2026-11-0${hour}T10:00:00.000Z`)
const BY = { email: 'sofia@relevo.example', username: 'sofia' }
const edited = (hour: number, facts: object) =>
  supervisorEditSchema.parse({ madeBy: BY, sentDateTime: at(hour), ...facts })
const answered = { answers: [{ sectionOrder: 0, order: 0, answer: 'Bar Uno' }] }
const revised = (hour?: number) => ({ sectionOrder: 0, title: '', ...(hour === undefined ? {} : { date: at(hour) }) })
const answer = (facts: Partial<Answer>) => ({
  answersWithCorrections: [],
  editsBySupervisor: [],
  completedAt: undefined,
  lastUpdate: at(9),
  ...facts,
})
const imgID = sha256Schema.parse('a'.repeat(64))

it.each([
  ['nothing', {}, null],
  ['a revision', { answersWithCorrections: [revised(2), revised(3)] }, at(3)],
  ['a revision of an earlier release, without a date', { answersWithCorrections: [revised()] }, at(9)],
  ['a correction by staff', { editsBySupervisor: [edited(4, { editedAnswers: answered })] }, at(4)],
  ['another place', { editsBySupervisor: [edited(4, { editedLocation: { direccion: 'Rivera 12' } })] }, at(4)],
  ['the citizen taken away', { editsBySupervisor: [edited(4, { editedCitizen: null })] }, at(4)],
  ['other rows', { editsBySupervisor: [edited(4, { editedRows: [{ sectionOrder: 1, rows: 2 }] })] }, at(4)],
  ['a decision that leaves everything as it is', { editsBySupervisor: [edited(4, { reason: 'It is right' })] }, null],
  ['completing', { completedAt: at(5) }, at(5)],
  [
    'several, of which the last counts',
    {
      completedAt: at(2),
      answersWithCorrections: [revised(7)],
      editsBySupervisor: [edited(6, { editedAnswers: answered })],
    },
    at(7),
  ],
])('finds when the content was last changed: %s', (_, facts, expected) => {
  expect(findLastChange(answer(facts as Partial<Answer>))).toBe(expected)
})

it.each([
  ['given with the answer, which was changed', { imgID }, at(3), true],
  ['given with the answer, which is as it was sent', { imgID }, null, false],
  ['given later, before the change', { imgID, signedAt: at(2) }, at(3), true],
  ['given with the change', { imgID, signedAt: at(3) }, at(3), false],
  ['given after the change', { imgID, signedAt: at(4) }, at(3), false],
  ['not given', {}, at(3), false],
])('knows a signature from before the change: %s', (_, signature, changedAt, expected) => {
  expect(isSignedBefore(signature, changedAt)).toBe(expected)
})
