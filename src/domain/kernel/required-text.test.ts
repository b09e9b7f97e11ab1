import type { z } from 'zod'
import { describe, expect, it } from 'vitest'
import { saveFilter, shareFilter } from '../answers/api/filters.ts'
import { createTokenSchema, webhookInputSchema } from '../integrations/integrations-api.ts'
import { payerSchema } from '../payments/payments-api.ts'
import { discardRequestSchema } from '../answers/held-api.ts'
import { correctMutationSchema, requestChangesMutationSchema } from '../sync/mutation.ts'
import { doorLinkRequestSchema } from '../tickets/doors-api.ts'
import { blockTicketSchema, ticketOwnerSchema } from '../tickets/tickets-api.ts'
import { incidentTypeCallSchema } from '../templates/connector-calls.ts'

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  'the reason why a held answer is discarded': discardRequestSchema.shape.reason,
  'the reason of a correction': correctMutationSchema.shape.reason,
  'a note beside a mark': requestChangesMutationSchema.shape.notes.unwrap().element.shape.comment,
  'the name of an API token': createTokenSchema.shape.name,
  'the name of a webhook': webhookInputSchema.shape.name,
  'the name of a payer': payerSchema.shape.fullName,
  'the name of a new owner of a ticket': ticketOwnerSchema.shape.fullName,
  'the reason why a ticket is blocked': blockTicketSchema.shape.reason,
  'the name of a door link': doorLinkRequestSchema.shape.name,
  'the name of a saved filter': saveFilter.body.shape.name,
  'the name of a shared filter': shareFilter.body.shape.name,
  'the title of an incident type': incidentTypeCallSchema.shape.formTitle,
}

describe.each(Object.entries(SCHEMAS))('%s', (_, schema) => {
  it.each(['', '  ', '\u200B', '\u2060 \uFEFF', '\u3164', '\u2800', '\uFE0F'])('is not accepted as %j', (text) => {
    expect(schema.safeParse(text).success).toBe(false)
  })

  it('is stored as written, without blanks around it', () => {
    expect(schema.parse('  Ana\u200D Paz ')).toBe('Ana\u200D Paz')
  })
})

it.each([ticketOwnerSchema.shape.dni, payerSchema.shape.dni])(
  'an ID number has 6 to 14 digits, as written',
  (schema) => {
    expect(schema.parse('  30.111.222 ')).toBe('30.111.222')
    for (const text of ['', '\u200B', '12', '123456789012345']) expect(schema.safeParse(text).success).toBe(false)
  },
)
