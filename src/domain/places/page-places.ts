import { z } from 'zod'

/** Cursor for a page of a list. */
export const placeSchema = z.string().min(1).max(900)
