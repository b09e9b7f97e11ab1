/**
 * Modules of the server's core from the lowest layer up: folders, and files beside them. Each imports only from lower
 * layers, so modules of one layer do not know each other. A new module gets the lowest layer above all that it imports.
 * The routes of all subjects are one module.
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
  // Reconciliations of payments queue follow-up jobs.
  ['sweeps.ts'],
  ['sync'],
  ['routes'],
  ['app.ts'],
  ['index.ts'],
]

const CORE = 'functions/src/core/'

/**
 * @returns modules and layers (-1: none) at both ends of an import within the core; undefined if it is no such import,
 * or within one module
 */
export function coreArrow(from: string, to: string) {
  if (!from.startsWith(CORE) || !to.startsWith(CORE)) return undefined
  const [ours, theirs] = [roomIn(from), roomIn(to)]
  if (ours === theirs) return undefined
  return { from: { room: ours, floor: floorOf(ours) }, to: { room: theirs, floor: floorOf(theirs) } }
}

/** `routes` of a subject, a file or a folder, form one module with the code that serves them. */
function roomIn(path: string): string {
  const [folder = '', kind] = path.slice(CORE.length).split('/')
  return kind === 'routes' || kind === 'routes.ts' || folder === 'endpoints' ? 'routes' : folder
}

function floorOf(room: string): number {
  return CORE_FLOORS.findIndex((floor) => floor.includes(room))
}
