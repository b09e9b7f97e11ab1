import { z } from 'zod'
import { textFromBase64Url, toBase64Url } from '../http/digest.ts'
import type { Era } from '../ports.ts'

/** How far a device has read each followed collection. */
export type Cursor = { readonly templates: number; readonly answers: number; readonly held: number }

/** A cursor that has come back: what the device knows. */
export type KnownCursor = Cursor & {
  /** hash of the profile and the areas that it was sent last */
  readonly told: string
}

/** As it travels, with the era that gave the positions. Opaque to the device. */
const position = z.int().min(0)
const cursorSchema = z.strictObject({
  era: z.string().max(64),
  templates: position,
  answers: position,
  // A device that pulled before held answers travelled hears of all of them.
  held: position.default(0),
  told: z.string().max(64).default(''),
})

export const FROM_THE_START: Cursor = { templates: 0, answers: 0, held: 0 }

/** @param eras of the store, oldest first */
export function writeCursor({ templates, answers, held }: Cursor, told: string, eras: readonly Era[]): string {
  const era = eras.at(-1)?.id ?? ''
  return toBase64Url(new TextEncoder().encode(JSON.stringify({ era, templates, answers, held, told })))
}

/** @returns undefined for none, a foreign one, positions of a lost future: a new start @param eras oldest first */
export function readCursor(text: string | undefined, eras: readonly Era[]): KnownCursor | undefined {
  const json = text === undefined || text === '' ? undefined : textFromBase64Url(text)
  if (json === undefined) return undefined
  try {
    const parsed = cursorSchema.safeParse(JSON.parse(json))
    if (!parsed.success || !isKnown(parsed.data, eras)) return undefined
    const { templates, answers, held, told } = parsed.data
    return { templates, answers, held, told }
  } catch {
    return undefined
  }
}

function isKnown({ era, templates, answers, held }: z.infer<typeof cursorSchema>, eras: readonly Era[]): boolean {
  const index = eras.findIndex(({ id }) => id === era)
  return index >= 0 && eras.slice(index + 1).every(({ from }) => Math.max(templates, answers, held) <= from)
}
