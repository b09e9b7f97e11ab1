import { z } from 'zod'

/** Cursor for a page of a list. */
export const pageCursorSchema = z.string().min(1).max(900)
