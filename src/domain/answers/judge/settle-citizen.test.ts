import { describe, expect, it } from 'vitest'
import { registeredCitizenSchema, citizenSchema } from '../../citizens/index.ts'
import { buildDesk, putTemplate, putUser } from '#tests/support/builders/desk.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate, NOW, OTHER_AREA } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import { userIdSchema } from '../../kernel/ids.ts'
import { keys, set, unitForKeys } from '../../store/index.ts'
import { createMutationUnit } from './decide.ts'
import { applyCitizenCheckUnit, settleCitizenUnit } from './settle-citizen.ts'

const submit = buildPlainSubmit(1)
const { answer } = submit
const form = buildPlainTemplate({}, { opcionales: { ciudadano: true } })
const ROSA = registeredCitizenSchema.parse({
  id: '9001',
  nombre: 'Rosa',
  apellido: 'Leiva',
  email: 'rosa@example.org',
  telefono: '',
  calle: '',
})
const HUGO = { ...ROSA, nombre: 'Hugo', apellido: 'Sosa' }
const SOFIA = userIdSchema.parse('sofia')

/** An answer about Rosa, typed in by hand. */
function answered(change: object = {}) {
  const desk = buildDesk()
  putTemplate(desk, form)
  putUser(desk, buildUser('sofia', 'ROLE_SUPERVISOR_ELEVADO'))
  const citizen = citizenSchema.parse({ dni: '30111222', nombre: 'Rosa', apellido: 'Leiva', ...change })
  const sent = { ...submit, header: { ...submit.header, citizen } }
  desk.commit(createMutationUnit(sent, { author: submit.author }, NOW))
  return {
    desk,
    check: (found: typeof ROSA | null, asked = '30111222') =>
      desk.commit(applyCitizenCheckUnit(answer, asked, found, NOW)),
    stored: () => there(desk.documents.get(keys.answer(answer))),
    seen: () => ({ id: answer, citizen: there(desk.documents.get(keys.answer(answer))?.datosCiudadano) }),
    open: () => desk.documents.get(keys.unsettled(answer)),
    count: (name: string) => desk.documents.get(keys.citizenCounter(form.id, name))?.count,
  }
}

describe('what the registry says of a typed citizen', () => {
  it('ties the answer to someone of the same name, without a new version, and counts it under their id', () => {
    const { check, stored, open, count } = answered()
    expect(stored().datosCiudadano?._source).toBe('typed')
    check(ROSA)
    check(ROSA)
    expect(stored()).toMatchObject({ version: 1, datosCiudadano: { id: '9001', email: 'rosa@example.org' } })
    expect([open(), count('id~9001'), count('dni~30111222')]).toEqual([undefined, 1, 1])
  })

  it.each([
    ['somebody of another name', HUGO, { reason: 'other-name', found: '9001' }],
    ['nobody', null, { reason: 'not-found' }],
  ])('leaves %s to a person, and the answer as it is', (_name, found, expected) => {
    const { check, stored, open } = answered()
    const before = stored()
    check(found)
    expect(open()).toMatchObject({ answer, citizen: { nombre: 'Rosa' }, ...expected })
    expect(stored()).toBe(before)
    // A late second reply decides nothing either.
    check(ROSA)
    expect(stored()).toBe(before)
  })

  it.each([
    ['whom it knows so', { id: '9001' }, ROSA, { id: '9001', reason: undefined }],
    ['of somebody else', { id: '9002' }, ROSA, { id: undefined, reason: 'other-name' }],
    ['with another name', { id: '9001', nombre: 'Eva' }, ROSA, { id: undefined, reason: 'other-name' }],
    ['whom it does not know', { id: '9001' }, null, { id: undefined, reason: 'not-found' }],
  ])(
    'believes a device that names an id %s, or takes the id away and asks a person',
    (_, claim, found, { id, reason }) => {
      const { check, stored, open, count } = answered(claim)
      check(found)
      check(found)
      expect([stored().version, stored().datosCiudadano?.id, open()?.reason]).toEqual([1, id, reason])
      expect([count('id~9001') ?? 0, count('id~9002') ?? 0]).toEqual([id === undefined ? 0 : 1, 0])
    },
  )

  it('says nothing of another number, of one who was found in the meantime, or of an answer that is gone', () => {
    const { check, stored, open, desk } = answered()
    check(HUGO, '30111223')
    expect([open(), stored().datosCiudadano?.id]).toEqual([undefined, undefined])
    check(ROSA)
    check(null)
    expect(open()).toBe(undefined)
    desk.remove(keys.answer(answer))
    check(null)
    expect(open()).toBe(undefined)
  })
})

