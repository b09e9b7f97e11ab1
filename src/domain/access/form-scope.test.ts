import { describe, expect, it } from 'vitest'
import { ROLES } from '../users/index.ts'
import { can } from './can.ts'
import { canBePublic } from './form-scope.ts'
import { OTHER_AREA, buildForm, PARKS, buildStaff, TRADE } from './testing/actors.ts'

const SWITCHING = ['ROLE_ADMIN', 'ROLE_SUPERVISOR_ELEVADO', 'ROLE_GENERADOR']

describe('the scope of a form', () => {
  it('is switched by three roles, and by no one without one', () => {
    expect(ROLES.filter((role) => can(buildStaff(role), 'publish', 'formulario'))).toEqual(SWITCHING)
    expect(can({ kind: 'public' }, 'publish', 'formulario')).toBe(false)
  })

  it('is switched by those roles where they may change the form', () => {
    const switching = (template: ReturnType<typeof buildForm>) =>
      ROLES.filter((role) => can(buildStaff(role), 'publish', { kind: 'formulario', document: template }))
    expect(switching(buildForm([PARKS]))).toEqual(SWITCHING)
    expect(switching(buildForm([TRADE]))).toEqual(['ROLE_ADMIN', 'ROLE_SUPERVISOR_ELEVADO'])
    expect(switching(buildForm([OTHER_AREA], { publico: true }))).toEqual(['ROLE_ADMIN'])
    expect(switching(buildForm([PARKS], { deleted: true }))).toEqual([])
  })

  it('cannot be public where a citizen is tied to the answers', () => {
    const locked = (ciudadano: boolean, citizenAssociationFromCitizenPortal: boolean) =>
      !canBePublic({ opcionales: { ciudadano, citizenAssociationFromCitizenPortal } })
    expect([locked(false, false), locked(true, false), locked(false, true), locked(true, true)]).toEqual([
      false,
      true,
      true,
      true,
    ])
  })
})
