import { z } from 'zod'
import { sha256Schema } from '../../kernel/ids.ts'
import { MAX_FILE_BYTES } from '../../kernel/limits.ts'
import { linkSchema, nameSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'

/** File reference in an answer document. */
export const storedFileSchema = z.object({
  url: linkSchema.describe('its URL: /api/answers/{answerId}/files/{sha256}'),
  sha256: sha256Schema.describe('hash of its bytes, its name in the file store'),
  bytes: z.int().min(1).max(MAX_FILE_BYTES).describe('length in bytes'),
  type: z.string().min(1).max(100).describe('media type, detected by the server'),
  name: nameSchema.min(1).describe('its name on the device'),
})
export type StoredFile = DeepReadonly<z.infer<typeof storedFileSchema>>
