import { describe, expect, it } from 'vitest'
import { citizenSchema } from '../citizens/index.ts'
import { ROLES, type Role } from '../users/index.ts'
import type { AreaPath } from '../kernel/paths.ts'
import { getMunicipality } from '../kernel/path-parts.ts'
import type { Actor } from './actor.ts'
import { can } from './can.ts'
import type { AnswerLike, FormLike } from './document-rules.ts'
import { ACTIONS, type Action } from './rights.ts'
import { buildAnswer, buildCitizen, OTHER_AREA, buildForm, PARKS, buildStaff, TRADE } from './testing/actors.ts'

/** Roles that read all areas of a municipality. */
const WHOLE_MUNICIPALITY: readonly Role[] = ['ROLE_ADMIN', 'ROLE_SUPERVISOR_ELEVADO', 'ROLE_TESORERIA']
const PUBLIC: Actor = { kind: 'public' }
const CITIZEN: Actor = buildCitizen('c1')
const answerTo = (template: FormLike) => ({ kind: 'respuesta', template }) as const
const about = (document: AnswerLike) => ({ kind: 'respuesta', document }) as const
const whole = (document: FormLike) => ({ kind: 'formulario', document }) as const

/** Roles that may do it, each with PARKS as its only area. */
function rolesWho(action: Action, subject: Parameters<typeof can>[2]): readonly Role[] {
  return ROLES.filter((role) => can(buildStaff(role), action, subject))
}

const READING = ROLES.filter((role) => role !== 'ROLE_GENERADOR')
const ANSWERING = READING.filter((role) => role !== 'ROLE_TESORERIA')

describe('someone who is switched off', () => {
  const off = { ...buildStaff('ROLE_ADMIN'), deactivated: true } as const

  it('may do what everybody may, and no more', () => {
    expect(can(off, 'manage', 'usuario')).toBe(false)
    expect(can(off, 'create', { kind: 'respuesta', template: buildForm([PARKS]) })).toBe(false)
    expect(can(off, 'read', { kind: 'respuesta', document: buildAnswer([PARKS], off.id) })).toBe(false)
    expect(can(off, 'create', { kind: 'respuesta', template: buildForm([PARKS], { publico: true }) })).toBe(true)
  })
})

describe('answering a form', () => {
  it('needs the first area of the form, and for ROLE_ADMIN nothing', () => {
    expect(rolesWho('create', answerTo(buildForm([PARKS])))).toEqual(ANSWERING)
    expect(rolesWho('create', answerTo(buildForm([PARKS, TRADE])))).toEqual(ANSWERING)
    expect(rolesWho('create', answerTo(buildForm([TRADE, PARKS])))).toEqual(['ROLE_ADMIN'])
    expect(rolesWho('create', answerTo(buildForm([OTHER_AREA])))).toEqual(['ROLE_ADMIN'])
  })

  it('is open to everybody when the form is public', () => {
    const open = answerTo(buildForm([OTHER_AREA], { publico: true }))
    expect(rolesWho('create', open)).toEqual(ROLES)
    expect(can(PUBLIC, 'create', open)).toBe(true)
    expect(can(CITIZEN, 'create', open)).toBe(true)
  })

  it('is open to citizens and to all who answer when the form belongs to the citizen portal, and not to the public', () => {
    const portal = answerTo(buildForm([OTHER_AREA], { citizenAssociationFromCitizenPortal: true }))
    expect(can(buildCitizen('c1', getMunicipality(OTHER_AREA)), 'create', portal)).toBe(true)
    // Another municipality's citizen with the same id.
    expect(can(CITIZEN, 'create', portal)).toBe(false)
    expect(can(PUBLIC, 'create', portal)).toBe(false)
    expect(rolesWho('create', portal)).toEqual(ANSWERING)
  })

  it('is closed to the public and to citizens otherwise', () => {
    expect(can(PUBLIC, 'create', answerTo(buildForm([PARKS])))).toBe(false)
    expect(can(CITIZEN, 'create', answerTo(buildForm([PARKS])))).toBe(false)
  })

  it('is over when the form was deleted, for everybody', () => {
    const gone = answerTo(buildForm([PARKS], { deleted: true, publico: true }))
    expect(rolesWho('create', gone)).toEqual([])
    expect(can(PUBLIC, 'create', gone)).toBe(false)
    expect(can(CITIZEN, 'create', gone)).toBe(false)
  })

  it('is the only thing that can be asked about an answer that does not exist', () => {
    for (const action of ACTIONS.filter((one) => one !== 'create')) {
      expect(can(buildStaff('ROLE_ADMIN'), action, answerTo(buildForm([PARKS])))).toBe(false)
    }
  })
})

