import { z } from 'zod'
import { ACCOUNT_ACCESS, PUBLIC_ACCESS, requireRight } from '../access/index.ts'
import { sha256Schema } from '../kernel/ids.ts'
import { MAX_PDF_CALL_BYTES, pdfReplySchema, pdfCallSchema, recordLookupCallSchema } from '../pdf/pdf-call.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'

export const generatePdfv3 = {
  method: 'POST',
  convention: 'callable',
  path: '/generatePdfv3',
  access: requireRight('read', 'respuesta'),
  body: pdfCallSchema,
  maxBytes: MAX_PDF_CALL_BYTES,
  reply: pdfReplySchema,
  summary: 'One or more answers as a PDF; returns a URL that is valid for an hour, for the caller only',
} as const satisfies Endpoint

export const readPdf = {
  method: 'GET',
  path: '/pdfs/:sha256',
  access: ACCOUNT_ACCESS,
  params: z.object({ sha256: sha256Schema }),
  missing: 'file.missing',
  reply: 'stream',
  summary: 'A PDF made for the caller',
} as const satisfies Endpoint

export const findRecord = {
  method: 'POST',
  path: '/public/records',
  access: PUBLIC_ACCESS,
  body: recordLookupCallSchema,
  always: 'reads',
  reply: pdfReplySchema,
  summary: 'The record with this download code; a wrong code gets the same refusal as a missing record',
} as const satisfies Endpoint

export const readRecord = {
  method: 'GET',
  path: '/public/records/:token',
  access: PUBLIC_ACCESS,
  params: z.object({ token: z.string().max(400) }),
  missing: 'record.missing',
  reply: 'stream',
  summary: 'The PDF of a found record',
} as const satisfies Endpoint
