import { z } from 'zod'
import { textFromBase64Url, toBase64Url } from '../http/digest.ts'
import type { LogEra } from '../ports.ts'

/** Positions up to which a device has read each followed collection. */
export type Cursor = {
  readonly templates: number
  readonly answers: number
  readonly held: number
  readonly erased: number
}

/** A cursor sent back by the device. */
export type ParsedCursor = Cursor & {
  /** hash of the last profile and areas sent */
  readonly notice: string
}

const position = z.int().min(0)
/** Content of an encoded cursor, opaque to the device. `era`: the store's era when the positions were read. */
const cursorSchema = z.strictObject({
  era: z.string().max(64),
  templates: position,
  answers: position,
  // Missing in cursors of releases that did not send held answers.
  held: position.default(0),
  // Missing in cursors of releases that could not erase answers on behalf of a person.
  erased: position.default(0),
  notice: z.string().max(64).default(''),
})

export const START_CURSOR: Cursor = { templates: 0, answers: 0, held: 0, erased: 0 }

/** @param eras of the store, oldest first */
export function formatCursor(
  { templates, answers, held, erased }: Cursor,
  notice: string,
  eras: readonly LogEra[],
): string {
  const era = eras.at(-1)?.id ?? ''
  return toBase64Url(new TextEncoder().encode(JSON.stringify({ era, templates, answers, held, erased, notice })))
}

/**
 * @param eras of the store, oldest first
 * @returns undefined for a missing or invalid cursor, and for positions lost by a restore; the pull then starts again
 */
export function parseCursor(text: string | undefined, eras: readonly LogEra[]): ParsedCursor | undefined {
  const json = text === undefined || text === '' ? undefined : textFromBase64Url(text)
  if (json === undefined) return undefined
  try {
    const parsed = cursorSchema.safeParse(JSON.parse(json))
    if (!parsed.success || !isKnown(parsed.data, eras)) return undefined
    const { templates, answers, held, erased, notice } = parsed.data
    return { templates, answers, held, erased, notice }
  } catch {
    return undefined
  }
}

function isKnown(
  { era, templates, answers, held, erased }: z.infer<typeof cursorSchema>,
  eras: readonly LogEra[],
): boolean {
  const index = eras.findIndex(({ id }) => id === era)
  return index >= 0 && eras.slice(index + 1).every(({ from }) => Math.max(templates, answers, held, erased) <= from)
}
