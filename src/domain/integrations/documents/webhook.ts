import { z } from 'zod'
import { answerIdSchema, userIdSchema } from '../../kernel/ids.ts'
import { instantSchema } from '../../kernel/instant.ts'
import { integrationIdSchema, tokenRestrictionSchema } from './api-token.ts'
import { boundedList, nameSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'

/** Events that a webhook may report. */
export const WEBHOOK_EVENTS = ['answer.created', 'answer.corrected', 'answer.state-changed', 'answer.deleted'] as const
export const webhookEventSchema = z.enum(WEBHOOK_EVENTS)
export type WebhookEvent = z.infer<typeof webhookEventSchema>
/** Event of a test message. */
export const TEST_EVENT = 'webhook.test' as const

export const MAX_WEBHOOKS = 20
/** Maximum secrets of a webhook. After a new secret is set, the old secret remains valid for some time. */
const MAX_SECRETS = 2
/** Maximum delivery attempts stored per delivery, newest first. */
export const MAX_DELIVERY_ATTEMPTS = 10

export const webhookSecretSchema = z.object({
  secret: z.string().max(100).describe('`whsec_` and base64 of 32 random bytes, as in Standard Webhooks'),
  until: instantSchema.optional().describe('valid until; missing: until replaced'),
})

export const webhookSchema = z.object({
  id: integrationIdSchema.describe('id of the webhook'),
  name: nameSchema.describe('purpose, as written by its creator'),
  url: z.string().max(500).describe('URL that receives the messages'),
  events: boundedList(webhookEventSchema, WEBHOOK_EVENTS.length).describe('events that are sent'),
  ...tokenRestrictionSchema.shape,
  secrets: boundedList(webhookSecretSchema, MAX_SECRETS).describe('secrets that sign its messages, newest first'),
  state: z
    .enum(['on', 'off', 'failed'])
    .describe('off: turned off by a user; failed: turned off automatically, after days of failures or a 410 reply'),
  failingSince: instantSchema
    .optional()
    .describe('time of the first failure since the last success; missing: no failure'),
  createdAt: instantSchema.describe('creation time'),
  by: userIdSchema.describe('who created it; notified when it is turned off automatically'),
  username: nameSchema.describe('their username at that time'),
})
export type Webhook = DeepReadonly<z.infer<typeof webhookSchema>>

/**
 * `{municipality}/integraciones/webhooks`: all webhooks in one document, because each commit of an answer reads them.
 */
export type WebhookRegister = { readonly hooks: readonly Webhook[] }

/** Reasons why a delivery attempt failed. */
export const DELIVERY_FAILURES = ['address-refused', 'unreachable', 'too-slow', 'status', 'switched-off'] as const

export const webhookTrySchema = z.object({
  at: instantSchema.describe('time of the attempt'),
  status: z.int().min(100).max(999).optional().describe('HTTP status of the reply; missing if there was none'),
  failure: z.enum(DELIVERY_FAILURES).optional().describe('reason for the failure; missing: accepted'),
  took: z.int().min(0).describe('duration of the attempt in milliseconds'),
})
export type WebhookTry = DeepReadonly<z.infer<typeof webhookTrySchema>>

/** `{municipality}/entregas/{hook}~{number}`: message to a receiver, and its delivery status. Numbers have no gaps. */
export const deliverySchema = z.object({
  number: z.int().min(1).describe('number of the delivery within the webhook'),
  message: z.string().max(100).describe('`webhook-id`: the same at each attempt'),
  event: z.enum([...WEBHOOK_EVENTS, TEST_EVENT]).describe('the event'),
  answer: answerIdSchema.optional().describe('the answer; missing on a test'),
  body: z.string().max(2000).describe('the body, the same bytes at each attempt'),
  at: instantSchema.describe('time of the event'),
  state: z.enum(['waiting', 'delivered', 'failed']).describe('failed: retried only on request'),
  attempts: z.int().min(0).describe('number of attempts'),
  tries: boundedList(webhookTrySchema, MAX_DELIVERY_ATTEMPTS).describe('latest attempts, newest first'),
})
export type Delivery = DeepReadonly<z.infer<typeof deliverySchema>>
