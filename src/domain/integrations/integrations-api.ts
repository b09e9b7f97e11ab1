import { z } from 'zod'
import {
  API_SCOPES,
  apiTokenSchema,
  apiScopeSchema,
  integrationIdSchema,
  tokenRestrictionSchema,
  type ApiToken,
} from './documents/api-token.ts'
import {
  deliverySchema,
  TEST_EVENT,
  WEBHOOK_EVENTS,
  webhookEventSchema,
  webhookSchema,
  type Delivery,
  type Webhook,
} from './documents/webhook.ts'
import { templateIdSchema } from '../kernel/ids.ts'
import { instantSchema, type Instant } from '../kernel/instant.ts'
import { requiredText } from '../kernel/required-text.ts'
import { areaPathSchema } from '../kernel/paths.ts'
import { municipalityIdSchema } from '../places/place-ids.ts'

/** Lifetime of a token in days. The maximum is one year, so that tokens are reviewed. */
export const TOKEN_LIFETIME_DAYS = { least: 1, usual: 90, most: 366 } as const
/** Maximum tokens of a municipality. */
export const MAX_TOKENS = 50
/** Deliveries per page. */
export const DELIVERIES_PAGE_SIZE = 20

const { hash: _hash, ...shown } = apiTokenSchema.shape
/** Token without its hash. `ended`: expired. */
const apiTokenListItemSchema = z.strictObject({ ...shown, ended: z.boolean() })
export type ApiTokenListItem = z.infer<typeof apiTokenListItemSchema>

const { secrets: _secrets, ...shownFields } = webhookSchema.shape
/** `oldSecretUntil`: until then messages are also signed with the previous secret. */
const webhookListItemSchema = z.strictObject({ ...shownFields, oldSecretUntil: instantSchema.nullable() })
export type WebhookListItem = z.infer<typeof webhookListItemSchema>

const { body: _body, ...logged } = deliverySchema.shape
const deliveryListItemSchema = z.strictObject(logged)
export type DeliveryListItem = z.infer<typeof deliveryListItemSchema>

export const integrationsSchema = z.strictObject({
  municipality: z.strictObject({ id: z.string(), nombre: z.string() }),
  tokens: z.array(apiTokenListItemSchema),
  webhooks: z.array(webhookListItemSchema),
  /** this host can send webhooks */
  canTell: z.boolean(),
  /** areas and forms that tokens and webhooks can be restricted to, with names */
  areas: z.array(z.strictObject({ path: areaPathSchema, nombre: z.string() })),
  forms: z.array(z.strictObject({ id: templateIdSchema, titulo: z.string() })),
})
export type Integrations = z.infer<typeof integrationsSchema>

const named = { name: requiredText(100) }
const narrowed = {
  areas: tokenRestrictionSchema.shape.areas.default([]),
  forms: tokenRestrictionSchema.shape.forms.default([]),
}

export const createTokenSchema = z.strictObject({
  ...named,
  ...narrowed,
  scopes: z.array(apiScopeSchema).min(1).max(API_SCOPES.length),
  days: z.int().min(TOKEN_LIFETIME_DAYS.least).max(TOKEN_LIFETIME_DAYS.most),
})
/** `text`: the token, shown only once. */
export const tokenCreatedSchema = z.strictObject({ token: apiTokenListItemSchema, text: z.string() })

/** The protocol http is only accepted if the host allows receivers in its own network. */
const webhookUrlSchema = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine((url) => !/^\w+:\/\/[^/?#]*@/.test(url), 'without a user and a password')

export const webhookInputSchema = z.strictObject({
  ...named,
  ...narrowed,
  url: webhookUrlSchema,
  events: z.array(webhookEventSchema).min(1).max(WEBHOOK_EVENTS.length),
})
export type WebhookInput = z.infer<typeof webhookInputSchema>
export const webhookEditSchema = webhookInputSchema.extend({ on: z.boolean() })
export type WebhookEdit = z.infer<typeof webhookEditSchema>

/** `secret`: signs messages; shown only once. */
export const webhookSecretResponseSchema = z.strictObject({ webhook: webhookListItemSchema, secret: z.string() })
export const webhookResponseSchema = z.strictObject({ webhook: webhookListItemSchema })

export const tokenParamsSchema = z.object({ id: municipalityIdSchema, token: integrationIdSchema })
export const webhookParamsSchema = z.object({ id: municipalityIdSchema, webhook: integrationIdSchema })
export const deliveryParamsSchema = webhookParamsSchema.extend({ number: z.coerce.number().int().min(1).max(1e9) })

/** `before`: only deliveries with lower numbers. */
export const deliveriesQuerySchema = z.strictObject({ before: z.coerce.number().int().min(1).max(1e9).optional() })
export const deliveriesSchema = z.strictObject({
  deliveries: z.array(deliveryListItemSchema),
  next: z.int().nullable(),
})
export type Deliveries = z.infer<typeof deliveriesSchema>
export const deliveryResponseSchema = z.strictObject({ delivery: deliveryListItemSchema })

export function toApiTokenListItem({ hash: _, ...line }: ApiToken, now: Instant): ApiTokenListItem {
  return { ...line, ended: line.expiresAt <= now } as ApiTokenListItem
}

export function toWebhookListItem({ secrets, ...line }: Webhook): WebhookListItem {
  return { ...line, oldSecretUntil: secrets[1]?.until ?? null } as WebhookListItem
}

export function toDeliveryListItem({ body: _, ...line }: Delivery): DeliveryListItem {
  return line as DeliveryListItem
}

/** Message of a webhook: minimal, without personal data. Receivers fetch details with a token. */
export const webhookMessageSchema = z.strictObject({
  type: z.enum([...WEBHOOK_EVENTS, TEST_EVENT]).describe('the event'),
  timestamp: instantSchema.describe('time of the event'),
  data: z
    .strictObject({
      answer: z.string().describe('id of the answer, for /api/v1/answers/{id}'),
      code: z.string().describe('code of the answer'),
      form: z.string().describe('id of the form'),
      version: z.int().describe('version of the answer; messages may arrive out of order'),
      state: z.string().nullable().describe('name of the current state; null if the form has no states'),
    })
    .nullable()
    .describe('null on a test'),
})
export type WebhookMessage = z.infer<typeof webhookMessageSchema>
