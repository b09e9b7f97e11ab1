import { z } from 'zod'
import { createdPlaceIdSchema, sha256Schema, templateIdSchema, userIdSchema } from '../../kernel/ids.ts'
import { instantSchema } from '../../kernel/instant.ts'
import { areaPathSchema, municipalityPathSchema } from '../../kernel/paths.ts'
import { list, nameSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'

/** What a token is for; each says of itself what is read with it. */
export const API_SCOPES = ['templates:read', 'answers:read', 'embed'] as const
export const apiScopeSchema = z.enum(API_SCOPES)
export type ApiScope = z.infer<typeof apiScopeSchema>

/** Areas or forms of one token or webhook, at most. */
export const MAX_NARROWED = 200
/** Made where it is made, of random bytes: a token, and a webhook. */
export const integrationIdSchema = createdPlaceIdSchema

/** What a token or a webhook is narrowed to, within its municipality. */
export const narrowingSchema = z.object({
  areas: list(areaPathSchema, MAX_NARROWED).describe('only what belongs to one of these areas; empty: to any'),
  forms: list(templateIdSchema, MAX_NARROWED).describe('only these forms and their answers; empty: any'),
})
export type Narrowing = DeepReadonly<z.infer<typeof narrowingSchema>>

/** `api_tokens/{id}`: lets another system read, or show forms to its people. The token is shown once, never kept. */
export const apiTokenSchema = z.object({
  id: integrationIdSchema.describe('its id, which stands in the token, too'),
  hash: sha256Schema.describe('SHA-256 of the token'),
  name: nameSchema.describe('what it is for, in the words of who made it'),
  scopes: list(apiScopeSchema, API_SCOPES.length).describe('what it is good for'),
  municipality: municipalityPathSchema.describe('the municipality whose affairs it reads, and no other'),
  ...narrowingSchema.shape,
  expiresAt: instantSchema.describe('good until then'),
  createdAt: instantSchema.describe('when it was made'),
  by: userIdSchema.describe('who made it: it never sees more than they may'),
  username: nameSchema.describe('username that they had then'),
  usedAt: instantSchema.optional().describe('last use, to the hour; missing: never used'),
})
export type ApiToken = DeepReadonly<z.infer<typeof apiTokenSchema>>

/** `{municipality}/integraciones/tokens`: the ids of its tokens, the oldest first. */
export type TokenRegister = { readonly tokens: readonly ApiToken['id'][] }
