import { templateIdSchema } from '#domain/kernel/index.ts'
import { many } from './large-drafts.ts'
import type { Ask } from './world.ts'

/** Default maximum bytes of a request body. */
export const SMALL = 16 * 1024

type Try = readonly [path: string, how: Ask]
/** A body, and the expected reply. `ask` prepares it and is not measured. */
export type Case = {
  readonly what: string
  readonly status: number
  readonly as?: string
  readonly ask: (number: number) => Promise<Try> | Try
}

export function idOf(number: number) {
  return templateIdSchema.parse(String(number).padStart(26, '0'))
}

/** The text padded with blanks to this many bytes. */
export function padded(text: string, bytes: number): string {
  return text.padEnd(bytes - (Buffer.byteLength(text) - text.length))
}

export function brackets(bytes: number): string {
  return `{"data":[${'[],'.repeat((bytes - 20) / 3)}[]]}`
}

export function names(count: number): string {
  return many(count, (index) => `"n${index}":0`).join()
}

/** A body of the default maximum size, made of brackets. */
export function small(path: string, status: number, what: Case['what'] = 'brackets'): Case {
  return { what, status, ask: () => [path, { body: brackets(SMALL) }] }
}

/** Bytes that begin like a PNG. */
export function PNG(bytes: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    { length: bytes },
    (_, index) => [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a][index] ?? index % 251,
  )
}
