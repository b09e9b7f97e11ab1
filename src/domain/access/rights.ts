import { Ability } from '@casl/ability'
import type { Role } from '../users/documents/role.ts'

export const ACTIONS = [
  'manage',
  'create',
  'read',
  'update',
  'complete',
  'delete',
  'correct',
  'duplicate',
  'publish',
  'revise',
  'restore',
  'withdraw',
  'refund',
  'close',
  'door',
] as const
export type Action = (typeof ACTIONS)[number]

export const SUBJECTS = [
  'usuario',
  'usuario_municipio',
  'solicitud-usuario',
  'formulario',
  'respuesta',
  'estadistica_formulario',
  'pago',
] as const
export type Subject = (typeof SUBJECTS)[number]

type Rights = Readonly<Partial<Record<Subject, readonly Action[]>>>

/** Documents that a role may access: those of the user's areas, of all areas of the user's municipalities, or all. */
export type AccessReach = 'areas' | 'municipalities' | 'everything'

/** Row of the role table. `rights` and `answers` are required, so that each new role defines which answers it reads. */
export type RoleRow = {
  readonly rights: Rights
  /** `own`: only answers that the user created; `all`: everyone's answers in the areas that the role may access */
  readonly answers: 'own' | 'all'
  /** default: `areas` */
  readonly reach?: AccessReach
}

const FORM_RIGHTS = ['create', 'read', 'update', 'delete'] as const
const FULL_ACTIONS: readonly Action[] = ['create', 'read', 'update', 'delete', 'correct', 'duplicate']
const READ_ACTIONS: readonly Action[] = ['read']
const DESK_ACTIONS: readonly Action[] = ['read', 'create', 'door']

/**
 * Rights of each role (part 1, point 6), the answers that it reads, and the documents that it may access. `manage`
 * includes all actions.
 *
 * - `complete`: fills in missing parts of an answer; included in `update` and `correct`
 * - `update`: changes an answer; `correct`: replaces values, with a record
 * - `publish`: makes a form public or private
 *
 * Additions to the specification:
 * - `revise` and `withdraw`: a citizen's own answers
 * - `restore`: restores a deleted answer
 * - `pago`: `read` lists and exports orders, `create` records payments at the desk and validates orders, `refund`
 *   refunds, `close` closes a day, `door` admits tickets (also inspectors); connecting a provider needs `manage`
 * - ROLE_TESORERIA: handles the payments of a municipality, and reads its forms, answers and statistics
 */