describe('forms', () => {
  it('are read by those who have one of their areas, and by the elevated supervisor and the treasury in the whole municipality', () => {
    expect(rolesWho('read', whole(buildForm([TRADE, PARKS])))).toEqual(ROLES)
    expect(rolesWho('read', whole(buildForm([TRADE])))).toEqual(WHOLE_MUNICIPALITY)
    expect(rolesWho('read', whole(buildForm([OTHER_AREA])))).toEqual(['ROLE_ADMIN'])
  })

  it('are read by everybody when public, but changed only from their own areas', () => {
    const open = buildForm([OTHER_AREA], { publico: true })
    expect(rolesWho('read', whole(open))).toEqual(ROLES)
    expect(can(PUBLIC, 'read', whole(open))).toBe(true)
    expect(rolesWho('update', whole(open))).toEqual(['ROLE_ADMIN'])
    expect(can(PUBLIC, 'update', whole(open))).toBe(false)
  })

  it('are created only in areas that are all the author’s', () => {
    expect(can(buildStaff('ROLE_GENERADOR', [PARKS, TRADE]), 'create', whole(buildForm([PARKS, TRADE])))).toBe(true)
    expect(can(buildStaff('ROLE_GENERADOR', [PARKS]), 'create', whole(buildForm([PARKS, TRADE])))).toBe(false)
    expect(can(buildStaff('ROLE_SUPERVISOR_ELEVADO', [PARKS]), 'create', whole(buildForm([TRADE])))).toBe(true)
    expect(can(buildStaff('ROLE_SUPERVISOR_ELEVADO', [PARKS]), 'create', whole(buildForm([OTHER_AREA])))).toBe(false)
  })

  it('of every municipality that an elevated supervisor has areas in are reached, and of no other', () => {
    const both = buildStaff('ROLE_SUPERVISOR_ELEVADO', [PARKS, OTHER_AREA])
    for (const area of [PARKS, TRADE, OTHER_AREA, `${OTHER_AREA}-2` as AreaPath]) {
      for (const action of ['read', 'create', 'update', 'duplicate', 'delete'] as const)
        expect(can(both, action, whole(buildForm([area])))).toBe(true)
      expect(can(both, 'correct', about(buildAnswer([area], 'another')))).toBe(true)
    }
    const third = 'paises/UY/provincias/mvd/municipios/salto/areas_municipales/parks' as AreaPath
    expect(can(both, 'read', whole(buildForm([third])))).toBe(false)
    // Any other role reaches only its own areas there.
    const plain = buildStaff('ROLE_SUPERVISOR', [PARKS, OTHER_AREA])
    expect(
      [OTHER_AREA, `${OTHER_AREA}-2` as AreaPath].map((area) => can(plain, 'update', whole(buildForm([area])))),
    ).toEqual([true, false])
  })

  it('are neither changed nor duplicated nor deleted again once deleted, but still read by their own people', () => {
    const gone = buildForm([PARKS], { deleted: true, publico: true })
    for (const action of ['update', 'duplicate', 'delete'] as const) expect(rolesWho(action, whole(gone))).toEqual([])
    expect(rolesWho('read', whole(gone))).toEqual(ROLES)
    expect(can(PUBLIC, 'read', whole(gone))).toBe(false)
  })

  it('show their statistics where the role has the right and one of the areas, public or not', () => {
    const reading = (areas: readonly AreaPath[]): readonly Role[] =>
      rolesWho('read', { kind: 'estadistica_formulario', document: buildForm(areas, { publico: true }) })
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
    expect(reading([OTHER_AREA])).toEqual(['ROLE_ADMIN'])
  })
})

