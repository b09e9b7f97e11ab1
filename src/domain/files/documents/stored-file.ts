import { z } from 'zod'
import { sha256Schema } from '../../kernel/ids.ts'
import { MAX_FILE_BYTES } from '../../kernel/limits.ts'
import { linkSchema, nameSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'

/** File reference in an answer document. */
export const storedFileSchema = z.object({
  url: linkSchema.describe('URL of the file: /api/answers/{answerId}/files/{sha256}'),
  sha256: sha256Schema.describe('hash of the bytes, and name in the file store'),
  bytes: z.int().min(1).max(MAX_FILE_BYTES).describe('length in bytes'),
  type: z.string().min(1).max(100).describe('media type, detected by the server'),
  name: nameSchema.min(1).describe('name of the file on the device'),
})
export type StoredFile = DeepReadonly<z.infer<typeof storedFileSchema>>
