import { templateIdSchema } from '#domain/kernel/index.ts'
import { many } from './large-drafts.ts'
import type { Ask } from './world.ts'

/** Bytes of the largest body that an endpoint takes unless it says otherwise. */
export const SMALL = 16 * 1024

type Try = readonly [path: string, how: Ask]
/** A body, and what the endpoint says to it. `ask` prepares, and is not measured. */
export type Case = {
  readonly what: string
  readonly status: number
  readonly as?: string
  readonly ask: (number: number) => Promise<Try> | Try
}

export function idOf(number: number) {
  return templateIdSchema.parse(String(number).padStart(26, '0'))
}

/** The text with blanks behind it, so that it has so many bytes. */
export function padded(text: string, bytes: number): string {
  return text.padEnd(bytes - (Buffer.byteLength(text) - text.length))
}

export function brackets(bytes: number): string {
  return `{"data":[${'[],'.repeat((bytes - 20) / 3)}[]]}`
}

export function names(count: number): string {
  return many(count, (index) => `"n${index}":0`).join()
}

/** The largest small body, of brackets. */
export function small(path: string, status: number, what: Case['what'] = 'brackets'): Case {
  return { what, status, ask: () => [path, { body: brackets(SMALL) }] }
}

/** Bytes that begin as those of an image do. */
export function PNG(bytes: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    { length: bytes },
    (_, index) => [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a][index] ?? index % 251,
  )
}
