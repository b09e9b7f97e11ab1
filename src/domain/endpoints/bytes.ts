import { z } from 'zod'

/** Request body of raw bytes, sent as application/octet-stream. */
export const bytesSchema = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array)
