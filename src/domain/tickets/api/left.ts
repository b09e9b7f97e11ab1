import { z } from 'zod'
import { PUBLIC_ACCESS } from '../../access/index.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'
import { templateIdSchema } from '../../kernel/ids.ts'
import { MAX_ZONES } from '../documents/sale.ts'

const zoneLeftSchema = z.strictObject({
  id: z.int().describe('id of the zone or product'),
  left: z.int().min(0).describe('quantity that can still be bought'),
})

export const readPlacesLeft = {
  method: 'GET',
  path: '/public/forms/:id/left',
  access: PUBLIC_ACCESS,
  params: z.object({ id: templateIdSchema }),
  missing: 'template.missing',
  reply: z.strictObject({ zones: z.array(zoneLeftSchema).max(MAX_ZONES).readonly() }),
  summary: 'Remaining quantities of a form that sells something to the public or citizens; empty for other forms',
} as const satisfies Endpoint