const ROLE_TABLE: Readonly<Record<Role, RoleRow>> = {
  ROLE_ADMIN: {
    answers: 'all',
    reach: 'everything',
    rights: {
      usuario: ['manage'],
      usuario_municipio: ['manage'],
      'solicitud-usuario': ['manage'],
      formulario: [...FULL_ACTIONS, 'publish'],
      respuesta: [...FULL_ACTIONS, 'restore'],
      estadistica_formulario: FULL_ACTIONS,
      pago: ['manage'],
    },
  },
  ROLE_SUPERVISOR_ELEVADO: {
    answers: 'all',
    reach: 'municipalities',
    rights: {
      usuario_municipio: ['manage'],
      formulario: [...FULL_ACTIONS, 'publish'],
      respuesta: [...FULL_ACTIONS, 'restore'],
      estadistica_formulario: FULL_ACTIONS,
      pago: ['manage'],
    },
  },
  ROLE_SUPERVISOR_CORRECTOR_DUPLICADOR: {
    answers: 'all',
    rights: {
      formulario: [...FORM_RIGHTS, 'duplicate'],
      respuesta: ['create', 'read', 'complete', 'delete', 'correct'],
      estadistica_formulario: [...FORM_RIGHTS, 'duplicate'],
      pago: DESK_ACTIONS,
    },
  },
  ROLE_SUPERVISOR_CORRECTOR: {
    answers: 'all',
    rights: {
      formulario: FORM_RIGHTS,
      respuesta: ['create', 'read', 'complete', 'delete', 'correct'],
      estadistica_formulario: FORM_RIGHTS,
      pago: DESK_ACTIONS,
    },
  },
  ROLE_SUPERVISOR_DUPLICADOR: {
    answers: 'all',
    rights: {
      formulario: [...FORM_RIGHTS, 'duplicate'],
      respuesta: ['create', 'read', 'complete', 'delete'],
      pago: DESK_ACTIONS,
    },
  },
  ROLE_SUPERVISOR: {
    answers: 'all',
    rights: {
      formulario: FORM_RIGHTS,
      respuesta: ['create', 'read', 'complete', 'delete'],
      estadistica_formulario: FORM_RIGHTS,
      pago: DESK_ACTIONS,
    },
  },
  ROLE_CENSISTA_PRIVADO: {
    answers: 'own',
    rights: {
      formulario: READ_ACTIONS,
      respuesta: ['create', 'read', 'update', 'correct', 'delete'],
      estadistica_formulario: ['create', 'read', 'update', 'correct', 'delete'],
    },
  },
  ROLE_GENERADOR_RESPUESTAS: {
    answers: 'own',
    rights: { formulario: READ_ACTIONS, respuesta: ['create', 'read'], estadistica_formulario: READ_ACTIONS },
  },
  ROLE_GENERADOR_CORRECTOR_RESPUESTAS: {
    answers: 'own',
    rights: {
      formulario: READ_ACTIONS,
      respuesta: ['create', 'read', 'update', 'correct'],
      estadistica_formulario: READ_ACTIONS,
    },
  },
  ROLE_GENERADOR: { answers: 'all', rights: { formulario: [...FORM_RIGHTS, 'publish'] } },
  ROLE_INSPECTOR_ELEVADO_CORRECTOR: {
    answers: 'all',
    rights: {
      formulario: READ_ACTIONS,
      respuesta: ['create', 'read', 'delete', 'correct'],
      pago: ['door'],
    },
  },
  ROLE_INSPECTOR_ELEVADO: {
    answers: 'all',
    rights: { formulario: READ_ACTIONS, respuesta: ['create', 'read', 'delete'], pago: ['door'] },
  },
  ROLE_INSPECTOR: {
    answers: 'all',
    rights: { formulario: READ_ACTIONS, respuesta: ['create', 'read', 'delete'], pago: ['door'] },
  },
  ROLE_INSPECTOR_ACTAS: {
    answers: 'all',
    rights: { formulario: READ_ACTIONS, respuesta: ['create', 'read'], pago: ['door'] },
  },
  ROLE_TESORERIA: {
    answers: 'all',
    reach: 'municipalities',
    rights: {
      formulario: READ_ACTIONS,
      respuesta: READ_ACTIONS,
      estadistica_formulario: READ_ACTIONS,
      pago: ['read', 'create', 'refund', 'close'],
    },
  },
}

/** Rights without a role: the public, and citizens signed in by the portal. */
const GUEST_RIGHTS = {
  public: { formulario: READ_ACTIONS, respuesta: ['create'] },
  citizen: { formulario: READ_ACTIONS, respuesta: ['create', 'read', 'revise', 'withdraw'] },
} as const satisfies Readonly<Record<string, Rights>>

type Holder = Role | keyof typeof GUEST_RIGHTS
type RoleAbility = Ability<[Action, Subject]>

const abilities = new Map<Holder, RoleAbility>()

/**
 * Returns the row of a role. A device may have stored a role that this version does not know; such a role has no
 * rights.
 */
function rowOf(role: Role): RoleRow {
  return Object.hasOwn(ROLE_TABLE, role) ? ROLE_TABLE[role] : { answers: 'own', rights: {} }
}

/** Checks whether a role reads and changes only answers that the user created. */
export function isLimitedToOwnAnswers(role: Role): boolean {
  return rowOf(role).answers === 'own'
}

/** Returns the kind of documents that a role may access. */
export function findRoleReach(role: Role): AccessReach {
  return rowOf(role).reach ?? 'areas'
}

/** Checks whether the table contains this right, regardless of documents. */
export function hasRight(holder: Holder, action: Action, subject: Subject): boolean {
  const cachedAbility = abilities.get(holder)
  if (cachedAbility !== undefined) return cachedAbility.can(action, subject)
  const newAbility = buildAbility(
    holder === 'public' || holder === 'citizen' ? GUEST_RIGHTS[holder] : rowOf(holder).rights,
  )
  abilities.set(holder, newAbility)
  return newAbility.can(action, subject)
}

function buildAbility(rights: Rights): RoleAbility {
  const rules = Object.entries(rights).map(([subject, actions]) => ({
    subject: subject as Subject,
    action:
      subject === 'respuesta' && (actions.includes('update') || actions.includes('correct'))
        ? [...actions, 'complete' as const]
        : [...actions],
  }))
  return new Ability<[Action, Subject]>(rules)
}
