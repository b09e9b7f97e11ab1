import { there } from '#tests/support/there.ts'
import { describe, expect, it } from 'vitest'
import { buildDesk, type Desk, putFile, putTemplate, putUser } from '#tests/support/builders/desk.ts'
import { buildCountry, buildMunicipality, buildUser } from '#tests/support/builders/people.ts'
import { AUTHOR, buildPlainSubmit, buildSubmit, PHOTO, SIGNATURE } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate, MUNICIPALITY, OTHER_AREA } from '#tests/support/builders/template.ts'
import { keys } from '../../store/index.ts'
import { push, lastNumber, problemOf } from '#tests/support/builders/judged.ts'

const citizen = (dni: string) => ({ nombre: 'Ana', apellido: 'Paz', dni })
function exhaust(desk: Desk, limited: ReturnType<typeof buildPlainTemplate>): void {
  putTemplate(desk, limited)
  push(desk, buildPlainSubmit(1))
}
function answerOnce(desk: Desk, single: ReturnType<typeof buildPlainTemplate>): void {
  putTemplate(desk, single)
  push(desk, buildPlainSubmit(1, 'first', { header: { citizen: citizen('30.111.222'), signatures: [] } }))
}

describe('files', () => {
  it('are waited for: nothing is stored until every one of them is there', () => {
    const desk = buildDesk()
    desk.remove(keys.file(AUTHOR, PHOTO.sha256))
    const submit = buildSubmit()
    expect(push(desk, submit)).toMatchObject({ status: 'retry', missing: [PHOTO.sha256] })
    expect(desk.documents.get(keys.answer(submit.answer))).toBeUndefined()
    expect(lastNumber(desk)).toBe(0)
  })

  it('of another length than the device measured do not count', () => {
    const desk = buildDesk()
    desk.put(keys.file(AUTHOR, PHOTO.sha256), { bytes: PHOTO.bytes - 1, type: 'image/jpeg' })
    expect(push(desk, buildSubmit())).toMatchObject({ status: 'retry', missing: [PHOTO.sha256] })
  })

  it.each([PHOTO, SIGNATURE])(
    'are what their place takes, by the bytes and not by the word of the device: $name',
    (claim) => {
      const desk = buildDesk()
      putFile(desk, AUTHOR, { ...claim, type: 'application/pdf' })
      expect(push(desk, buildSubmit())).toMatchObject({ status: 'rejected', problem: { code: 'file.wrong-type' } })
      expect(desk.documents.has(keys.answer(buildSubmit().answer))).toBe(false)
    },
  )

  it('cannot be borrowed: what someone else sent does not count for me', () => {
    const desk = buildDesk()
    putUser(desk, buildUser('mallory'))
    const submit = buildSubmit(1, { author: 'mallory' })
    expect(push(desk, submit)).toMatchObject({ status: 'retry', missing: submit.files.map(({ sha256 }) => sha256) })
  })
})

describe('what cannot be accepted on arrival', () => {
  const asking = buildPlainTemplate({}, { opcionales: { ciudadano: true } })
  const limited = buildPlainTemplate({}, { opcionales: { limitResponses: true, ciudadano: true }, responsesCount: 1 })
  const single = buildPlainTemplate({}, { opcionales: { singleAnswer: true, ciudadano: true } })
  const cases: readonly (readonly [string, (desk: Desk) => void, string])[] = [
    ['the form was deleted', (desk) => desk.remove(keys.template(asking.id)), 'template.deleted'],
    [
      'the municipality is blocked',
      (desk) => desk.put(MUNICIPALITY, buildMunicipality({ inhabilitado: true })),
      'municipality.blocked',
    ],
    [
      'the country is blocked',
      (desk) => desk.put('paises/AR', buildCountry({ inhabilitado: true })),
      'country.blocked',
    ],
    [
      'the area was withdrawn',
      (desk) => putUser(desk, buildUser(AUTHOR, 'ROLE_INSPECTOR', [OTHER_AREA])),
      'access.forbidden',
    ],
    ['the role was withdrawn', (desk) => putUser(desk, buildUser(AUTHOR, 'ROLE_GENERADOR')), 'access.forbidden'],
    ['the limit is reached', (desk) => exhaust(desk, limited), 'answer.limit-reached'],
    ['the citizen has answered', (desk) => answerOnce(desk, single), 'answer.already-answered'],
  ]

  it.each(cases)('is held, whole and without a code, when %s', (_what, change, reason) => {
    const desk = buildDesk()
    putTemplate(desk, asking)
    change(desk)
    const submit = buildPlainSubmit(50, 'work that counts', {
      header: { citizen: citizen('30111222'), signatures: [] },
    })
    const before = lastNumber(desk)
    const result = push(desk, submit)
    expect(result).toMatchObject({ status: 'held', reason: { code: reason } })
    const held = there(desk.documents.get(keys.held(submit.answer)))
    expect(held.answer.secciones[0]?.preguntas[0]?.respuesta).toBe('work that counts')
    expect(held.answer.codigoMunicipio).toBe('')
    expect(lastNumber(desk)).toBe(before)
    expect(push(desk, submit)).toEqual(result)
  })

  it.each([1, 10, 100])('a limit of %i accepts exactly that many of 500, and holds the rest', (limit) => {
    const desk = buildDesk()
    putTemplate(desk, buildPlainTemplate({}, { opcionales: { limitResponses: true }, responsesCount: limit }))
    const results = Array.from({ length: 500 }, (_, seed) => push(desk, buildPlainSubmit(seed)).status)
    expect(results.filter((status) => status === 'applied')).toHaveLength(limit)
    expect(results.filter((status) => status === 'held')).toHaveLength(500 - limit)
    expect(lastNumber(desk)).toBe(limit)
  })

  it('finds a citizen again by any of their names, and takes no one for someone else', () => {
    const desk = buildDesk()
    putTemplate(desk, buildPlainTemplate({}, { opcionales: { singleAnswer: true, ciudadano: true } }))
    let seed = 0
    const answerAs = (person: object) =>
      push(desk, buildPlainSubmit((seed += 1), 'x', { header: { citizen: person, signatures: [] } })).status
    expect(answerAs({ ...citizen('30.111.222'), id: 'c_1' })).toBe('applied')
    // The registry was unavailable: only the number is known.
    expect(answerAs(citizen('30111222'))).toBe('held')
    expect(answerAs({ id: 'c_1', dni: '5' })).toBe('held')
    // Another registry id with the same letters, and a tax number with the digits of another person's ID number.
    expect([answerAs({ id: 'c1', dni: '6' }), answerAs({ id: 'c2', tipo: 'juridica', cuit: '30111222' })]).toEqual([
      'applied',
      'applied',
    ])
  })

  it('a form that becomes single-answer later knows who answered before', () => {
    const desk = buildDesk()
    const header = { citizen: citizen('30111222'), signatures: [] }
    putTemplate(desk, asking)
    push(desk, buildPlainSubmit(1, 'first', { header }))
    putTemplate(desk, single)
    expect(problemOf(push(desk, buildPlainSubmit(2, 'second', { header })))).toBe('answer.already-answered')
  })
})
