import { describe, expect, it } from 'vitest'
import { ROLES } from '../users/index.ts'
import { can } from './can.ts'
import { canBePublic } from './form-scope.ts'
import { ELSEWHERE, form, PARKS, staff, TRADE } from './testing/actors.ts'

const SWITCHING = ['ROLE_ADMIN', 'ROLE_SUPERVISOR_ELEVADO', 'ROLE_GENERADOR']

describe('the scope of a form', () => {
  it('is switched by three roles, and by no one without one', () => {
    expect(ROLES.filter((role) => can(staff(role), 'publish', 'formulario'))).toEqual(SWITCHING)
    expect(can({ kind: 'public' }, 'publish', 'formulario')).toBe(false)
  })

  it('is switched by those roles where they may change the form', () => {
    const switching = (template: ReturnType<typeof form>) =>
      ROLES.filter((role) => can(staff(role), 'publish', { kind: 'formulario', document: template }))
    expect(switching(form([PARKS]))).toEqual(SWITCHING)
    expect(switching(form([TRADE]))).toEqual(['ROLE_ADMIN', 'ROLE_SUPERVISOR_ELEVADO'])
    expect(switching(form([ELSEWHERE], { publico: true }))).toEqual(['ROLE_ADMIN'])
    expect(switching(form([PARKS], { deleted: true }))).toEqual([])
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
