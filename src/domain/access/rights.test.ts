import { describe, expect, it } from 'vitest'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { profileSchema } from '../sync/index.ts'
import { ROLES, type Role } from '../users/index.ts'
import { can } from './can.ts'
import { ACTIONS, isLimitedToOwnAnswers, findRoleReach, SUBJECTS, type Action, type RoleRow } from './rights.ts'
import { buildCitizen, buildStaff } from './testing/actors.ts'

/**
 * Written by hand from part 1, point 6 of the specification, not from the table in rights.ts. One letter per action: M
 * manage, C create, R read, U update, K complete, D delete, X correct, P duplicate, S publish, V revise, B restore, W
 * withdraw, F refund, L close, T door; a dot is a refusal. M is every action; U and X of an answer contain K. S
 * switches between public and private (same point, further rules). No staff revise or withdraw.
 * Additions of ours: own-answers roles read their statistics, which the specification describes without a right;
 * supervisors read and record payments, and they and inspectors operate doors; administrators of everything or of a
 * municipality have all rights on payments, and restore answers; the treasury is a role of ours.
 */
const EXPECTED = `
                                     usuario          usu_munic        solicitud        formular         respuesta        estadist         pago
ROLE_ADMIN                           MCRUKDXPSVBWFLT  MCRUKDXPSVBWFLT  MCRUKDXPSVBWFLT  .CRU.DXPS......  .CRUKDXP..B....  .CRU.DXP.......  MCRUKDXPSVBWFLT
ROLE_SUPERVISOR_ELEVADO              ...............  MCRUKDXPSVBWFLT  ...............  .CRU.DXPS......  .CRUKDXP..B....  .CRU.DXP.......  MCRUKDXPSVBWFLT
ROLE_SUPERVISOR_CORRECTOR_DUPLICADOR ...............  ...............  ...............  .CRU.D.P.......  .CR.KDX........  .CRU.D.P.......  .CR...........T
ROLE_SUPERVISOR_CORRECTOR            ...............  ...............  ...............  .CRU.D.........  .CR.KDX........  .CRU.D.........  .CR...........T
ROLE_SUPERVISOR_DUPLICADOR           ...............  ...............  ...............  .CRU.D.P.......  .CR.KD.........  ...............  .CR...........T
ROLE_SUPERVISOR                      ...............  ...............  ...............  .CRU.D.........  .CR.KD.........  .CRU.D.........  .CR...........T
ROLE_CENSISTA_PRIVADO                ...............  ...............  ...............  ..R............  .CRUKDX........  .CRU.DX........  ...............
ROLE_GENERADOR_RESPUESTAS            ...............  ...............  ...............  ..R............  .CR............  ..R............  ...............
ROLE_GENERADOR_CORRECTOR_RESPUESTAS  ...............  ...............  ...............  ..R............  .CRUK.X........  ..R............  ...............
ROLE_GENERADOR                       ...............  ...............  ...............  .CRU.D..S......  ...............  ...............  ...............
ROLE_INSPECTOR_ELEVADO_CORRECTOR     ...............  ...............  ...............  ..R............  .CR.KDX........  ...............  ..............T
ROLE_INSPECTOR_ELEVADO               ...............  ...............  ...............  ..R............  .CR..D.........  ...............  ..............T
ROLE_INSPECTOR                       ...............  ...............  ...............  ..R............  .CR..D.........  ...............  ..............T
ROLE_INSPECTOR_ACTAS                 ...............  ...............  ...............  ..R............  .CR............  ...............  ..............T
ROLE_TESORERIA                       ...............  ...............  ...............  ..R............  ..R............  ..R............  .CR.........FL.
`
const LETTER: Readonly<Record<Action, string>> = {
  manage: 'M',
  create: 'C',
  read: 'R',
  update: 'U',
  complete: 'K',
  delete: 'D',
  correct: 'X',
  duplicate: 'P',
  publish: 'S',
  revise: 'V',
  restore: 'B',
  withdraw: 'W',
  refund: 'F',
  close: 'L',
  door: 'T',
}

