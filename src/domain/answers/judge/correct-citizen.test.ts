import { beforeEach, describe, expect, it } from 'vitest'
import { change, correct, nothing } from '#tests/support/builders/changes.ts'
import { buildDesk, type Desk, putTemplate, putUser } from '#tests/support/builders/desk.ts'
import { problemOf, push } from '#tests/support/builders/judged.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate, NOW } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import { type Citizen, citizenSchema } from '../../citizens/index.ts'
import { keys, set, unitForKeys, type Write } from '../../store/index.ts'
import { toConflictResolution, acceptProposedChange } from '../../corrections/index.ts'
import type { PdfTexts } from '../../pdf/index.ts'
import { buildPdfSubjects } from '../../pdf/subjects.ts'
import type { Mutation } from '../../sync/mutation.ts'
import { decomposeAnswer, type SubmitMutation } from '../../answering/index.ts'
import { withJobs } from '../../jobs/judge/with-jobs.ts'
import { createMutationUnit } from './decide.ts'

const citizen = (part: object = {}): Citizen =>
  citizenSchema.parse({ nombre: 'Ana', apellido: 'Paz', dni: '30111222', ...part })
const ANA = citizen()
const EVA = citizen({ nombre: 'Eva', apellido: 'Sosa', dni: '27555666' })
const PERSONA = { nombre: 'Luis', direccion: 'Belgrano 1' }
const OPTIONS = { ciudadano: true, destinatario: true, geolocalizacion: true, incidentes: true }
let desk: Desk
let seed = 0

beforeEach(() => {
  desk = buildDesk()
  for (const name of ['sofia', 'tomas']) putUser(desk, buildUser(name, 'ROLE_SUPERVISOR_CORRECTOR'))
  form()
})

const form = (options: object = {}) =>
  putTemplate(desk, buildPlainTemplate({}, { opcionales: { ...OPTIONS, ...options } }))
function answered(header: object = { citizen: ANA }): SubmitMutation {
  const location = { direccion: 'Maipú 1' }
  const submit = buildPlainSubmit((seed += 1), 'x', { header: { location, ...header, signatures: [] } })
  expect(problemOf(push(desk, submit))).toBe('applied')
  return submit
}
const put = (write: Write) => desk.commit(unitForKeys<void>([], () => ({ result: undefined, writes: [write] })))
const stored = ({ answer }: SubmitMutation) => there(desk.documents.get(keys.answer(answer)))
const about = (mutation: Mutation, { answer, template, version }: SubmitMutation, base = 1): Mutation =>
  ({ ...mutation, answer, template, version, base }) as Mutation
const to = (submit: SubmitMutation, part: object, author = 'sofia', base = 1) =>
  about(correct({ ...nothing, ...part }, author), submit, base)
const become = (value: Citizen | null, seen: Citizen | null = ANA) => ({ citizen: { seen, value } })
const countOf = (submit: SubmitMutation, dni: string) =>
  desk.documents.get(keys.citizenCounter(submit.template, `dni~${dni}`))?.count ?? 0

