import { there } from '#tests/support/there.ts'
import { remove, set, type Decision, type Write, keys } from '../../store/index.ts'
import { describe, expect, it } from 'vitest'
import { buildDesk } from '#tests/support/builders/desk.ts'
import { buildSubmit } from '#tests/support/builders/submit.ts'
import { NOW } from '#tests/support/builders/template.ts'
import type { MutationId } from '../../kernel/index.ts'
import type { JobKind } from '../jobs.ts'
import { createMutationUnit } from '../../answers/judge/decide.ts'
import { withJobs } from './with-jobs.ts'

const submit = buildSubmit()

/** The document of an answer that creates an incident. */
function answered() {
  const desk = buildDesk()
  desk.commit(createMutationUnit(submit, { author: submit.author }, NOW))
  const document = there(desk.documents.get(keys.answer(submit.answer)))
  return { ...document, opcionales: { ...document.opcionales, incidentes: true } }
}

const writtenAfter = (write: Write, kinds: readonly JobKind[] = ['incident.create']): readonly string[] => {
  const unit = { keysFor: () => [], decide: (): Decision<true> => ({ result: true, writes: [write] }) }
  const { writes } = withJobs(unit, new Set(kinds), NOW).decide(new Map())
  return writes.slice(1).map(({ key }) => key)
}

describe('what a commit sets off elsewhere', () => {
  it('is an incident for a new answer that asks for one', () => {
    expect(writtenAfter(set(keys.answer(submit.answer), answered()))).toEqual([
      keys.job(`incident.create~${submit.answer}`),
    ])
  })

  it('is the incident of a restored answer that was deleted before it had one', () => {
    const by = { email: '', username: 'ada' }
    const back = { ...answered(), version: 3, changedBy: { kind: 'answer.restore' as const, by } }
    expect(writtenAfter(set(keys.answer(submit.answer), back))).toEqual([keys.job(`incident.create~${submit.answer}`)])
    const sent = { ...back, muniCore: { idIncidente: '812' } }
    expect(writtenAfter(set(keys.answer(submit.answer), sent))).toEqual([])
  })

  it('is a message and the state of the portal’s record for a request, the state alone for a revision', () => {
    const place = { sectionOrder: 0, order: 0, title: '' }
    const madeBy = { email: '', username: 'sofia' }
    const request = (needCompletition: boolean) => ({
      needCompletition,
      madeBy,
      sentDateTime: NOW,
      comment: '',
      changesRequested: { answers: [place], images: [], documents: [], sections: [] },
    })
    const changed = (kind: 'answer.requestChanges' | 'answer.revise', version: number, open: boolean, record = true) =>
      writtenAfter(
        set(keys.answer(submit.answer), {
          ...answered(),
          version,
          changedBy: { kind, by: madeBy },
          requestsForChanges: [request(open)],
          portalCiudadanoData: record ? { idRespuestaMG: '7' } : {},
        }),
        ['citizen.message', 'citizen.state'],
      )
    const job = (kind: string, version: number) => keys.job(`${kind}~${submit.answer}~${version}`)
    expect(changed('answer.requestChanges', 2, true)).toEqual([job('citizen.message', 2), job('citizen.state', 2)])
    expect(changed('answer.requestChanges', 2, true, false)).toEqual([job('citizen.message', 2)])
    expect(changed('answer.requestChanges', 3, false)).toEqual([job('citizen.state', 3)])
    expect(changed('answer.revise', 4, false)).toEqual([job('citizen.state', 4)])
  })

  it('is the state of the portal’s record for a new answer that has one, and for one that is brought back', () => {
    const ofPortal = { ...answered(), portalCiudadanoData: { idRespuestaMG: '7' } }
    const state = (version: number) => [keys.job(`citizen.state~${submit.answer}~${version}`)]
    const kinds = ['citizen.state', 'citizen.message', 'citizen.mail'] as const
    expect(writtenAfter(set(keys.answer(submit.answer), ofPortal), kinds)).toEqual(state(1))
    const back = { kind: 'answer.restore' as const, by: { email: '', username: 'ada' } }
    const restored = { ...ofPortal, version: 3, changedBy: back }
    expect(writtenAfter(set(keys.answer(submit.answer), restored), kinds)).toEqual(state(3))
    const without = { ...ofPortal, portalCiudadanoData: {} }
    expect(writtenAfter(set(keys.answer(submit.answer), without), kinds)).toEqual([])
  })

  it('is an e-mail to the citizen where the form says so, for a move and for a request, never for what a machine writes', () => {
    const estados = (actual: number) => ({ disponibles: [], actual, inicial: 0, history: [] })
    const opcionales = { ...answered().opcionales, notifyCitizen: true }
    const before = { ...answered(), opcionales, estados: estados(0) }
    const moved = { ...before, version: 2, estados: estados(1) }
    const lettersOf = (after: object) => {
      const writes = [set(keys.answer(submit.answer), after as never)]
      const unit = { keysFor: () => [], decide: (): Decision<true> => ({ result: true, writes }) }
      const found = new Map([[keys.answer(submit.answer), before as never]])
      const all = withJobs(unit, new Set(['citizen.mail']), NOW).decide(found as never)
      return all.writes.slice(1).map((write) => (write.kind === 'set' ? (write.document as never)['payload'] : null))
    }
    expect(lettersOf(moved)).toMatchObject([{ scope: { kind: 'view', moves: 0 } }])
    for (const nothing of [
      { ...moved, version: 1 },
      { ...before, version: 2 },
      { ...moved, opcionales: {} },
    ])
      expect(lettersOf(nothing)).toEqual([])
  })

  it('is named by the mutation where one asks for it, and not by a version, which comes again after a backup was brought back', () => {
    const version = (comment: string) => ({
      ...answered(),
      version: 2,
      changedBy: { kind: 'answer.requestChanges' as const, by: { email: '', username: 'sofia' } },
      requestsForChanges: [
        {
          needCompletition: true,
          madeBy: { email: '', username: 'sofia' },
          sentDateTime: NOW,
          comment,
          changesRequested: { answers: [], images: [], documents: [], sections: [] },
        },
      ],
      portalCiudadanoData: { idRespuestaMG: '7' },
    })
    const jobsOf = (mutation: MutationId, comment: string) => {
      const receipt = { author: submit.author, result: { id: mutation, status: 'rejected', problem: { code: 'x' } } }
      const writes = [set(keys.receipt(mutation), receipt as never), set(keys.answer(submit.answer), version(comment))]
      const unit = { keysFor: () => [], decide: (): Decision<true> => ({ result: true, writes }) }
      const all = withJobs(unit, new Set(['citizen.message', 'citizen.state']), NOW).decide(new Map())
      return all.writes.slice(2).map(({ key }) => key)
    }
    const [one, other] = [buildSubmit(2).id, buildSubmit(3).id]
    expect(jobsOf(one, 'first')).toEqual(jobsOf(one, 'first'))
    expect(jobsOf(one, 'first').filter((key) => jobsOf(other, 'second').includes(key))).toEqual([])
  })

  it('is nothing for an answer that is changed, deleted or only kept elsewhere', () => {
    const document = answered()
    expect(writtenAfter(set(keys.answer(submit.answer), { ...document, version: 2 }))).toEqual([])
    expect(writtenAfter(remove(keys.answer(submit.answer)))).toEqual([])
    expect(writtenAfter(set(`${keys.answer(submit.answer)}/versiones/1`, document))).toEqual([])
  })
})
