import { ROLES, type Role } from '#domain/documents/index.ts'

/**
 * Who may do what with the answers of others and with their own, as somebody at a city hall would say it; written by hand from the specification (part 1, point 6;
 * part 3, points 2 and 6) and not from `src/domain/access`. The server and the screens are held against it.
 *
 * - every       the answers of every municipality
 * - city        those of the municipalities that they have an area in
 * - areas       those whose first area is one of theirs
 * - own         of these, the ones that they gave themselves
 * - -           none at all
 *
 * `read` is an answer with its history, photos, incident and print, the list and the map of a form's answers, the export with its archive, the PDF, and a copy by e-mail where the
 * form offers it (the archive is the export and the photos). `find` is the search for a recipient, which looks at one's areas however far one reaches otherwise. `complete` fills in what is missing and `state` moves it: who
 * may do the one may do the other. `ask` asks the citizen to correct, `correct` does it in their place and decides about conflicts. `restore` brings back what was deleted.
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

/** Whose an answer is, as seen by somebody of one area: one of that area, of another in the same city, or of another city. `portal` is of another area of the city, and came through the citizen portal. */
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
 * What came through the portal needs no area (part 3, point 6), but for the search, and is neither corrected nor deleted by anybody.
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

/** Lists, maps and exports are of a form: what came through the portal of a form that somebody may not know of stands in none of theirs. */
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
      return [role, Object.fromEntries(DEEDS.map((deed, at) => [deed, reachNamed(cells[at])]))]
    }),
  ) as Readonly<Record<Role, Readonly<Record<Deed, Reach>>>>
}

function reachNamed(word: string | undefined): Reach {
  const known = REACHES.find((reach) => reach === word)
  if (known === undefined) throw new Error(`The table says ${word}`)
  return known
}

/** Who may look at statistics, by hand: who supervises, but for the one whom the specification's table leaves out, and the roles that see only their own. */
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
