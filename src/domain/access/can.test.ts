import { describe, expect, it } from 'vitest'
import { citizenSchema } from '../citizens/index.ts'
import { ROLES, type Role } from '../users/index.ts'
import type { AreaPath } from '../kernel/paths.ts'
import { municipalityOf } from '../kernel/path-parts.ts'
import type { Actor } from './actor.ts'
import { can } from './can.ts'
import type { AnswerLike, FormLike } from './document-rules.ts'
import { ACTIONS, type Action } from './rights.ts'
import { answer, citizen, ELSEWHERE, form, PARKS, staff, TRADE } from './testing/actors.ts'

/** Roles that read all areas of a municipality. */
const WHOLE_MUNICIPALITY: readonly Role[] = ['ROLE_ADMIN', 'ROLE_SUPERVISOR_ELEVADO', 'ROLE_TESORERIA']
const PUBLIC: Actor = { kind: 'public' }
const CITIZEN: Actor = citizen('c1')
const answerTo = (template: FormLike) => ({ kind: 'respuesta', template }) as const
const about = (document: AnswerLike) => ({ kind: 'respuesta', document }) as const
const whole = (document: FormLike) => ({ kind: 'formulario', document }) as const

/** Roles that may do it, each with PARKS as its only area. */
function rolesWho(action: Action, subject: Parameters<typeof can>[2]): readonly Role[] {
  return ROLES.filter((role) => can(staff(role), action, subject))
}

const READING = ROLES.filter((role) => role !== 'ROLE_GENERADOR')
const ANSWERING = READING.filter((role) => role !== 'ROLE_TESORERIA')

describe('someone who is switched off', () => {
  const off = { ...staff('ROLE_ADMIN'), deactivated: true } as const

  it('may do what everybody may, and no more', () => {
    expect(can(off, 'manage', 'usuario')).toBe(false)
    expect(can(off, 'create', { kind: 'respuesta', template: form([PARKS]) })).toBe(false)
    expect(can(off, 'read', { kind: 'respuesta', document: answer([PARKS], off.id) })).toBe(false)
    expect(can(off, 'create', { kind: 'respuesta', template: form([PARKS], { publico: true }) })).toBe(true)
  })
})

describe('answering a form', () => {
  it('needs the first area of the form, and for ROLE_ADMIN nothing', () => {
    expect(rolesWho('create', answerTo(form([PARKS])))).toEqual(ANSWERING)
    expect(rolesWho('create', answerTo(form([PARKS, TRADE])))).toEqual(ANSWERING)
    expect(rolesWho('create', answerTo(form([TRADE, PARKS])))).toEqual(['ROLE_ADMIN'])
    expect(rolesWho('create', answerTo(form([ELSEWHERE])))).toEqual(['ROLE_ADMIN'])
  })

  it('is open to everybody when the form is public', () => {
    const open = answerTo(form([ELSEWHERE], { publico: true }))
    expect(rolesWho('create', open)).toEqual(ROLES)
    expect(can(PUBLIC, 'create', open)).toBe(true)
    expect(can(CITIZEN, 'create', open)).toBe(true)
  })

  it('is open to citizens and to all who answer when the form belongs to the citizen portal, and not to the public', () => {
    const portal = answerTo(form([ELSEWHERE], { citizenAssociationFromCitizenPortal: true }))
    expect(can(citizen('c1', municipalityOf(ELSEWHERE)), 'create', portal)).toBe(true)
    // Another municipality's citizen with the same id.
    expect(can(CITIZEN, 'create', portal)).toBe(false)
    expect(can(PUBLIC, 'create', portal)).toBe(false)
    expect(rolesWho('create', portal)).toEqual(ANSWERING)
  })

  it('is closed to the public and to citizens otherwise', () => {
    expect(can(PUBLIC, 'create', answerTo(form([PARKS])))).toBe(false)
    expect(can(CITIZEN, 'create', answerTo(form([PARKS])))).toBe(false)
  })

  it('is over when the form was deleted, for everybody', () => {
    const gone = answerTo(form([PARKS], { deleted: true, publico: true }))
    expect(rolesWho('create', gone)).toEqual([])
    expect(can(PUBLIC, 'create', gone)).toBe(false)
    expect(can(CITIZEN, 'create', gone)).toBe(false)
  })

  it('is the only thing that can be asked about an answer that does not exist', () => {
    for (const action of ACTIONS.filter((one) => one !== 'create')) {
      expect(can(staff('ROLE_ADMIN'), action, answerTo(form([PARKS])))).toBe(false)
    }
  })
})