function row(role: Role): string {
  const cells = SUBJECTS.map((subject) =>
    ACTIONS.map((action) => (can(buildStaff(role), action, subject) ? LETTER[action] : '.')).join(''),
  )
  return `${role.padEnd(36)} ${cells.join('  ')}`
}

describe('rights of the fifteen roles', () => {
  it('are the table of the specification, all 15 × 15 × 7 cells', () => {
    const [, header, ...expected] = EXPECTED.split('\n')
    const actual = ROLES.map(row)
    process.stdout.write(`${[header, ...actual].join('\n')}\n`)
    expect(expected.slice(0, -1)).toEqual(actual)
    expect(actual.length * ACTIONS.length * SUBJECTS.length).toBe(15 * 15 * 7)
  })

  it('let the public read and answer, and citizens also read, revise and take back, and nothing else', () => {
    const names = (actor: Parameters<typeof can>[0]): readonly string[] =>
      SUBJECTS.flatMap((subject) =>
        ACTIONS.filter((action) => can(actor, action, subject)).map((action) => `${action} ${subject}`),
      )
    expect(names({ kind: 'public' })).toEqual(['read formulario', 'create respuesta'])
    expect(names(buildCitizen('c1'))).toEqual([
      'read formulario',
      'create respuesta',
      'read respuesta',
      'revise respuesta',
      'withdraw respuesta',
    ])
  })
})

describe('rights of money', () => {
  /** By hand: before reading became a right of its own, and after. */
  const MONEY: Readonly<Record<Role, readonly [before: readonly Action[], after: readonly Action[]]>> = {
    ROLE_ADMIN: [ACTIONS, ACTIONS],
    ROLE_SUPERVISOR_ELEVADO: [ACTIONS, ACTIONS],
    ROLE_SUPERVISOR_CORRECTOR_DUPLICADOR: [
      ['create', 'door'],
      ['create', 'read', 'door'],
    ],
    ROLE_SUPERVISOR_CORRECTOR: [
      ['create', 'door'],
      ['create', 'read', 'door'],
    ],
    ROLE_SUPERVISOR_DUPLICADOR: [
      ['create', 'door'],
      ['create', 'read', 'door'],
    ],
    ROLE_SUPERVISOR: [
      ['create', 'door'],
      ['create', 'read', 'door'],
    ],
    ROLE_CENSISTA_PRIVADO: [[], []],
    ROLE_GENERADOR_RESPUESTAS: [[], []],
    ROLE_GENERADOR_CORRECTOR_RESPUESTAS: [[], []],
    ROLE_GENERADOR: [[], []],
    ROLE_INSPECTOR_ELEVADO_CORRECTOR: [['door'], ['door']],
    ROLE_INSPECTOR_ELEVADO: [['door'], ['door']],
    ROLE_INSPECTOR: [['door'], ['door']],
    ROLE_INSPECTOR_ACTAS: [['door'], ['door']],
    ROLE_TESORERIA: [[], ['create', 'read', 'refund', 'close']],
  }

  it.each(ROLES)('of %s are those of the list, and none was lost', (role) => {
    const [before, after] = MONEY[role]
    expect(ACTIONS.filter((action) => can(buildStaff(role), action, 'pago'))).toEqual(after)
    expect(before.filter((action) => !after.includes(action))).toEqual([])
  })
})

describe('a role of a newer server', () => {
  const role = 'ROLE_NUEVO' as Role

  it('has no rights where a device has stored it, and the fewest where a profile arrives', () => {
    expect(SUBJECTS.flatMap((subject) => ACTIONS.filter((action) => can(buildStaff(role), action, subject)))).toEqual(
      [],
    )
    expect([isLimitedToOwnAnswers(role), findRoleReach(role)]).toEqual([true, 'areas'])
    expect(profileSchema.parse({ ...AUTHOR_PROFILE, role }).role).toBe('ROLE_GENERADOR_RESPUESTAS')
  })
})

describe('a new role', () => {
  it('does not compile until its row says whose answers it reads', () => {
    // @ts-expect-error `answers` is required: a role that is in no list must not read everything
    const row: RoleRow = { rights: { respuesta: ['read'] } }
    expect(row.rights).toEqual({ respuesta: ['read'] })
  })
})
