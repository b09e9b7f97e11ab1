import { z } from 'zod'
import { answerIdSchema, userIdSchema } from '../../kernel/ids.ts'
import { instantSchema } from '../../kernel/instant.ts'
import { integrationIdSchema, narrowingSchema } from './api-token.ts'
import { list, nameSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'

/** Events that a webhook may report. */
export const WEBHOOK_EVENTS = ['answer.created', 'answer.corrected', 'answer.state-changed', 'answer.deleted'] as const
export const webhookEventSchema = z.enum(WEBHOOK_EVENTS)
export type WebhookEvent = z.infer<typeof webhookEventSchema>
/** Event of a test message. */
export const TEST_EVENT = 'webhook.test' as const

export const MAX_WEBHOOKS = 20
/** Maximum secrets: during a change the old one is still valid. */
const MAX_SECRETS = 2
/** Maximum tries kept per delivery, newest first. */
export const MAX_TRIES = 10

export const webhookSecretSchema = z.object({
  secret: z.string().max(100).describe('`whsec_` and base64 of 32 random bytes, as Standard Webhooks has it'),
  until: instantSchema.optional().describe('signs until then; missing: until there is a new one'),
})

export const webhookSchema = z.object({
  id: integrationIdSchema.describe('its id'),
  name: nameSchema.describe('what it is for, in the words of who made it'),
  url: z.string().max(500).describe('where messages are posted'),
  events: list(webhookEventSchema, WEBHOOK_EVENTS.length).describe('what is told'),
  ...narrowingSchema.shape,
  secrets: list(webhookSecretSchema, MAX_SECRETS).describe('what messages are signed with, the newest first'),
  state: z
    .enum(['on', 'off', 'failed'])
    .describe('off: somebody switched it off; failed: it did so itself, after days of failures'),
  failingSince: instantSchema.optional().describe('of the first failure after the last success; missing: all is well'),
  createdAt: instantSchema.describe('when it was made'),
  by: userIdSchema.describe('who made it; told when it fails'),
  username: nameSchema.describe('username that they had then'),
})
export type Webhook = DeepReadonly<z.infer<typeof webhookSchema>>

/**
 * `{municipality}/integraciones/webhooks`: all webhooks in one document, because each commit of an answer reads them.
 */
export type WebhookRegister = { readonly hooks: readonly Webhook[] }

/** Reasons of a failed try. */
export const TRY_FAILURES = ['address-refused', 'unreachable', 'too-slow', 'status', 'switched-off'] as const

export const webhookTrySchema = z.object({
  at: instantSchema.describe('when'),
  status: z.int().min(100).max(999).optional().describe('HTTP status of the reply; missing when none came'),
  failure: z.enum(TRY_FAILURES).optional().describe('why it came to nothing; missing: it was taken'),
  took: z.int().min(0).describe('milliseconds'),
})
export type WebhookTry = DeepReadonly<z.infer<typeof webhookTrySchema>>

/** `{municipality}/entregas/{hook}~{number}`: message to a receiver, and its delivery status. Numbers have no gaps. */
export const deliverySchema = z.object({
  number: z.int().min(1).describe('which of its webhook'),
  message: z.string().max(100).describe('`webhook-id`: the same each time that this is sent'),
  event: z.enum([...WEBHOOK_EVENTS, TEST_EVENT]).describe('what it tells'),
  answer: answerIdSchema.optional().describe('of which answer; missing on a test'),
  body: z.string().max(2000).describe('what is sent, byte by byte the same each time'),
  at: instantSchema.describe('when it happened'),
  state: z.enum(['waiting', 'delivered', 'failed']).describe('failed: not tried again unless somebody says so'),
  attempts: z.int().min(0).describe('how often it was tried'),
  tries: list(webhookTrySchema, MAX_TRIES).describe('the latest of them, the newest first'),
})
export type Delivery = DeepReadonly<z.infer<typeof deliverySchema>>
