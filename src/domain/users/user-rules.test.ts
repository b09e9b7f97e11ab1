import { describe, expect, it } from 'vitest'
import { userSchema, type User } from './index.ts'
import type { AreaPath } from '../kernel/index.ts'
import { OTHER_AREA, PARKS, TRADE } from '../access/testing/actors.ts'
import { validateNewUser, applyUserEdit, proposeUsername, type NewUser, type UserEdit } from './user-rules.ts'

const ANA: NewUser = {
  email: ' Ana.Paz@Villa-Serena.gob.ar ',
  userMuniCore: '  Ana.PAZ ',
  firstName: ' Ana ',
  lastName: 'Paz',
  inspectorID: ' 0042 ',
  roles: ['ROLE_INSPECTOR'],
  areas: [PARKS, TRADE, PARKS],
}

it.each([
  ['Ana.Paz@villa-serena.gob.ar', 'ana.paz'],
  [' nora_2+relevo@x.gob ', 'nora_2'],
  ['ana', ''],
  ['a@x.gob', ''],
  ['@x.gob', ''],
  ['ana paz@x.gob', ''],
])('the username proposed for %s is "%s"', (email, proposed) => expect(proposeUsername(email)).toBe(proposed))

describe('a new user', () => {
  it('is stored trimmed, with the username and the address in lower case, in the municipality of the areas', () => {
    expect(validateNewUser(ANA)).toEqual({
      ok: true,
      value: {
        email: 'ana.paz@villa-serena.gob.ar',
        userMuniCore: 'ana.paz',
        lowercase_username: 'ana.paz',
        firstName: 'Ana',
        lastName: 'Paz',
        inspectorID: '0042',
        roles: ['ROLE_INSPECTOR'],
        areas: [PARKS, TRADE],
        municipalityPath: 'paises/AR/provincias/cordoba/municipios/cba',
      },
    })
  })

  it('has a Legajo as an inspector only', () => {
    const facts = validateNewUser({ ...ANA, roles: ['ROLE_SUPERVISOR'] })
    expect(facts.ok && facts.value.inspectorID).toBe('')
  })

  it.each<[string, Partial<NewUser>, string]>([
    ['without an address', { email: ' ' }, 'user.fields-required'],
    ['without a username', { userMuniCore: '' }, 'user.fields-required'],
    ['without a name', { firstName: '  ' }, 'user.fields-required'],
    ['without a surname', { lastName: '' }, 'user.fields-required'],
    ['with a surname of invisible characters', { lastName: '\u200b\u3164' }, 'user.fields-required'],
    ['without a role', { roles: [] }, 'user.fields-required'],
    ['who inspects without a Legajo', { inspectorID: ' ' }, 'user.fields-required'],
    ['with two roles', { roles: ['ROLE_INSPECTOR', 'ROLE_ADMIN'] }, 'user.one-role'],
    ['with a space in the username', { userMuniCore: 'ana paz' }, 'user.username-invalid'],
    ['with an address for a username', { userMuniCore: 'ana@x.gob' }, 'user.username-invalid'],
    ['with one letter', { userMuniCore: 'a' }, 'user.username-invalid'],
    ['whose address is none', { email: 'ana.villa-serena' }, 'user.email-invalid'],
    ['with a second recipient', { email: 'a@x.gob\r\nBcc: z@z.gob' }, 'user.email-invalid'],
    ['without an area', { areas: [] }, 'user.area-required'],
    ['with areas of two municipalities', { areas: [PARKS, OTHER_AREA] }, 'user.areas-apart'],
  ])('%s is refused', (_, change, code) => {
    expect(validateNewUser({ ...ANA, ...change })).toMatchObject({ ok: false, problem: { code } })
  })

  it('has no invisible characters in username, address and Legajo', () => {
    const typed = { userMuniCore: 'ana\u200b.paz', email: '\ufeffAna@x.gob\u2060', inspectorID: '\u200e77' }
    expect(validateNewUser({ ...ANA, ...typed })).toMatchObject({
      ok: true,
      value: { userMuniCore: 'ana.paz', email: 'ana@x.gob', inspectorID: '77' },
    })
  })
})

describe('an edit', () => {
  const user = (areas: readonly AreaPath[] = [PARKS]): User =>
    userSchema.parse({
      id: 'ana',
      ...ANA,
      email: 'ana@x.gob',
      userMuniCore: 'ana.paz',
      lowercase_username: 'ana.paz',
      areas,
      municipalityPath: 'paises/AR/provincias/cordoba/municipios/cba',
    })
  const edit = (change: Partial<UserEdit> = {}): UserEdit => ({
    firstName: 'Ana María',
    lastName: 'Paz',
    inspectorID: '7',
    roles: ['ROLE_INSPECTOR'],
    seen: null,
    ...change,
  })

  it('changes names, role, Legajo and areas, and never the username or the address', () => {
    expect(applyUserEdit(user(), edit({ areas: [TRADE] }))).toMatchObject({
      ok: true,
      value: {
        userMuniCore: 'ana.paz',
        email: 'ana@x.gob',
        firstName: 'Ana María',
        inspectorID: '7',
        areas: [TRADE],
      },
    })
  })

  it('keeps the Legajo of a user who is no longer an inspector', () => {
    const facts = applyUserEdit(user(), edit({ roles: ['ROLE_SUPERVISOR'], inspectorID: 'forged' }))
    expect(facts.ok && facts.value.inspectorID).toBe(user().inspectorID)
  })

  it('needs an area when areas were edited, and none otherwise', () => {
    expect(applyUserEdit(user(), edit({ areas: [] }))).toMatchObject({ problem: { code: 'user.area-required' } })
    expect(applyUserEdit(user([]), edit())).toMatchObject({ ok: true })
  })

  it('leaves areas of several municipalities alone', () => {
    const both = user([PARKS, OTHER_AREA])
    expect(applyUserEdit(both, edit({ areas: [PARKS] }))).toMatchObject({ problem: { code: 'user.areas-locked' } })
    expect(applyUserEdit(both, edit({ areas: [OTHER_AREA, PARKS] }))).toMatchObject({ ok: true })
    expect(applyUserEdit(both, edit())).toMatchObject({ ok: true })
  })

  it.each<[Partial<UserEdit>, string]>([
    [{ roles: [] }, 'user.fields-required'],
    [{ roles: ['ROLE_ADMIN', 'ROLE_INSPECTOR'] }, 'user.one-role'],
    [{ firstName: ' ' }, 'user.fields-required'],
    [{ inspectorID: ' ' }, 'user.fields-required'],
    [{ areas: [PARKS, OTHER_AREA] }, 'user.areas-apart'],
  ])('%j is refused', (change, code) => {
    expect(applyUserEdit(user(), edit(change))).toMatchObject({ problem: { code } })
  })
})
