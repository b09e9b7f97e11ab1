import { z } from 'zod'
import { PUBLIC_ACCESS } from '../access/index.ts'
import { publicFormSchema } from './documents.ts'
import { templateIdSchema } from '../kernel/ids.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'

export const readPublicForm = {
  method: 'GET',
  path: '/public/forms/:id',
  access: PUBLIC_ACCESS,
  params: z.object({ id: templateIdSchema }),
  missing: 'template.missing',
  reply: z.object({
    form: publicFormSchema,
    codeHidden: z.boolean().describe('the municipality shows no code on the confirmation page'),
    timeZone: z.string().optional().describe('time zone of the municipality; missing from older servers'),
  }),
  summary: 'A public form for answering without an account; 410 once deleted, 422 when it accepts no more answers',
} as const satisfies Endpoint
