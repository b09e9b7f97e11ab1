/** Steps in the life of an answer at which a fault can occur: the fourteen of the plan, and the pull after a push. */
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
  'jobs',
  'pull',
] as const
export type Step = (typeof STEPS)[number]

/** Steps on the device: all except the server's work afterwards. */
const DEVICE_STEPS: readonly Step[] = STEPS.filter((step) => step !== 'jobs')
/** Steps with network traffic or server work, the only ones that network and server can disturb. */
const NETWORK_STEPS: readonly Step[] = ['create upload', 'chunk', 'push', 'pull']
/** Steps that write to the device's storage. */
const WRITE_STEPS: readonly Step[] = DEVICE_STEPS.filter(
  (step) => !NETWORK_STEPS.includes(step) && step !== 'hash' && step !== 'finalise',
)
/** Steps while a user works in the page: a reload, or the journal's timer. */
const AUTOSAVE_STEPS: readonly Step[] = ['journal', 'finalise', 'store file', 'store row', 'enqueue']
/** Steps while a sync is under way. */
const SYNC_STEPS: readonly Step[] = [
  'claim',
  'create upload',
  'chunk',
  'complete',
  'push',
  'receipt stored',
  'local delete',
  'pull',
]
/** Steps between a person's intention and its arrival at the server, when a user of the office may act. */
const MEANING_STEPS: readonly Step[] = ['finalise', 'enqueue', ...NETWORK_STEPS]

/** Faults in the order of the reliability design, each with the steps at which it can occur. */
export const FAULTS = {
  // network: 12 faults
  'offline at the start': ['push', 'create upload', 'pull'],
  'cut before send': NETWORK_STEPS,
  'cut after commit, before the reply': NETWORK_STEPS,
  'reply delivered twice': NETWORK_STEPS,
  'request delivered twice': NETWORK_STEPS,
  'late duplicate, out of order': NETWORK_STEPS,
  'latency up to 120 s': NETWORK_STEPS,
  'line of 16 kbit/s': NETWORK_STEPS,
  'captive portal': NETWORK_STEPS,
  'name or certificate failure': NETWORK_STEPS,
  'navigator.onLine wrong, both ways': NETWORK_STEPS,
  'upload cut at byte k': ['create upload', 'chunk', 'push'],
  // device process: 9 faults
  'process killed': DEVICE_STEPS,
  'tab frozen': DEVICE_STEPS,
  'two processes at once': DEVICE_STEPS,
  'five processes at once': DEVICE_STEPS,
  'worker updated in mid-sync': SYNC_STEPS,
  'app of an earlier protocol': DEVICE_STEPS,
  'reload during autosave': AUTOSAVE_STEPS,
  'memory purge': DEVICE_STEPS,
  'clock jumps': DEVICE_STEPS,
  // device storage: 8 faults
  'quota reached': WRITE_STEPS,
  'connection closed': WRITE_STEPS,
  'transaction aborted': WRITE_STEPS,
  'power cut, relaxed writes lost': WRITE_STEPS,
  'file reads back empty': ['store file'],
  'file cannot be read': ['create upload'],
  'origin wiped, with or without backup': DEVICE_STEPS,
  'schema upgrade blocked by a tab': DEVICE_STEPS,
  // identity: 5 faults
  'session expired': NETWORK_STEPS,
  'session revoked': NETWORK_STEPS,
  'user switched': NETWORK_STEPS,
  'role or area withdrawn': [...NETWORK_STEPS, 'jobs'],
  'municipality blocked': [...NETWORK_STEPS, 'jobs'],
  // server: 8 faults
  'status 500, 502, 503, 504': NETWORK_STEPS,
  'status 429 with Retry-After': NETWORK_STEPS,
  'status 401, 403': NETWORK_STEPS,
  'status 409, 423': NETWORK_STEPS,
  'status 413': NETWORK_STEPS,
  'commit slower than the timeout': NETWORK_STEPS,
  'crash around commit or file store': [...NETWORK_STEPS, 'jobs'],
  'database restored from a backup': [...NETWORK_STEPS, 'jobs'],
  // meaning (changes by other users): 6 faults
  'template changed': MEANING_STEPS,
  'template deleted': MEANING_STEPS,
  'limit reached': MEANING_STEPS,
  'single-answer clash': MEANING_STEPS,
  'concurrent correction or move': [...MEANING_STEPS, 'jobs'],
  'outside system down or twice': ['jobs'],
} as const satisfies Readonly<Record<string, readonly Step[]>>
export type Fault = keyof typeof FAULTS

export const FAULT_NAMES = Object.keys(FAULTS) as readonly Fault[]

/** A fault at a step, as counted by the coverage table. */
export type Cell = `${Fault} @ ${Step}`

function cellsOf(fault: Fault): readonly Cell[] {
  return FAULTS[fault].map((step): Cell => `${fault} @ ${step}`)
}

export const ALL_CELLS: readonly Cell[] = FAULT_NAMES.flatMap(cellsOf)
