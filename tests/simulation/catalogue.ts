/** The named steps in the life of an answer at which something can go wrong. */
export const STEPS = [
  'journal',
  'finalise',
  'hash',
  'store file',
  'store row',
  'enqueue',
  'claim',
  'create upload',
  'chunk',
  'complete',
  'push',
  'receipt stored',
  'local delete',
  'pull',
] as const
export type Step = (typeof STEPS)[number]

/** Steps at which bytes are on the line or the server works: the only ones that the network and the server can disturb. */
export const NETWORK_STEPS: readonly Step[] = ['create upload', 'chunk', 'push', 'pull']
const WRITE_STEPS: readonly Step[] = STEPS.filter((step) => !NETWORK_STEPS.includes(step) && step !== 'hash' && step !== 'finalise')

/** What can go wrong, from design/reliability.md; each with the steps at which it can. `world` faults happen between steps. */
export const FAULTS = {
  // network
  'offline at the start': ['push', 'create upload', 'pull'],
  'cut before send': NETWORK_STEPS,
  'cut after commit, before the reply': NETWORK_STEPS,
  'request delivered twice': NETWORK_STEPS,
  'late duplicate, out of order': NETWORK_STEPS,
  'latency up to 120 s': NETWORK_STEPS,
  'line of 16 kbit/s': NETWORK_STEPS,
  'captive portal': NETWORK_STEPS,
  'name or certificate failure': NETWORK_STEPS,
  'upload cut at byte k': ['create upload', 'chunk', 'push'],
  // server
  'status 500, 502, 503, 504': NETWORK_STEPS,
  'status 429 with Retry-After': NETWORK_STEPS,
  'refusal by a proxy (401, 403, 413)': NETWORK_STEPS,
  'status 409, 423': NETWORK_STEPS,
  'commit slower than the timeout': NETWORK_STEPS,
  'server killed before commit': NETWORK_STEPS,
  'server killed after commit': NETWORK_STEPS,
  'server killed between file and row': ['create upload', 'chunk'],
  // device process
  'process killed': STEPS,
  'two processes at once': STEPS,
  'five processes at once': STEPS,
  'clock jumps': STEPS,
  'tab frozen': STEPS,
  // device storage
  'quota reached': WRITE_STEPS,
  'connection closed': WRITE_STEPS,
  'transaction aborted': WRITE_STEPS,
  'file reads back empty': ['store file'],
  // identity
  'session expired or revoked': NETWORK_STEPS,
  'user switched': NETWORK_STEPS,
  'role or area withdrawn': NETWORK_STEPS,
  'municipality blocked': NETWORK_STEPS,
  // meaning
  'template changed': NETWORK_STEPS,
  'template deleted': NETWORK_STEPS,
  'limit reached': NETWORK_STEPS,
} as const satisfies Readonly<Record<string, readonly Step[]>>
export type Fault = keyof typeof FAULTS

export const FAULT_NAMES = Object.keys(FAULTS) as readonly Fault[]

/** A fault at a step: what the coverage table counts. */
export type Cell = `${Fault} @ ${Step}`

export function cellsOf(fault: Fault): readonly Cell[] {
  return FAULTS[fault].map((step): Cell => `${fault} @ ${step}`)
}

export const ALL_CELLS: readonly Cell[] = FAULT_NAMES.flatMap(cellsOf)
