import { z } from 'zod'

/** Body of raw bytes, application/octet-stream. */
export const bytesSchema = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array)
