import { z } from 'zod'
import { answerIdSchema, deviceIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'

const MAX_MISSING_FILES = 10
const MAX_SHOWN_TEXT = 80

/** Work that a device has sent again to a server that was restored from a backup. */
export const restoreReportSchema = z.strictObject({
  /** server time when the restore was detected */
  at: instantSchema,
  answers: z.int().min(0),
  /** corrections and other changes */
  changes: z.int().min(0),
  /** files whose bytes neither the device nor the server has; at most ten, see `missingCount` */
  missing: z
    .array(
      z.strictObject({
        answer: answerIdSchema,
        /** code that the answer had before the restore; empty: unknown */
        code: z.string().max(64),
        question: z.string().max(MAX_SHOWN_TEXT),
        name: z.string().max(MAX_SHOWN_TEXT),
      }),
    )
    .max(MAX_MISSING_FILES),
  missingCount: z.int().min(0),
})
export type RestoreReport = Readonly<z.infer<typeof restoreReportSchema>>
export type MissingFile = RestoreReport['missing'][number]

/** Builds the facts of a report, shortened to the limits of its schema. */
export function buildRestoreReport(
  facts: Pick<RestoreReport, 'at' | 'answers' | 'changes'>,
  missing: readonly MissingFile[],
): RestoreReport {
  const short = missing.slice(0, MAX_MISSING_FILES).map(({ answer, code, question, name }) => {
    return { answer, code, question: question.slice(0, MAX_SHOWN_TEXT), name: name.slice(0, MAX_SHOWN_TEXT) }
  })
  return { ...facts, missing: short, missingCount: missing.length }
}

/**
 * Report that a device sends with each pull, as the body of the `POST`. Sizes are in bytes, durations in milliseconds.
 */
export const deviceReportSchema = z.strictObject({
  device: deviceIdSchema,
  /** time of the device clock when the report was begun; missing from earlier apps */
  at: instantSchema.optional(),
  appVersion: z.string().max(40),
  queued: z.int().min(0),
  quarantined: z.int().min(0),
  /** device time when the oldest pending data was saved */
  oldest: instantSchema.nullable(),
  /** bytes of the files that still have to be sent */
  waitingBytes: z.int().min(0),
  quota: z.number().min(0).nullable(),
  usage: z.number().min(0).nullable(),
  persisted: z.boolean(),
  skew: z.number(),
  /** missing from earlier apps, and if nothing was sent again */
  broughtBack: restoreReportSchema.optional(),
})
export type DeviceReport = Readonly<z.infer<typeof deviceReportSchema>>