describe('a person who settles it', () => {
  it('ties it to whom the registry has: the names are replaced in a new version, and the one before is kept', () => {
    const { check, stored, open, count, desk, seen } = answered()
    check(HUGO)
    const wish = { how: 'registered', citizen: HUGO, number: '30111222' } as const
    const settled = desk.commit(settleCitizenUnit(seen(), wish, SOFIA, NOW))
    expect(settled).toMatchObject({ ok: true, value: { citizen: { nombre: 'Hugo', id: '9001' } } })
    expect(stored()).toMatchObject({ version: 2, datosCiudadano: { nombre: 'Hugo', apellido: 'Sosa' } })
    expect(desk.documents.get(keys.answerVersion(answer, 1))?.datosCiudadano?.nombre).toBe('Rosa')
    expect([open(), count('id~9001'), count('dni~30111222')]).toEqual([undefined, 1, 1])
    expect(desk.commit(settleCitizenUnit(seen(), wish, SOFIA, NOW))).toMatchObject({
      problem: { code: 'citizen.settled' },
    })
  })

  it('under another number moves the count to that number', () => {
    const { check, stored, count, desk, seen } = answered()
    check(null)
    desk.commit(settleCitizenUnit(seen(), { how: 'registered', citizen: ROSA, number: '30111223' }, SOFIA, NOW))
    expect(stored().datosCiudadano).toMatchObject({ dni: '30111223', nombre: 'Rosa' })
    expect([count('dni~30111222'), count('dni~30111223')]).toEqual([undefined, 1])
  })

  it('has them created, or leaves them as typed: no one looks them up again', () => {
    for (const wish of [{ how: 'created', citizen: ROSA }, { how: 'typed' }] as const) {
      const { check, stored, open, desk, seen } = answered()
      check(null)
      desk.commit(settleCitizenUnit(seen(), wish, SOFIA, NOW))
      expect(stored()).toMatchObject({
        version: 1,
        datosCiudadano: { nombre: 'Rosa', _source: wish.how === 'typed' ? 'confirmed' : 'registry' },
      })
      check(HUGO)
      expect([open(), stored().datosCiudadano?.nombre]).toEqual([undefined, 'Rosa'])
    }
  })

  it('decides nothing about another citizen than the one whom they had before them', () => {
    const { check, stored, open, desk, seen } = answered()
    check(null)
    const before = seen()
    const other = citizenSchema.parse({ dni: '27555666', nombre: 'Eva', apellido: 'Sosa', _source: 'typed' })
    desk.commit(
      unitForKeys([], () => ({
        result: 0,
        writes: [set(keys.answer(answer), { ...stored(), datosCiudadano: other })],
      })),
    )
    for (const wish of [{ how: 'created', citizen: ROSA }, { how: 'typed' }] as const)
      expect(desk.commit(settleCitizenUnit(before, wish, SOFIA, NOW))).toMatchObject({
        problem: { code: 'citizen.settled' },
      })
    expect([stored().datosCiudadano, open() === undefined]).toEqual([other, false])
  })

  it.each([
    ['an inspector', buildUser('ana')],
    ['a corrector of another area', buildUser('ana', 'ROLE_SUPERVISOR_CORRECTOR', [OTHER_AREA])],
    ['a role that corrects only its own', buildUser('ana', 'ROLE_CENSISTA_PRIVADO')],
  ])('is not %s', (_name, user) => {
    const { check, desk, open, seen } = answered()
    putUser(desk, user)
    check(null)
    expect(desk.commit(settleCitizenUnit(seen(), { how: 'typed' }, user.id, NOW))).toMatchObject({
      problem: { code: 'answer.missing' },
    })
    expect(open()).toBeDefined()
  })
})

describe('an answer that is deleted', () => {
  it('takes its open question along', () => {
    const { check, open, desk, stored } = answered()
    check(null)
    const { clock, offset, author, device } = submit
    const sent = { clock, offset, author, device, answer, template: form.id, version: form.version }
    const gone = {
      ...sent,
      id: buildPlainSubmit(2).id,
      kind: 'answer.delete' as const,
      base: stored().version,
      files: [],
    }
    putUser(desk, buildUser(submit.author, 'ROLE_SUPERVISOR'))
    expect(desk.commit(createMutationUnit(gone, { author: submit.author }, NOW))).toMatchObject({ status: 'applied' })
    expect(open()).toBe(undefined)
  })
})
