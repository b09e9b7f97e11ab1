import { z } from 'zod'
import { requireRight } from '../../access/index.ts'
import {
  createTokenSchema,
  deliveriesQuerySchema,
  deliveriesSchema,
  deliveryParamsSchema,
  deliveryResponseSchema,
  webhookEditSchema,
  integrationsSchema,
  webhookInputSchema,
  tokenCreatedSchema,
  tokenParamsSchema,
  webhookParamsSchema,
  webhookResponseSchema,
  webhookSecretResponseSchema,
} from '../integrations-api.ts'
import { municipalityIdSchema } from '../../places/place-ids.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'

/** Endpoints of municipalities that the caller administers; for other municipalities they refuse with place.missing. */
const integrationsEndpoint = {
  access: requireRight('manage', 'usuario_municipio'),
  params: z.object({ id: municipalityIdSchema }),
  missing: 'place.missing',
  topic: 'integrations',
} as const
const webhookEndpoint = { ...integrationsEndpoint, params: webhookParamsSchema } as const

export const readIntegrations = {
  ...integrationsEndpoint,
  method: 'GET',
  path: '/municipalities/:id/integrations',
  reply: integrationsSchema,
  summary: 'The tokens and webhooks of a municipality, without secrets',
} as const satisfies Endpoint

export const createToken = {
  ...integrationsEndpoint,
  confirms: true,
  method: 'POST',
  path: '/municipalities/:id/tokens',
  body: createTokenSchema,
  reply: tokenCreatedSchema,
  summary: 'Creates a token; its text is returned only once',
} as const satisfies Endpoint

export const revokeToken = {
  ...integrationsEndpoint,
  method: 'DELETE',
  path: '/municipalities/:id/tokens/:token',
  params: tokenParamsSchema,
  reply: 'nothing',
  summary: 'Revokes a token immediately',
} as const satisfies Endpoint

export const createWebhook = {
  ...integrationsEndpoint,
  confirms: true,
  method: 'POST',
  path: '/municipalities/:id/webhooks',
  body: webhookInputSchema,
  reply: webhookSecretResponseSchema,
  summary: 'Creates a webhook; its secret is returned only once',
} as const satisfies Endpoint

export const editWebhook = {
  ...webhookEndpoint,
  confirms: true,
  method: 'PUT',
  path: '/municipalities/:id/webhooks/:webhook',
  body: webhookEditSchema,
  reply: webhookResponseSchema,
  summary: 'Changes a webhook, or turns it on or off',
} as const satisfies Endpoint

export const removeWebhook = {
  ...webhookEndpoint,
  method: 'DELETE',
  path: '/municipalities/:id/webhooks/:webhook',
  reply: 'nothing',
  summary: 'Deletes a webhook; waiting deliveries are not sent',
} as const satisfies Endpoint

export const renewSecret = {
  ...webhookEndpoint,
  confirms: true,
  method: 'POST',
  path: '/municipalities/:id/webhooks/:webhook/secret',
  reply: webhookSecretResponseSchema,
  summary: 'Creates a new secret, returned only once; for a day messages are signed with the old one as well',
} as const satisfies Endpoint

export const testWebhook = {
  ...webhookEndpoint,
  method: 'POST',
  path: '/municipalities/:id/webhooks/:webhook/test',
  reply: deliveryResponseSchema,
  summary: 'Sends a test message without data',
} as const satisfies Endpoint

export const listDeliveries = {
  ...webhookEndpoint,
  method: 'GET',
  path: '/municipalities/:id/webhooks/:webhook/deliveries',
  query: deliveriesQuerySchema,
  reply: deliveriesSchema,
  summary: 'Deliveries of a webhook and their results, newest first',
} as const satisfies Endpoint

export const sendAgain = {
  ...webhookEndpoint,
  method: 'POST',
  path: '/municipalities/:id/webhooks/:webhook/deliveries/:number/send',
  params: deliveryParamsSchema,
  reply: deliveryResponseSchema,
  summary: 'Sends a message again, byte for byte',
} as const satisfies Endpoint