describe('forms', () => {
  it('are read by those who have one of their areas, and by the elevated supervisor and the treasury in the whole municipality', () => {
    expect(rolesWho('read', whole(form([TRADE, PARKS])))).toEqual(ROLES)
    expect(rolesWho('read', whole(form([TRADE])))).toEqual(WHOLE_MUNICIPALITY)
    expect(rolesWho('read', whole(form([ELSEWHERE])))).toEqual(['ROLE_ADMIN'])
  })

  it('are read by everybody when public, but changed only from their own areas', () => {
    const open = form([ELSEWHERE], { publico: true })
    expect(rolesWho('read', whole(open))).toEqual(ROLES)
    expect(can(PUBLIC, 'read', whole(open))).toBe(true)
    expect(rolesWho('update', whole(open))).toEqual(['ROLE_ADMIN'])
    expect(can(PUBLIC, 'update', whole(open))).toBe(false)
  })

  it('are created only in areas that are all the author’s', () => {
    expect(can(staff('ROLE_GENERADOR', [PARKS, TRADE]), 'create', whole(form([PARKS, TRADE])))).toBe(true)
    expect(can(staff('ROLE_GENERADOR', [PARKS]), 'create', whole(form([PARKS, TRADE])))).toBe(false)
    expect(can(staff('ROLE_SUPERVISOR_ELEVADO', [PARKS]), 'create', whole(form([TRADE])))).toBe(true)
    expect(can(staff('ROLE_SUPERVISOR_ELEVADO', [PARKS]), 'create', whole(form([ELSEWHERE])))).toBe(false)
  })

  it('of every municipality that an elevated supervisor has areas in are reached, and of no other', () => {
    const both = staff('ROLE_SUPERVISOR_ELEVADO', [PARKS, ELSEWHERE])
    for (const area of [PARKS, TRADE, ELSEWHERE, `${ELSEWHERE}-2` as AreaPath]) {
      for (const action of ['read', 'create', 'update', 'duplicate', 'delete'] as const)
        expect(can(both, action, whole(form([area])))).toBe(true)
      expect(can(both, 'correct', about(answer([area], 'another')))).toBe(true)
    }
    const third = 'paises/UY/provincias/mvd/municipios/salto/areas_municipales/parks' as AreaPath
    expect(can(both, 'read', whole(form([third])))).toBe(false)
    // Any other role reaches only its own areas there.
    const plain = staff('ROLE_SUPERVISOR', [PARKS, ELSEWHERE])
    expect([ELSEWHERE, `${ELSEWHERE}-2` as AreaPath].map((area) => can(plain, 'update', whole(form([area]))))).toEqual([
      true,
      false,
    ])
  })

  it('are neither changed nor duplicated nor deleted again once deleted, but still read by their own people', () => {
    const gone = form([PARKS], { deleted: true, publico: true })
    for (const action of ['update', 'duplicate', 'delete'] as const) expect(rolesWho(action, whole(gone))).toEqual([])
    expect(rolesWho('read', whole(gone))).toEqual(ROLES)
    expect(can(PUBLIC, 'read', whole(gone))).toBe(false)
  })

  it('show their statistics where the role has the right and one of the areas, public or not', () => {
    const reading = (areas: readonly AreaPath[]): readonly Role[] =>
      rolesWho('read', { kind: 'estadistica_formulario', document: form(areas, { publico: true }) })
    expect(reading([PARKS])).toEqual([
      'ROLE_ADMIN',
      'ROLE_SUPERVISOR_ELEVADO',
      'ROLE_SUPERVISOR_CORRECTOR_DUPLICADOR',
      'ROLE_SUPERVISOR_CORRECTOR',
      'ROLE_SUPERVISOR',
      'ROLE_CENSISTA_PRIVADO',
      'ROLE_GENERADOR_RESPUESTAS',
      'ROLE_GENERADOR_CORRECTOR_RESPUESTAS',
      'ROLE_TESORERIA',
    ])
    expect(reading([ELSEWHERE])).toEqual(['ROLE_ADMIN'])
  })
})

