import { describe, expect, it } from 'vitest'
import { ROLES } from '#domain/users/index.ts'
import { hasWelcomePage } from './access.ts'

describe('hasWelcomePage', () => {
  it('is for the four roles that the specification names', () => {
    expect(ROLES.filter(hasWelcomePage)).toEqual([
      'ROLE_ADMIN',
      'ROLE_SUPERVISOR_ELEVADO',
      'ROLE_SUPERVISOR',
      'ROLE_CENSISTA_PRIVADO',
    ])
  })
})
