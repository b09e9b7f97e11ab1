import { describe, expect, it } from 'vitest'
import { actorOfProfile } from '#domain/access/index.ts'
import { ROLES, type Role } from '#domain/users/index.ts'
import { AREA, buildTemplate, FOREIGN_AREA } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { listMenuEntries, type FormMenuEntry } from './form-menu.tsx'

const template = buildTemplate({ areas: [AREA] })
const actor = (role: Role) => actorOfProfile({ ...AUTHOR_PROFILE, role, areas: [AREA] })

/**
 * Part 1, point 6, by hand, and our treasury; who creates forms may copy one. ROLE_INSPECTOR_ACTAS sees no menu (part
 * 3, point 6).
 */
const OFFERED: Readonly<Record<Role, readonly FormMenuEntry[]>> = {
  ROLE_ADMIN: ['statistics', 'edit', 'mine', 'duplicate', 'delete'],
  ROLE_SUPERVISOR_ELEVADO: ['statistics', 'edit', 'mine', 'duplicate', 'delete'],
  ROLE_SUPERVISOR_CORRECTOR_DUPLICADOR: ['statistics', 'edit', 'mine', 'duplicate', 'delete'],
  ROLE_SUPERVISOR_CORRECTOR: ['statistics', 'edit', 'mine', 'duplicate', 'delete'],
  ROLE_SUPERVISOR_DUPLICADOR: ['edit', 'mine', 'duplicate', 'delete'],
  ROLE_SUPERVISOR: ['statistics', 'edit', 'mine', 'duplicate', 'delete'],
  ROLE_CENSISTA_PRIVADO: ['statistics', 'mine'],
  ROLE_GENERADOR_RESPUESTAS: ['statistics', 'mine'],
  ROLE_GENERADOR_CORRECTOR_RESPUESTAS: ['statistics', 'mine'],
  ROLE_GENERADOR: ['edit', 'duplicate', 'delete'],
  ROLE_INSPECTOR_ELEVADO_CORRECTOR: ['mine'],
  ROLE_INSPECTOR_ELEVADO: ['mine'],
  ROLE_INSPECTOR: ['mine'],
  ROLE_INSPECTOR_ACTAS: [],
  ROLE_TESORERIA: ['statistics'],
}

describe('menuEntries', () => {
  it.each(ROLES)('offers %s what the role may do', (role) => {
    expect(listMenuEntries(actor(role), template)).toEqual(OFFERED[role])
  })

  it('offers nothing that changes a form of foreign areas, public though it may be', () => {
    const foreign = buildTemplate({ areas: [FOREIGN_AREA] }, { opcionales: { publico: true } })
    expect(listMenuEntries(actor('ROLE_SUPERVISOR'), foreign)).toEqual(['mine'])
    expect(listMenuEntries(actor('ROLE_ADMIN'), foreign)).toEqual(OFFERED.ROLE_ADMIN)
  })

  it('offers no one without an account anything', () => {
    expect(listMenuEntries({ kind: 'public' }, template)).toEqual([])
  })
})
