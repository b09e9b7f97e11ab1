import { ROLES, type Role } from '#domain/users/index.ts'

/**
 * Who may do what with others' answers and their own, in a city hall's words; by hand from the specification (part 1,
 * point 6; part 3, points 2 and 6), not from `src/domain/access`. The server and the screens must agree with it.
 *
 * - every       the answers of every municipality
 * - city        those of the municipalities that they have an area in
 * - areas       those whose first area is one of theirs
 * - own         of these, the ones that they gave themselves
 * - -           none at all
 *
 * `read` is an answer with its history, photos, incident and print, list and map of a form's answers, their export with
 * its archive (export and photos), the PDF, and a copy by e-mail where the form offers it. `find`, the search for a
 * recipient, looks at one's areas whatever the reach otherwise. `complete` fills in what is missing and `state` moves
 * it: they go together. `ask` asks the citizen to correct, `correct` does it for them and decides about conflicts.
 * `restore` brings back what was deleted.
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
`

export const DEEDS = ['read', 'find', 'complete', 'state', 'correct', 'ask', 'delete', 'restore'] as const
export type Deed = (typeof DEEDS)[number]
const REACHES = ['every', 'city', 'areas', 'own', '-'] as const
type Reach = (typeof REACHES)[number]

/** Whose an answer is, seen from one area. `portal`: another area's of the city, through the citizen portal. */
export const PLACES = ['area', 'other area', 'portal', 'other city'] as const
export type Place = (typeof PLACES)[number]
export const AUTHORS = ['own', 'other'] as const
export type Whose = (typeof AUTHORS)[number]

const TABLE = parse()

/** As the table has it. */
export function reachOf(role: Role, deed: Deed): Reach {
  return TABLE[role][deed]
}

/**
 * Whether the table allows this on such an answer.
 *
 * What came through the portal needs no area (part 3, point 6), but for the search; no one corrects or deletes it.
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
 * A list, a map and an export are of one form: answers that came through the portal to a form that the user may not
 * know are in none of theirs.
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
 * Who may see statistics, by hand: those who supervise, but for the one role that the specification's table leaves out,
 * and the roles that see only their own answers.
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
]

export function hasStatisticsRight(role: Role): boolean {
  return WITH_STATISTICS.includes(role)
}