describe('a correction of whom or what an answer is about', () => {
  it('puts another citizen there, unverified, on the record', () => {
    const submit = answered()
    expect(push(desk, to(submit, become({ ...EVA, id: 'c7' as Citizen['id'], _source: 'registry' }))).status).toBe(
      'applied',
    )
    const { datosCiudadano, editsBySupervisor } = stored(submit)
    expect(datosCiudadano).toEqual({ ...EVA, id: 'c7', _source: 'claimed' })
    const record = JSON.stringify(buildPdfSubjects(stored(submit), {} as PdfTexts))
    expect([record.includes('27555666'), record.includes('30111222')]).toEqual([true, false])
    expect(editsBySupervisor).toMatchObject([{ editedCitizen: { dni: '27555666' }, madeBy: { username: 'sofia' } }])
  })

  it('changes, gives and takes away recipient and asset, and leaves the tie to the incident', () => {
    const submit = answered({ persona: PERSONA, identifier: 'a1' })
    const key = keys.answer(submit.answer)
    const before = stored(submit)
    put(set(key, { ...before, muniCore: { ...before.muniCore, idIncidente: '812' } }))
    const other = { nombre: 'Rosa', direccion: '' }
    const edits = { persona: { seen: PERSONA, value: other }, identifier: { seen: 'a1', value: 'a2' } }
    expect(push(desk, to(submit, edits)).status).toBe('applied')
    expect(stored(submit)).toMatchObject({ persona: other, muniCore: { idIdentificador: 'a2', idIncidente: '812' } })
    const away = { persona: { seen: other, value: null }, identifier: { seen: 'a2', value: null } }
    expect(push(desk, to(submit, away, 'sofia', 2)).status).toBe('applied')
    const after = stored(submit)
    expect([after.persona, after.muniCore]).toEqual([undefined, { idIncidente: '812' }])
    expect(after.editsBySupervisor[1]).toMatchObject({ editedPersona: null, editedIdentifier: null })
  })

  it('keeps both values where two people met, and anyone who decides takes what came second', () => {
    const submit = answered({ citizen: ANA, persona: PERSONA, identifier: 'a1' })
    const all = (person: Citizen, name: string, asset: string) => ({
      ...become(person),
      persona: { seen: PERSONA, value: { ...PERSONA, nombre: name } },
      identifier: { seen: 'a1', value: asset },
    })
    const third = citizen({ nombre: 'Ida', dni: '20333444' })
    push(desk, to(submit, all(EVA, 'Rosa', 'a2')))
    expect(push(desk, to(submit, all(third, 'Ema', 'a3'), 'tomas'))).toMatchObject({ status: 'merged', conflicts: 3 })
    expect(stored(submit)).toMatchObject({ datosCiudadano: EVA, persona: { nombre: 'Rosa' } })
    for (const conflict of stored(submit).conflicts) {
      if (conflict.kind === 'state' || conflict.kind === 'rows') throw new Error('state')
      const now = stored(submit)
      const taken = correct(acceptProposedChange(decomposeAnswer(now), now, conflict), 'sofia', [
        toConflictResolution(conflict),
      ])
      expect(push(desk, about(taken, submit, now.version)).status).toBe('applied')
    }
    const after = stored(submit)
    expect(after).toMatchObject({
      datosCiudadano: third,
      persona: { nombre: 'Ema' },
      muniCore: { idIdentificador: 'a3' },
    })
    expect(after.conflicts.every(({ resolved }) => resolved !== undefined)).toBe(true)
  })

  it.each([
    ['a citizen', { ciudadano: false }, become(EVA, null), { field: 'citizen' }],
    ['a recipient', { destinatario: false }, { persona: { seen: null, value: PERSONA } }, { field: 'persona' }],
    ['an asset', { incidentes: false }, { identifier: { seen: null, value: 'a1' } }, { field: 'identifier' }],
  ])('gives none to a form that asks for no such: %s', (_which, options, part, details) => {
    form(options)
    const submit = answered({})
    expect(push(desk, to(submit, part))).toMatchObject({ problem: { code: 'answer.unknown-address', details } })
  })

  it('leaves no answer without a citizen that needs one, nor with one who cannot be', () => {
    form({ ciudadanoRequerido: true })
    const submit = answered()
    expect(problemOf(push(desk, to(submit, become(null))))).toBe('answer.incomplete')
    const wrong = push(desk, to(submit, become({ ...EVA, dni: '' })))
    expect(wrong).toMatchObject({ problem: { code: 'answer.incomplete', details: { field: 'dni' } } })
    const control = to(submit, become({ ...EVA, calle: 'a\u0000b' }))
    expect(problemOf(push(desk, control))).toBe('answer.wrong-value')
    // The author could not know it, so it conflicts.
    push(desk, to(submit, become(EVA)))
    expect(push(desk, to(submit, become(null, EVA), 'tomas'))).toMatchObject({ status: 'merged', conflicts: 1 })
    expect(stored(submit).datosCiudadano).toMatchObject({ dni: EVA.dni })
  })

  it('is a supervisor’s: completing fills in and replaces nothing', () => {
    putUser(desk, buildUser('luis', 'ROLE_SUPERVISOR'))
    putTemplate(
      desk,
      buildPlainTemplate(
        {},
        {
          opcionales: { ...OPTIONS, digitalSignature: true },
          signatures: [{ title: 'Responsable', indexSignature: 0, required: false, tipeOfSignatory: 'intern' }],
        },
      ),
    )
    const submit = answered()
    const complete = (part: object) =>
      push(desk, about(change('answer.edit', { correction: { ...nothing, ...part }, signatures: [] }, 'luis'), submit))
    expect(problemOf(complete(become(EVA)))).toBe('access.forbidden')
    expect(problemOf(complete({ persona: { seen: null, value: PERSONA } }))).toBe('applied')
  })
})

describe('another citizen in an answer', () => {
  it('is counted in the same commit, and the one before no more', () => {
    form({ singleAnswer: true })
    const submit = answered()
    expect(push(desk, to(submit, become(EVA))).status).toBe('applied')
    expect([countOf(submit, ANA.dni), countOf(submit, EVA.dni)]).toEqual([0, 1])
    answered({ citizen: ANA })
    const again = buildPlainSubmit((seed += 1), 'x', {
      header: { citizen: EVA, location: { direccion: 'Maipú 1' }, signatures: [] },
    })
    expect(problemOf(push(desk, again))).toBe('answer.already-answered')
  })

  it('gets no second answer of a form that takes one', () => {
    form({ singleAnswer: true })
    const [first, second] = [answered({ citizen: ANA }), answered({ citizen: EVA })]
    expect(problemOf(push(desk, to(second, become(ANA, EVA))))).toBe('answer.already-answered')
    expect([countOf(first, ANA.dni), countOf(first, EVA.dni)]).toEqual([1, 1])
    // Names this person again, with a missing field filled in.
    expect(push(desk, to(second, become({ ...EVA, email: 'eva@relevo.example' }, EVA))).status).toBe('applied')
  })

  it('is looked up at the pace of who put them there, and what was open about the one before is not', () => {
    const submit = answered()
    put(set(keys.unsettled(submit.answer), { answer: submit.answer } as never))
    const jobsOf = (mutation: Mutation) => {
      const before = new Set(desk.documents.keys())
      desk.commit(
        withJobs(createMutationUnit(mutation, { author: mutation.author }, NOW), new Set(['citizen.check']), NOW),
      )
      return [...desk.documents.keys()].filter((key) => key.startsWith('jobs/') && !before.has(key))
    }
    const [job] = jobsOf(to(submit, become(EVA)))
    expect(job).toBe(keys.job(`citizen.check~${submit.answer}~2`))
    expect(desk.documents.get(there(job) as never)).toMatchObject({ payload: { answer: submit.answer, by: 'sofia' } })
    expect(desk.documents.get(keys.unsettled(submit.answer))).toBeUndefined()
    const elsewhere = to(
      submit,
      { location: { seen: { direccion: 'Maipú 1' }, value: { direccion: 'Maipú 2' } } },
      'sofia',
      2,
    )
    expect(jobsOf(elsewhere)).toEqual([])
  })
})
