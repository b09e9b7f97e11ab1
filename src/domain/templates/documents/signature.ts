import { z } from 'zod'
import { sha256Schema } from '../../kernel/ids.ts'
import { instantSchema } from '../../kernel/instant.ts'
import { MAX_SIGNATORY_TITLE_LENGTH, MAX_SIGNATURE_CONFIG_TITLE_LENGTH } from '../../kernel/limits.ts'
import { buildAlternativeFields, linkSchema, nameSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'

export const MAX_SIGNATURES = 100

/** Signature that a template asks for. */
export const signatureConfigSchema = z.object({
  title: z.string().max(MAX_SIGNATURE_CONFIG_TITLE_LENGTH).describe('capacity of the signatory: owner, inspector…'),
  ...buildAlternativeFields('title'),
  typeOfSignature: z.enum(['draw', 'upload', 'both']).default('both').describe('drawn, uploaded as PNG, or either'),
  tipeOfSignatory: z.enum(['citizen', 'intern']).default('citizen').describe('signed by a citizen or by staff'),
  indexSignature: z
    .int()
    .min(0)
    .max(MAX_SIGNATURES - 1)
    .describe('id of the signature in the form and its answers'),
  required: z.boolean().default(false).describe('required for a complete answer'),
})
export type SignatureConfig = DeepReadonly<z.infer<typeof signatureConfigSchema>>

/** Signature as stored in an answer; not signed yet if `imgURL` is missing. */
export const storedSignatureSchema = signatureConfigSchema.extend({
  title: z.string().max(MAX_SIGNATORY_TITLE_LENGTH).describe('capacity of the signatory, as given when signing'),
  names: z
    .object({ firstName: nameSchema.describe('first name'), lastName: nameSchema.describe('last name') })
    .optional()
    .describe('who signed'),
  // Addition to the specification
  signedAt: instantSchema.optional().describe('time of signing, if the answer had been sent before'),
  imgURL: linkSchema.optional().describe('URL of the image'),
  imgID: sha256Schema.optional().describe('hash of the image, its name in the file store'),
})
export type StoredSignature = DeepReadonly<z.infer<typeof storedSignatureSchema>>
