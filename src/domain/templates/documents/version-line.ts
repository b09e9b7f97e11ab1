import { z } from 'zod'
import { instantSchema } from '../../kernel/instant.ts'
import { nameSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'
import type { FormTemplate } from './template.ts'

/**
 * Document `formularios/{id}/formEditedInfo/{version}` (`formEditedInfo` in the specification): author and time of a
 * version.
 */
export const versionLineSchema = z.object({
  version: z.int().min(1).describe('the saved version'),
  date: instantSchema.describe('time of publication'),
  username: nameSchema.nullable().describe('author; null if unknown, as in first versions stored by earlier releases'),
})
export type VersionLine = DeepReadonly<z.infer<typeof versionLineSchema>>

/** Returns the version line of a template's current version. */
export function toVersionLine({ version, lastEdit, duplicatedInfo, timeStamp }: FormTemplate): VersionLine {
  const { date, username } = lastEdit ?? duplicatedInfo ?? { date: timeStamp, username: null }
  return { version, date, username }
}