const OWN_ANSWERS: readonly Role[] = [
  'ROLE_CENSISTA_PRIVADO',
  'ROLE_GENERADOR_RESPUESTAS',
  'ROLE_GENERADOR_CORRECTOR_RESPUESTAS',
]

describe('answers', () => {
  it('are changed by no treasury, which reads those of its municipality', () => {
    const treasury = staff('ROLE_TESORERIA')
    const may = (subject: Parameters<typeof can>[2]) => ACTIONS.filter((action) => can(treasury, action, subject))
    expect(may(about(answer([TRADE], treasury.id)))).toEqual(['read'])
    expect(may({ kind: 'pago', document: answer([TRADE], 'another') })).toEqual(['create', 'read', 'refund', 'close'])
    expect(may({ kind: 'pago', document: answer([ELSEWHERE], treasury.id) })).toEqual([])
    expect(may({ kind: 'pago', template: form([TRADE]) })).toEqual(['create', 'read', 'refund', 'close'])
  })

  it('of others are hidden from the own-answers roles', () => {
    expect(rolesWho('read', about(answer([PARKS], 'another')))).toEqual(
      READING.filter((role) => !OWN_ANSWERS.includes(role)),
    )
    expect(rolesWho('read', about(answer([PARKS], 'someone')))).toEqual(READING)
  })

  it('are corrected by an own-answers role only where they are its own', () => {
    const correctors = rolesWho('correct', about(answer([PARKS], 'someone')))
    expect(correctors).toContain('ROLE_CENSISTA_PRIVADO')
    expect(rolesWho('correct', about(answer([PARKS], 'another')))).toEqual(
      correctors.filter((role) => !OWN_ANSWERS.includes(role)),
    )
  })

  it('of another area are out of reach, but for the administrator, the elevated supervisor and the treasury, which only reads', () => {
    expect(rolesWho('read', about(answer([TRADE, PARKS], 'someone')))).toEqual(WHOLE_MUNICIPALITY)
    expect(rolesWho('correct', about(answer([TRADE], 'another')))).toEqual(['ROLE_ADMIN', 'ROLE_SUPERVISOR_ELEVADO'])
  })

  it('of another municipality are for the administrator alone', () => {
    for (const action of ['read', 'correct', 'delete', 'update'] as const) {
      expect(rolesWho(action, about(answer([ELSEWHERE], 'someone')))).toEqual(['ROLE_ADMIN'])
    }
  })

  it('that came through the portal are seen in the whole municipality and not beyond', () => {
    const portal = { portalCiudadanoData: {} }
    expect(rolesWho('read', about(answer([TRADE], 'public', portal)))).toEqual(
      READING.filter((role) => !OWN_ANSWERS.includes(role)),
    )
    expect(rolesWho('read', about(answer([ELSEWHERE], 'public', portal)))).toEqual(['ROLE_ADMIN'])
  })

  it('that came through the portal are seen in each municipality that someone works in', () => {
    const two = staff('ROLE_SUPERVISOR', [PARKS, ELSEWHERE])
    const portal = { portalCiudadanoData: {} }
    expect(can(two, 'read', about(answer([`${ELSEWHERE}-2` as AreaPath], 'public', portal)))).toBe(true)
    expect(can(two, 'read', about(answer([`${ELSEWHERE}-2` as AreaPath], 'public')))).toBe(false)
  })

  it('are never read by the public, not even those that the public gave', () => {
    for (const action of ACTIONS) expect(can(PUBLIC, action, about(answer([PARKS], 'public')))).toBe(false)
  })

  it('belong to the citizen whom they name', () => {
    const of = (id: string) => ({ datosCiudadano: citizenSchema.parse({ id }) })
    expect(can(CITIZEN, 'read', about(answer([PARKS], 'public', of('c1'))))).toBe(true)
    expect(can(CITIZEN, 'read', about(answer([PARKS], 'public', of('c2'))))).toBe(false)
    expect(can(CITIZEN, 'read', about(answer([PARKS], 'public')))).toBe(false)
    expect(can(CITIZEN, 'delete', about(answer([PARKS], 'public', of('c1'))))).toBe(false)
  })

  it('are not those of a namesake in another municipality, nor of whom a device has only claimed', () => {
    const mine = { datosCiudadano: citizenSchema.parse({ id: 'c1' }) }
    expect(can(CITIZEN, 'read', about(answer([ELSEWHERE], 'public', mine)))).toBe(false)
    expect(can(citizen('c1', municipalityOf(ELSEWHERE)), 'read', about(answer([PARKS], 'public', mine)))).toBe(false)
    const claimed = { datosCiudadano: citizenSchema.parse({ id: 'c1', _source: 'claimed' }) }
    expect(can(CITIZEN, 'read', about(answer([PARKS], 'public', claimed)))).toBe(false)
  })

  it('are revised by their citizen and no one else, and corrected by no citizen', () => {
    const mine = about(answer([PARKS], 'someone', { datosCiudadano: citizenSchema.parse({ id: 'c1' }) }))
    expect(can(CITIZEN, 'revise', mine)).toBe(true)
    expect(can(citizen('c2'), 'revise', mine)).toBe(false)
    expect([rolesWho('revise', mine), can(PUBLIC, 'revise', mine)]).toEqual([[], false])
    for (const action of ['correct', 'update', 'complete'] as const) expect(can(CITIZEN, action, mine)).toBe(false)
  })
})

