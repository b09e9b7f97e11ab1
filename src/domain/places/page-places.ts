import { z } from 'zod'

/** Where a page of a list begins or ends, as the page beside it said. */
export const placeSchema = z.string().min(1).max(900)
