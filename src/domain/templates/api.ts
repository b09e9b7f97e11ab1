import { z } from 'zod'
import { ACCOUNT_ACCESS, PUBLIC_ACCESS, requireRight } from '../access/index.ts'
import { sha256Schema, templateIdSchema } from '../kernel/ids.ts'
import {
  createTemplateSchema,
  discardDraftSchema,
  duplicateTemplateSchema,
  formWithDraftSchema,
  headerImageSchema,
  storeDraftSchema,
  draftResponseSchema,
  MAX_TEMPLATE_BYTES,
  openedTemplateSchema,
  saveTemplateSchema,
  answerAcceptanceSchema,
  answerAcceptanceQuerySchema,
  templateConflictSchema,
  templateDeletionSchema,
  templateInvalidSchema,
  templateResponseSchema,
  templateScopeSchema,
  templateVersionsSchema,
  versionsQuerySchema,
} from './templates-api.ts'
import { draftsPageSchema, draftsQuerySchema } from './draft-list-items.ts'
import { bytesSchema } from '../endpoints/bytes.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'

/** Endpoints check permission on the document, because users who may not see a form must not learn that it exists. */
const templateById = {
  access: ACCOUNT_ACCESS,
  params: z.object({ id: templateIdSchema }),
  missing: 'template.missing',
} as const
const refusals = { 409: templateConflictSchema, 422: templateInvalidSchema } as const

export const createTemplate = {
  method: 'POST',
  path: '/templates',
  access: ACCOUNT_ACCESS,
  body: createTemplateSchema,
  ownBody: true,
  maxBytes: MAX_TEMPLATE_BYTES,
  reply: templateResponseSchema,
  refusals,
  topic: 'forms',
  summary: 'Publishes a new form. Repeating the request creates no second one',
} as const satisfies Endpoint

export const openTemplate = {
  ...templateById,
  method: 'GET',
  path: '/templates/:id',
  reply: openedTemplateSchema,
  summary: 'A form and its number of answers',
} as const satisfies Endpoint

export const countAnswers = {
  ...templateById,
  method: 'GET',
  path: '/templates/:id/answers/count',
  reply: z.object({ answers: z.int().min(0) }),
  topic: 'answers',
  summary: 'Number of answers of a form',
} as const satisfies Endpoint

export const takesAnswer = {
  ...templateById,
  method: 'GET',
  path: '/templates/:id/takes',
  query: answerAcceptanceQuerySchema,
  reply: answerAcceptanceSchema,
  summary: 'Whether the caller may answer a form now, about this citizen: null, or the reason why not',
} as const satisfies Endpoint

export const saveTemplate = {
  ...templateById,
  method: 'PUT',
  path: '/templates/:id',
  body: saveTemplateSchema,
  ownBody: true,
  maxBytes: MAX_TEMPLATE_BYTES,
  reply: templateResponseSchema,
  refusals,
  summary:
    'Publishes the next version of a form, based on the version that was edited; 409 with the current version if it has changed, 422 with problems and their places',
} as const satisfies Endpoint

export const openFormAtWork = {
  ...templateById,
  method: 'GET',
  path: '/templates/:id/draft',
  reply: formWithDraftSchema,
  topic: 'forms',
  summary: 'A form for its editors: the published version, its draft and its number of answers',
} as const satisfies Endpoint

export const keepDraft = {
  ...templateById,
  method: 'PUT',
  path: '/templates/:id/draft',
  body: storeDraftSchema,
  ownBody: true,
  maxBytes: MAX_TEMPLATE_BYTES,
  reply: draftResponseSchema,
  refusals,
  topic: 'forms',
  summary: 'Saves a draft of a form or of its next version for those who may edit it, without publishing',
} as const satisfies Endpoint

export const discardDraft = {
  ...templateById,
  method: 'DELETE',
  path: '/templates/:id/draft',
  query: discardDraftSchema,
  reply: 'nothing',
  topic: 'forms',
  summary: 'Deletes the draft if it is still the revision that the user has seen; the published version stays',
} as const satisfies Endpoint

export const listKeptDrafts = {
  method: 'GET',
  path: '/drafts',
  access: requireRight('update', 'formulario'),
  query: draftsQuerySchema,
  reply: draftsPageSchema,
  topic: 'forms',
  summary: 'Drafts of forms that the user may edit, last saved first',
} as const satisfies Endpoint

export const duplicateTemplate = {
  ...templateById,
  method: 'POST',
  path: '/templates/:id/duplicate',
  body: duplicateTemplateSchema,
  reply: templateResponseSchema,
  summary: 'Copies a form into an area',
} as const satisfies Endpoint

export const setTemplateScope = {
  ...templateById,
  method: 'PUT',
  path: '/templates/:id/scope',
  body: templateScopeSchema,
  reply: templateResponseSchema,
  summary: 'Makes a form public or private; this is a new version',
} as const satisfies Endpoint

export const deleteTemplate = {
  ...templateById,
  method: 'DELETE',
  path: '/templates/:id',
  reply: templateDeletionSchema,
  summary: 'Deletes a form; a form with answers is only marked as deleted',
} as const satisfies Endpoint

export const listTemplateVersions = {
  ...templateById,
  method: 'GET',
  path: '/templates/:id/versions',
  query: versionsQuerySchema,
  reply: templateVersionsSchema,
  summary: 'Versions of a form with author and time, 50 per page, newest first',
} as const satisfies Endpoint

export const readTemplateVersion = {
  ...templateById,
  method: 'GET',
  path: '/templates/:id/versions/:version',
  params: z.object({ id: templateIdSchema, version: z.coerce.number().int().min(1).max(999_999_999) }),
  missing: 'template.version-unknown',
  reply: templateResponseSchema,
  lasting: true,
  summary: 'One version of a form',
} as const satisfies Endpoint

export const sendTemplateImage = {
  ...templateById,
  method: 'POST',
  path: '/templates/:id/images',
  body: bytesSchema,
  ownBody: true,
  reply: headerImageSchema,
  summary: 'Uploads a header image or logo as PNG or JPEG; the form may be unsaved',
} as const satisfies Endpoint

const imageEndpoint = {
  path: '/templates/:id/images/:sha256',
  params: z.object({ id: templateIdSchema, sha256: sha256Schema }),
  missing: 'file.missing',
} as const

export const readTemplateImage = {
  ...imageEndpoint,
  method: 'GET',
  access: PUBLIC_ACCESS,
  reply: 'stream',
  summary: 'An image of a form, for everyone who may see the form, including the public',
} as const satisfies Endpoint

export const removeTemplateImage = {
  ...imageEndpoint,
  method: 'DELETE',
  access: ACCOUNT_ACCESS,
  reply: 'nothing',
  summary: 'Deletes an image; images of saved versions stay, because answers show them',
} as const satisfies Endpoint