describe('users', () => {
  const user = (role: Role, areas: readonly AreaPath[], home: AreaPath = PARKS) =>
    ({ kind: 'usuario_municipio', document: { roles: [role], areas, municipalityPath: municipalityOf(home) } }) as const

  it('of the municipality are managed by its elevated supervisor', () => {
    expect(rolesWho('update', user('ROLE_INSPECTOR', [PARKS, TRADE]))).toEqual([
      'ROLE_ADMIN',
      'ROLE_SUPERVISOR_ELEVADO',
    ])
    expect(rolesWho('read', user('ROLE_INSPECTOR', []))).toEqual(['ROLE_ADMIN', 'ROLE_SUPERVISOR_ELEVADO'])
  })

  it('who work in two municipalities are seen, not changed, from one of them', () => {
    expect(rolesWho('read', user('ROLE_INSPECTOR', [PARKS, ELSEWHERE]))).toEqual([
      'ROLE_ADMIN',
      'ROLE_SUPERVISOR_ELEVADO',
    ])
    expect(rolesWho('update', user('ROLE_INSPECTOR', [PARKS, ELSEWHERE]))).toEqual(['ROLE_ADMIN'])
    // An elevated supervisor of both has access to all of them.
    const both = staff('ROLE_SUPERVISOR_ELEVADO', [PARKS, ELSEWHERE])
    for (const areas of [[PARKS, ELSEWHERE], [ELSEWHERE]])
      expect(can(both, 'update', user('ROLE_INSPECTOR', areas, areas[0]))).toBe(true)
    expect(can(both, 'update', user('ROLE_ADMIN', [ELSEWHERE], ELSEWHERE))).toBe(false)
  })

  it('of another municipality and administrators are for the administrator', () => {
    expect(rolesWho('read', user('ROLE_INSPECTOR', [ELSEWHERE], ELSEWHERE))).toEqual(['ROLE_ADMIN'])
    expect(rolesWho('update', user('ROLE_ADMIN', [PARKS]))).toEqual(['ROLE_ADMIN'])
    expect(rolesWho('delete', { ...user('ROLE_INSPECTOR', [PARKS]), kind: 'usuario' })).toEqual(['ROLE_ADMIN'])
  })
})
