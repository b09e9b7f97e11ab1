import { z } from 'zod'

/** A body of the bytes themselves, as application/octet-stream. */
export const bytesSchema = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array)