const OWN_ANSWERS: readonly Role[] = [
  'ROLE_CENSISTA_PRIVADO',
  'ROLE_GENERADOR_RESPUESTAS',
  'ROLE_GENERADOR_CORRECTOR_RESPUESTAS',
]

describe('answers', () => {
  it('are changed by no treasury, which reads those of its municipality', () => {
    const treasury = buildStaff('ROLE_TESORERIA')
    const may = (subject: Parameters<typeof can>[2]) => ACTIONS.filter((action) => can(treasury, action, subject))
    expect(may(about(buildAnswer([TRADE], treasury.id)))).toEqual(['read'])
    expect(may({ kind: 'pago', document: buildAnswer([TRADE], 'another') })).toEqual([
      'create',
      'read',
      'refund',
      'close',
    ])
    expect(may({ kind: 'pago', document: buildAnswer([OTHER_AREA], treasury.id) })).toEqual([])
    expect(may({ kind: 'pago', template: buildForm([TRADE]) })).toEqual(['create', 'read', 'refund', 'close'])
  })

  it('of others are hidden from the own-answers roles', () => {
    expect(rolesWho('read', about(buildAnswer([PARKS], 'another')))).toEqual(
      READING.filter((role) => !OWN_ANSWERS.includes(role)),
    )
    expect(rolesWho('read', about(buildAnswer([PARKS], 'someone')))).toEqual(READING)
  })

  it('are corrected by an own-answers role only where they are its own', () => {
    const correctors = rolesWho('correct', about(buildAnswer([PARKS], 'someone')))
    expect(correctors).toContain('ROLE_CENSISTA_PRIVADO')
    expect(rolesWho('correct', about(buildAnswer([PARKS], 'another')))).toEqual(
      correctors.filter((role) => !OWN_ANSWERS.includes(role)),
    )
  })

  it('of another area are out of reach, but for the administrator, the elevated supervisor and the treasury, which only reads', () => {
    expect(rolesWho('read', about(buildAnswer([TRADE, PARKS], 'someone')))).toEqual(WHOLE_MUNICIPALITY)
    expect(rolesWho('correct', about(buildAnswer([TRADE], 'another')))).toEqual([
      'ROLE_ADMIN',
      'ROLE_SUPERVISOR_ELEVADO',
    ])
  })

  it('of another municipality are for the administrator alone', () => {
    for (const action of ['read', 'correct', 'delete', 'update'] as const) {
      expect(rolesWho(action, about(buildAnswer([OTHER_AREA], 'someone')))).toEqual(['ROLE_ADMIN'])
    }
  })

  it('that came through the portal are seen in the whole municipality and not beyond', () => {
    const portal = { portalCiudadanoData: {} }
    expect(rolesWho('read', about(buildAnswer([TRADE], 'public', portal)))).toEqual(
      READING.filter((role) => !OWN_ANSWERS.includes(role)),
    )
    expect(rolesWho('read', about(buildAnswer([OTHER_AREA], 'public', portal)))).toEqual(['ROLE_ADMIN'])
  })

  it('that came through the portal are seen in each municipality that someone works in', () => {
    const two = buildStaff('ROLE_SUPERVISOR', [PARKS, OTHER_AREA])
    const portal = { portalCiudadanoData: {} }
    expect(can(two, 'read', about(buildAnswer([`${OTHER_AREA}-2` as AreaPath], 'public', portal)))).toBe(true)
    expect(can(two, 'read', about(buildAnswer([`${OTHER_AREA}-2` as AreaPath], 'public')))).toBe(false)
  })

  it('are never read by the public, not even those that the public gave', () => {
    for (const action of ACTIONS) expect(can(PUBLIC, action, about(buildAnswer([PARKS], 'public')))).toBe(false)
  })

  it('belong to the citizen whom they name', () => {
    const of = (id: string) => ({ datosCiudadano: citizenSchema.parse({ id }) })
    expect(can(CITIZEN, 'read', about(buildAnswer([PARKS], 'public', of('c1'))))).toBe(true)
    expect(can(CITIZEN, 'read', about(buildAnswer([PARKS], 'public', of('c2'))))).toBe(false)
    expect(can(CITIZEN, 'read', about(buildAnswer([PARKS], 'public')))).toBe(false)
    expect(can(CITIZEN, 'delete', about(buildAnswer([PARKS], 'public', of('c1'))))).toBe(false)
  })

  it('are not those of a namesake in another municipality, nor of whom a device has only claimed', () => {
    const mine = { datosCiudadano: citizenSchema.parse({ id: 'c1' }) }
    expect(can(CITIZEN, 'read', about(buildAnswer([OTHER_AREA], 'public', mine)))).toBe(false)
    expect(
      can(buildCitizen('c1', getMunicipality(OTHER_AREA)), 'read', about(buildAnswer([PARKS], 'public', mine))),
    ).toBe(false)
    const claimed = { datosCiudadano: citizenSchema.parse({ id: 'c1', _source: 'claimed' }) }
    expect(can(CITIZEN, 'read', about(buildAnswer([PARKS], 'public', claimed)))).toBe(false)
  })

  it('are revised by their citizen and no one else, and corrected by no citizen', () => {
    const mine = about(buildAnswer([PARKS], 'someone', { datosCiudadano: citizenSchema.parse({ id: 'c1' }) }))
    expect(can(CITIZEN, 'revise', mine)).toBe(true)
    expect(can(buildCitizen('c2'), 'revise', mine)).toBe(false)
    expect([rolesWho('revise', mine), can(PUBLIC, 'revise', mine)]).toEqual([[], false])
    for (const action of ['correct', 'update', 'complete'] as const) expect(can(CITIZEN, action, mine)).toBe(false)
  })
})

