import type { Log } from './ports.ts'

/** Names of fields whose values must never be logged. Numbers are logged: they are counts, such as of ended tokens. */
const SECRET = /password|contrase|passwd|token|secret|cookie|authorization|credential|^key$/i
const MAX_TEXT = 2_000
const MAX_DEPTH = 4

/**
 * Writes one JSON object per event and line.
 * @param write gets a line without its line break
 */
export function createJsonLog(write: (line: string) => void, now: () => number): Log {
  const line =
    (level: string) =>
    (event: string, facts: Readonly<Record<string, unknown>> = {}) => {
      write(JSON.stringify({ time: new Date(now()).toISOString(), level, event, ...(toLoggable(facts, 0) as object) }))
    }
  return { info: line('info'), error: line('error') }
}

export const quietLog: Log = { info: () => {}, error: () => {} }

function toLoggable(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value
  if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function')
    return String(value).slice(0, MAX_TEXT)
  if (value instanceof Error) return toLoggable(value.stack ?? value.message, depth)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_DEPTH) return '…'
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => toLoggable(item, depth + 1))
  const entries = Object.entries(value).map(
    ([name, item]) => [name, isSecret(name, item) ? '[secret]' : toLoggable(item, depth + 1)] as const,
  )
  return Object.fromEntries(entries)
}

function isSecret(name: string, value: unknown): boolean {
  return SECRET.test(name) && typeof value !== 'number'
}
