import { ROLES, type Role } from '#domain/users/index.ts'

/**
 * Permissions on others' and one's own answers by role, written by hand from the specification (part 1, point 6; part
 * 3, points 2 and 6), and of the treasury (ours), independently of `src/domain/access`. The server and the screens must
 * agree with them.
 *
 * - every       the answers of every municipality
 * - city        answers of the municipalities in which the user has an area
 * - areas       answers whose first area is one of the user's
 * - own         the user's own answers among these
 * - -           none
 *
 * `read` covers an answer with its history, photos, incident and print, list and map of a form's answers, their export
 * with its archive (export and photos), the PDF, and a copy by e-mail if the form offers it. `find`, the search for a
 * recipient, is always limited to the user's areas. `complete` fills in missing parts and `state` changes the state;
 * the two go together. `ask` asks the citizen for a correction, `correct` corrects on their behalf and decides
 * conflicts. `restore` restores deleted answers.
 */
const WRITTEN = `
role                                  read   find   complete  state  correct  ask    delete  restore
ROLE_ADMIN                            every  areas  every     every  every    every  every   every
ROLE_SUPERVISOR_ELEVADO               city   areas  city      city   city     city   city    city
ROLE_SUPERVISOR_CORRECTOR_DUPLICADOR  areas  areas  areas     areas  areas    areas  areas   -
ROLE_SUPERVISOR_CORRECTOR             areas  areas  areas     areas  areas    areas  areas   -
ROLE_SUPERVISOR_DUPLICADOR            areas  areas  areas     areas  -        -      areas   -
ROLE_SUPERVISOR                       areas  areas  areas     areas  -        -      areas   -
ROLE_CENSISTA_PRIVADO                 own    own    own       own    own      own    own     -
ROLE_GENERADOR_RESPUESTAS             own    own    -         -      -        -      -       -
ROLE_GENERADOR_CORRECTOR_RESPUESTAS   own    own    own       own    own      own    -       -
ROLE_GENERADOR                        -      -      -         -      -        -      -       -
ROLE_INSPECTOR_ELEVADO_CORRECTOR      areas  areas  areas     areas  areas    areas  areas   -
ROLE_INSPECTOR_ELEVADO                areas  areas  -         -      -        -      areas   -
ROLE_INSPECTOR                        areas  areas  -         -      -        -      areas   -
ROLE_INSPECTOR_ACTAS                  areas  areas  -         -      -        -      -       -
ROLE_TESORERIA                        city   areas  -         -      -        -      -       -
`

export const DEEDS = ['read', 'find', 'complete', 'state', 'correct', 'ask', 'delete', 'restore'] as const
export type Deed = (typeof DEEDS)[number]
const REACHES = ['every', 'city', 'areas', 'own', '-'] as const
type Reach = (typeof REACHES)[number]

/**
 * Origin of an answer, seen from one area. `portal`: another area's in the same city, sent through the citizen portal.
 */
export const PLACES = ['area', 'other area', 'portal', 'other city'] as const
export type Place = (typeof PLACES)[number]
export const AUTHORS = ['own', 'other'] as const
export type Whose = (typeof AUTHORS)[number]

const TABLE = parse()

/** The reach in the table. */
export function reachOf(role: Role, deed: Deed): Reach {
  return TABLE[role][deed]
}

/**
 * Whether the table allows this action on such an answer.
 *
 * Answers from the portal need no area (part 3, point 6), except for the search; no one corrects or deletes them.
 */
export function allows(role: Role, deed: Deed, place: Place, whose: Whose): boolean {
  const reach = reachOf(role, deed)
  if (place === 'portal' && (deed === 'correct' || deed === 'delete')) return false
  switch (reach) {
    case 'every':
      return true
    case 'city':
      return place !== 'other city'
    case 'areas':
    case 'own':
      return (reach === 'areas' || whose === 'own') && (place === 'area' || (place === 'portal' && deed !== 'find'))
    case '-':
      return false
  }
}

/**
 * Whether a list, map or export contains the answer. These belong to one form, so they never contain portal answers to
 * a form that the user may not see.
 */
export function lists(role: Role, place: Place, whose: Whose): boolean {
  const formIsKnown = place === 'area' || reachOf(role, 'read') === 'every' || reachOf(role, 'read') === 'city'
  return formIsKnown && allows(role, 'read', place, whose)
}

function parse(): Readonly<Record<Role, Readonly<Record<Deed, Reach>>>> {
  const [, ...lines] = WRITTEN.trim().split('\n')
  const rows = lines.map((line) => line.split(/\s+/))
  return Object.fromEntries(
    ROLES.map((role) => {
      const cells = rows.find(([name]) => name === role)?.slice(1) ?? []
      return [role, Object.fromEntries(DEEDS.map((deed, at) => [deed, reachNamed(cells[at], `${deed} of ${role}`)]))]
    }),
  ) as Readonly<Record<Role, Readonly<Record<Deed, Reach>>>>
}

function reachNamed(word: string | undefined, cell: string): Reach {
  const known = REACHES.find((reach) => reach === word)
  if (known === undefined) throw new Error(`reviewing-roles.ts says ${word ?? 'nothing'} for ${cell}`)
  return known
}

/**
 * Roles with statistics, written by hand: supervisors, except the one that the specification's table omits, the roles
 * that see only their own answers, and the treasury.
 */
const WITH_STATISTICS: readonly Role[] = [
  'ROLE_ADMIN',
  'ROLE_SUPERVISOR_ELEVADO',
  'ROLE_SUPERVISOR_CORRECTOR_DUPLICADOR',
  'ROLE_SUPERVISOR_CORRECTOR',
  'ROLE_SUPERVISOR',
  'ROLE_CENSISTA_PRIVADO',
  'ROLE_GENERADOR_RESPUESTAS',
  'ROLE_GENERADOR_CORRECTOR_RESPUESTAS',
  'ROLE_TESORERIA',
]

export function hasStatisticsRight(role: Role): boolean {
  return WITH_STATISTICS.includes(role)
}
