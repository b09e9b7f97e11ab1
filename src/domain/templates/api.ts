import { z } from 'zod'
import { ACCOUNT, PUBLIC, right } from '../access/index.ts'
import { sha256Schema, templateIdSchema } from '../kernel/ids.ts'
import {
  createTemplateSchema,
  discardDraftSchema,
  duplicateTemplateSchema,
  formAtWorkSchema,
  headerImageSchema,
  keepDraftSchema,
  keptDraftResponseSchema,
  MAX_TEMPLATE_BYTES,
  openedTemplateSchema,
  saveTemplateSchema,
  takesAnswerSchema,
  takesQuerySchema,
  templateConflictSchema,
  templateDeletionSchema,
  templateInvalidSchema,
  templateResponseSchema,
  templateScopeSchema,
  templateVersionsSchema,
  versionsQuerySchema,
} from './templates-api.ts'
import { keptPageSchema, keptQuerySchema } from './kept-lines.ts'
import { bytesSchema } from '../endpoints/bytes.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'

/** Permission is checked on the document, because users who may not see a form must not learn that it exists. */
const one = { access: ACCOUNT, params: z.object({ id: templateIdSchema }), missing: 'template.missing' } as const
const refusals = { 409: templateConflictSchema, 422: templateInvalidSchema } as const

export const createTemplate = {
  method: 'POST',
  path: '/templates',
  access: ACCOUNT,
  body: createTemplateSchema,
  ownBody: true,
  mostBytes: MAX_TEMPLATE_BYTES,
  reply: templateResponseSchema,
  refusals,
  topic: 'forms',
  summary: 'Publishes a new form; the same sent twice is one form',
} as const satisfies Endpoint

export const openTemplate = {
  ...one,
  method: 'GET',
  path: '/templates/:id',
  reply: openedTemplateSchema,
  summary: 'A form and its number of answers',
} as const satisfies Endpoint

export const countAnswers = {
  ...one,
  method: 'GET',
  path: '/templates/:id/answers/count',
  reply: z.object({ answers: z.int().min(0) }),
  topic: 'answers',
  summary: 'How many answers a form has',
} as const satisfies Endpoint

export const takesAnswer = {
  ...one,
  method: 'GET',
  path: '/templates/:id/takes',
  query: takesQuerySchema,
  reply: takesAnswerSchema,
  summary: 'Whether a form takes an answer of the caller now, and about this citizen; null, or why not',
} as const satisfies Endpoint

export const saveTemplate = {
  ...one,
  method: 'PUT',
  path: '/templates/:id',
  body: saveTemplateSchema,
  ownBody: true,
  mostBytes: MAX_TEMPLATE_BYTES,
  reply: templateResponseSchema,
  refusals,
  summary:
    'Publishes the next version over the one that the editor began with; 409 with the current one, 422 with problems and places',
} as const satisfies Endpoint

export const openFormAtWork = {
  ...one,
  method: 'GET',
  path: '/templates/:id/draft',
  reply: formAtWorkSchema,
  topic: 'forms',
  summary: 'A form as those who edit it have it: what is published, its draft, its number of answers',
} as const satisfies Endpoint

export const keepDraft = {
  ...one,
  method: 'PUT',
  path: '/templates/:id/draft',
  body: keepDraftSchema,
  ownBody: true,
  mostBytes: MAX_TEMPLATE_BYTES,
  reply: keptDraftResponseSchema,
  refusals,
  topic: 'forms',
  summary: 'Keeps a draft of a form, or of its next version, for those who may edit it; nothing is published',
} as const satisfies Endpoint

export const discardDraft = {
  ...one,
  method: 'DELETE',
  path: '/templates/:id/draft',
  query: discardDraftSchema,
  reply: 'nothing',
  topic: 'forms',
  summary: 'Takes the draft away that its reader has seen; what is published stays',
} as const satisfies Endpoint

export const listKeptDrafts = {
  method: 'GET',
  path: '/drafts',
  access: right('update', 'formulario'),
  query: keptQuerySchema,
  reply: keptPageSchema,
  topic: 'forms',
  summary: 'Drafts of forms that may be edited, the one that was kept last first',
} as const satisfies Endpoint

export const duplicateTemplate = {
  ...one,
  method: 'POST',
  path: '/templates/:id/duplicate',
  body: duplicateTemplateSchema,
  reply: templateResponseSchema,
  summary: 'Copies a form into an area',
} as const satisfies Endpoint

export const setTemplateScope = {
  ...one,
  method: 'PUT',
  path: '/templates/:id/scope',
  body: templateScopeSchema,
  reply: templateResponseSchema,
  summary: 'Makes a form public or private; a version of its own',
} as const satisfies Endpoint

export const deleteTemplate = {
  ...one,
  method: 'DELETE',
  path: '/templates/:id',
  reply: templateDeletionSchema,
  summary: 'Removes a form, or marks one with answers as deleted',
} as const satisfies Endpoint

export const listTemplateVersions = {
  ...one,
  method: 'GET',
  path: '/templates/:id/versions',
  query: versionsQuerySchema,
  reply: templateVersionsSchema,
  summary: 'Who saved which version and when, 50 to a page, the newest first',
} as const satisfies Endpoint

export const readTemplateVersion = {
  ...one,
  method: 'GET',
  path: '/templates/:id/versions/:version',
  params: z.object({ id: templateIdSchema, version: z.coerce.number().int().min(1).max(999_999_999) }),
  missing: 'template.version-unknown',
  reply: templateResponseSchema,
  lasting: true,
  summary: 'One version of a form',
} as const satisfies Endpoint

export const sendTemplateImage = {
  ...one,
  method: 'POST',
  path: '/templates/:id/images',
  body: bytesSchema,
  ownBody: true,
  reply: headerImageSchema,
  summary: 'Bytes of a header image or logo (png, jpeg); the form may still be unsaved',
} as const satisfies Endpoint

const oneImage = {
  path: '/templates/:id/images/:sha256',
  params: z.object({ id: templateIdSchema, sha256: sha256Schema }),
  missing: 'file.missing',
} as const

export const readTemplateImage = {
  ...oneImage,
  method: 'GET',
  access: PUBLIC,
  reply: 'stream',
  summary: 'An image of a form, for whoever may see the form, the public included',
} as const satisfies Endpoint

export const removeTemplateImage = {
  ...oneImage,
  method: 'DELETE',
  access: ACCOUNT,
  reply: 'nothing',
  summary: 'Removes an image; those of saved versions stay, because answers show them',
} as const satisfies Endpoint
