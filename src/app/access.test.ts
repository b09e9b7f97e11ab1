import { describe, expect, it } from 'vitest'
import { ROLES } from '#domain/users/index.ts'
import { findStartPage } from './access.ts'

describe('startPageOf', () => {
  it('is the welcome page for the four roles that the specification names', () => {
    expect(ROLES.filter((role) => findStartPage(role) === '/home')).toEqual([
      'ROLE_ADMIN',
      'ROLE_SUPERVISOR_ELEVADO',
      'ROLE_SUPERVISOR',
      'ROLE_CENSISTA_PRIVADO',
    ])
  })

  it('is the payment orders for the treasury, and the forms for all others', () => {
    expect(ROLES.filter((role) => findStartPage(role) === '/pagos')).toEqual(['ROLE_TESORERIA'])
    expect(findStartPage('ROLE_INSPECTOR')).toBe('/listar')
  })
})
