import { z } from 'zod'

/** A moment, as UTC text with milliseconds: `2026-11-21T13:05:00.000Z`. Sorts as text. */
export const instantSchema = z.iso.datetime({ precision: 3 }).brand<'Instant'>()
export type Instant = z.infer<typeof instantSchema>
