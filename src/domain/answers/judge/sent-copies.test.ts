import { expect, it, describe } from 'vitest'
import { buildAnsweredDesk, change, EDITABLE, storedOn, submit } from '#tests/support/builders/changes.ts'
import { putTemplate, type Desk } from '#tests/support/builders/desk.ts'
import { push } from '#tests/support/builders/judged.ts'
import { buildTemplate, NOW } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import { MAX_STORED_SENDINGS } from '../index.ts'
import { type MutationId, toInstant, toMilliseconds } from '../../kernel/index.ts'
import { keys, remove, set, unitForKeys, type Write } from '../../store/index.ts'
import type { JobOf } from '../../jobs/jobs.ts'
import {
  findCopiesOfAnswer,
  buildCopyDeliveryReports,
  buildCopyEmailId,
  listUnsentEmailKeys,
  buildSentEmailWrites,
} from './sent-copies.ts'

const BY = { email: 'sofia@relevo.example', username: 'sofia', name: 'Inés Quiroga' }
const key = keys.sentCopies(submit.answer)

function mailingDesk(): Desk {
  const desk = buildAnsweredDesk()
  const stored = storedOn(desk)
  putTemplate(desk, buildTemplate({}, { opcionales: { ...EDITABLE, envioEmail: true } }))
  desk.put(keys.answer(stored.id), { ...stored, opcionales: { ...stored.opcionales, envioEmail: true } })
  return desk
}
const toTwo = { to: ['ana@example.org', 'beto@example.org', 'ANA@example.org'], subject: '', body: '', language: 'es' }
const report = (desk: Desk) => buildCopyDeliveryReports(there(desk.documents.get(key)), desk.documents)
const commit = (desk: Desk, writes: readonly Write[]) => desk.commit(unitForKeys([], () => ({ result: true, writes })))
const letter = (desk: Desk, id: MutationId, index: number) =>
  there(desk.documents.get(keys.job(buildCopyEmailId(id, index)))) as JobOf<'copy.send'>

/** The write at the end of an e-mail. */
function leaves(desk: Desk, id: MutationId, index: number): void {
  const job = letter(desk, id, index)
  commit(desk, [remove(keys.job(job.id)), ...buildSentEmailWrites(job, desk.documents)])
}

describe('copies that were sent', () => {
  it('are listed by whom, when, to how many, and how many have left; to whom stands in no document but the e-mails', () => {
    const desk = mailingDesk()
    const act = change('answer.sendCopy', toTwo)
    expect(push(desk, act).status).toBe('applied')
    const sending = { at: NOW, by: BY, letters: 2 }
    expect(report(desk)).toEqual([{ ...sending, sent: 0, waiting: 2 }])
    leaves(desk, act.id, 1)
    expect(report(desk)).toEqual([{ ...sending, sent: 1, waiting: 1 }])
    leaves(desk, act.id, 0)
    expect(report(desk)).toEqual([{ ...sending, sent: 2, waiting: 0 }])
    expect(listUnsentEmailKeys(there(desk.documents.get(key)))).toEqual([])
    expect(JSON.stringify([...desk.documents])).not.toContain('example.org')
  })

  it('are one sending, however often the act comes', () => {
    const desk = mailingDesk()
    const act = change('answer.sendCopy', toTwo)
    expect(push(desk, act)).toEqual(push(desk, act))
    expect(report(desk)).toHaveLength(1)
  })

  it('say why one was refused for good, and that it waits again when someone has it tried', () => {
    const desk = mailingDesk()
    const act = change('answer.sendCopy', toTwo)
    push(desk, act)
    leaves(desk, act.id, 0)
    const job = letter(desk, act.id, 1)
    const problem = { code: 'mail.refused', details: { address: 'beto' } } as const
    commit(desk, [set(keys.job(job.id), { ...job, state: 'dead', lastProblem: problem })])
    expect(report(desk)).toMatchObject([{ letters: 2, sent: 1, waiting: 0, reason: 'mail.refused' }])
    expect(JSON.stringify(report(desk))).not.toContain('beto')
    commit(desk, [set(keys.job(job.id), { ...job, lastProblem: problem })])
    expect(report(desk)).toEqual([{ at: NOW, by: BY, letters: 2, sent: 1, waiting: 1 }])
  })

  it('count none that went to no one, because the answer was deleted while it waited', () => {
    const desk = mailingDesk()
    const act = change('answer.sendCopy', toTwo)
    push(desk, act)
    const stored = storedOn(desk)
    desk.remove(keys.answer(stored.id))
    leaves(desk, act.id, 0)
    leaves(desk, act.id, 1)
    desk.put(keys.answer(stored.id), stored)
    expect(report(desk)).toEqual([{ at: NOW, by: BY, letters: 2, sent: 0, waiting: 0 }])
  })

  it('are not those of another answer that someone hands in under its id, once it is deleted', () => {
    const desk = mailingDesk()
    const acts = [change('answer.sendCopy', toTwo), change('answer.sendCopy', toTwo)] as const
    push(desk, acts[0])
    const stored = storedOn(desk)
    const later = { ...stored, receivedAt: toInstant(toMilliseconds(stored.receivedAt) + 1) }
    desk.put(keys.answer(stored.id), later)
    const copies = () => there(desk.documents.get(key))
    expect([findCopiesOfAnswer(stored, copies()), findCopiesOfAnswer(later, copies())]).toEqual([copies(), undefined])
    leaves(desk, acts[0].id, 0)
    expect(report(desk)).toMatchObject([{ sent: 0 }])
    push(desk, acts[1])
    expect(copies()).toMatchObject({ receivedAt: later.receivedAt, sendings: [{ id: acts[1].id }] })
    expect(findCopiesOfAnswer(later, copies())).toEqual(copies())
  })

  it('are remembered as far as the last of them; an e-mail of an earlier one leaves without a trace', () => {
    const desk = mailingDesk()
    const acts = Array.from({ length: MAX_STORED_SENDINGS + 1 }, () => change('answer.sendCopy', toTwo))
    for (const act of acts) push(desk, act)
    expect(there(desk.documents.get(key)).sendings.map(({ id }) => id)).toEqual(acts.slice(1).map(({ id }) => id))
    leaves(desk, there(acts[0]).id, 0)
    expect(report(desk).every(({ sent }) => sent === 0)).toBe(true)
    leaves(desk, there(acts[1]).id, 0)
    expect(report(desk).map(({ sent }) => sent)).toEqual([1, ...Array(MAX_STORED_SENDINGS - 1).fill(0)])
  })
})
