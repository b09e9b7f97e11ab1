import { z } from 'zod'
import { deviceIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'

/** Report of a device with each pull, the body of its `POST`. Bytes and milliseconds. */
export const deviceReportSchema = z.strictObject({
  device: deviceIdSchema,
  /** device clock before counting; missing from earlier apps */
  at: instantSchema.optional(),
  appVersion: z.string().max(40),
  queued: z.int().min(0),
  quarantined: z.int().min(0),
  /** device time when the oldest pending data was saved */
  oldest: instantSchema.nullable(),
  waitingBytes: z.int().min(0),
  quota: z.number().min(0).nullable(),
  usage: z.number().min(0).nullable(),
  persisted: z.boolean(),
  skew: z.number(),
})
export type DeviceReport = Readonly<z.infer<typeof deviceReportSchema>>
