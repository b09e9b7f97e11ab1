/**
 * The rooms of the server's brain from the ground up: folders, and files beside them. Each imports from lower floors
 * only, so rooms of one floor know nothing of each other. A new room takes the lowest floor above all that it imports.
 * The routes of all subjects are one room.
 */
export const CORE_FLOORS: readonly (readonly string[])[] = [
  [
    'queries.ts',
    'municipal-system-port.ts',
    'pdf-port.ts',
    'portal-login-port.ts',
    'statistics-port.ts',
    'webhooks-port.ts',
    'collection.ts',
    'upload-ids.ts',
    'deep-freeze.ts',
    'run-unit.ts',
  ],
  ['ports.ts', 'tuning.ts', 'collections.ts'],
  [
    'clock-leap.ts',
    'signing.ts',
    'document-keys.ts',
    'indexing.ts',
    'log.ts',
    'paging.ts',
    'sweep.ts',
    'capacity',
    'watching',
  ],
  ['listing-filter.ts', 'nudges', 'rows'],
  ['context.ts', 'counting'],
  ['http'],
  ['signed-text.ts', 'limits', 'answers'],
  ['pages', 'citizens', 'statistics'],
  ['sessions', 'uploads', 'maps'],
  ['first-administrator.ts', 'templates', 'places', 'users', 'exports'],
  ['tickets'],
  ['audit', 'integrations', 'mail', 'payments', 'privacy'],
  ['jobs'],
  // Looks at money that came queue the jobs that follow from them.
  ['sweeps.ts'],
  ['sync'],
  ['routes'],
  ['app.ts'],
  ['index.ts'],
]

const CORE = 'functions/src/core/'

/** @returns rooms and floors (-1: none) at both ends of an import within the core; undefined if none, or in one room */
export function coreArrow(from: string, to: string) {
  if (!from.startsWith(CORE) || !to.startsWith(CORE)) return undefined
  const [ours, theirs] = [roomIn(from), roomIn(to)]
  if (ours === theirs) return undefined
  return { from: { room: ours, floor: floorOf(ours) }, to: { room: theirs, floor: floorOf(theirs) } }
}

/** `routes` of a subject, a file or a folder, are one room with what serves them. */
function roomIn(path: string): string {
  const [folder = '', kind] = path.slice(CORE.length).split('/')
  return kind === 'routes' || kind === 'routes.ts' || folder === 'endpoints' ? 'routes' : folder
}

function floorOf(room: string): number {
  return CORE_FLOORS.findIndex((floor) => floor.includes(room))
}
