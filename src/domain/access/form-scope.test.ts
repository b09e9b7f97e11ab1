import { describe, expect, it } from 'vitest'
import { ROLES } from '../documents/index.ts'
import { canBePublic, maySwitchScope, seesFormScope } from './form-scope.ts'
import { ELSEWHERE, form, PARKS, staff, TRADE } from './testing/actors.ts'

const SWITCHING = ['ROLE_ADMIN', 'ROLE_SUPERVISOR_ELEVADO', 'ROLE_GENERADOR']

describe('the scope of a form', () => {
  it('is seen in the list by three roles, and by nobody without one', () => {
    expect(ROLES.filter((role) => seesFormScope(staff(role)))).toEqual(SWITCHING)
    expect(seesFormScope({ kind: 'public' })).toBe(false)
  })

  it('is switched by those roles where they may change the form', () => {
    expect(ROLES.filter((role) => maySwitchScope(staff(role), form([PARKS])))).toEqual(SWITCHING)
    expect(ROLES.filter((role) => maySwitchScope(staff(role), form([TRADE])))).toEqual(['ROLE_ADMIN', 'ROLE_SUPERVISOR_ELEVADO'])
    expect(ROLES.filter((role) => maySwitchScope(staff(role), form([ELSEWHERE], { publico: true })))).toEqual(['ROLE_ADMIN'])
    expect(ROLES.filter((role) => maySwitchScope(staff(role), form([PARKS], { deleted: true })))).toEqual([])
  })

  it('cannot be public where a citizen is tied to the answers', () => {
    const locked = (ciudadano: boolean, citizenAssociationFromCitizenPortal: boolean) =>
      !canBePublic({ opcionales: { ciudadano, citizenAssociationFromCitizenPortal } })
    expect([locked(false, false), locked(true, false), locked(false, true), locked(true, true)]).toEqual([false, true, true, true])
  })
})