describe('users', () => {
  const user = (role: Role, areas: readonly AreaPath[], home: AreaPath = PARKS) =>
    ({
      kind: 'usuario_municipio',
      document: { roles: [role], areas, municipalityPath: getMunicipality(home) },
    }) as const

  it('of the municipality are managed by its elevated supervisor', () => {
    expect(rolesWho('update', user('ROLE_INSPECTOR', [PARKS, TRADE]))).toEqual([
      'ROLE_ADMIN',
      'ROLE_SUPERVISOR_ELEVADO',
    ])
    expect(rolesWho('read', user('ROLE_INSPECTOR', []))).toEqual(['ROLE_ADMIN', 'ROLE_SUPERVISOR_ELEVADO'])
  })

  it('who work in two municipalities are seen, not changed, from one of them', () => {
    expect(rolesWho('read', user('ROLE_INSPECTOR', [PARKS, OTHER_AREA]))).toEqual([
      'ROLE_ADMIN',
      'ROLE_SUPERVISOR_ELEVADO',
    ])
    expect(rolesWho('update', user('ROLE_INSPECTOR', [PARKS, OTHER_AREA]))).toEqual(['ROLE_ADMIN'])
    // An elevated supervisor of both has access to all of them.
    const both = buildStaff('ROLE_SUPERVISOR_ELEVADO', [PARKS, OTHER_AREA])
    for (const areas of [[PARKS, OTHER_AREA], [OTHER_AREA]])
      expect(can(both, 'update', user('ROLE_INSPECTOR', areas, areas[0]))).toBe(true)
    expect(can(both, 'update', user('ROLE_ADMIN', [OTHER_AREA], OTHER_AREA))).toBe(false)
  })

  it('of another municipality and administrators are for the administrator', () => {
    expect(rolesWho('read', user('ROLE_INSPECTOR', [OTHER_AREA], OTHER_AREA))).toEqual(['ROLE_ADMIN'])
    expect(rolesWho('update', user('ROLE_ADMIN', [PARKS]))).toEqual(['ROLE_ADMIN'])
    expect(rolesWho('delete', { ...user('ROLE_INSPECTOR', [PARKS]), kind: 'usuario' })).toEqual(['ROLE_ADMIN'])
  })
})
