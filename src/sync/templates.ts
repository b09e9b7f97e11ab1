import type { FormTemplate, TemplateDraft } from '#domain/documents/index.ts'
import type { AreaPath, Problem, Sha256, TemplateId } from '#domain/kernel/index.ts'
import {
  headerImageSchema,
  headerImageUrl,
  openedTemplateSchema,
  templateConflictSchema,
  templateDeletionSchema,
  templateInvalidSchema,
  templateResponseSchema,
  templateVersionsSchema,
  type HeaderImage,
  type OpenedTemplate,
  type TemplateDeletion,
  type TemplateProblem,
  type VersionLine,
} from '#domain/templates/index.ts'
import type { Outcome } from '#domain/api/index.ts'
import { readAs, type Reply, type Transport } from './transport.ts'

/** What a save can come to, beside what every request can come to. In each but the first the server has written nothing. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly template: FormTemplate }
  /** somebody else saved first: `current` is what the server has */
  | { readonly kind: 'conflict'; readonly problem: Problem; readonly current: FormTemplate }
  /** in the order of the screen */
  | { readonly kind: 'invalid'; readonly problem: Problem; readonly problems: readonly TemplateProblem[] }
  | Exclude<Outcome<never>, { readonly kind: 'ok' }>

const CONFLICT = 409
const UNPROCESSABLE = 422

/** Stores a new form. Sending the same twice is one form; something else under its id is a conflict. */
export async function createTemplate(transport: Transport, id: TemplateId, draft: TemplateDraft): Promise<SaveOutcome> {
  return save(transport, 'POST', '/api/templates', { id, draft })
}

/** Stores the next version over the one that the editor began with. */
export async function saveTemplate(transport: Transport, id: TemplateId, base: number, draft: TemplateDraft): Promise<SaveOutcome> {
  return save(transport, 'PUT', pathOf(id), { base, draft })
}

/** The form as the server has it, and how many answers it has: more than 0 locks parts of it. */
export async function openTemplate(transport: Transport, id: TemplateId): Promise<Outcome<OpenedTemplate>> {
  return transport.send({ method: 'GET', path: pathOf(id) }, readAs(openedTemplateSchema))
}

/** @param copy id of the copy, made on the device (`newTemplateId`), and the area that it goes to */
export async function duplicateTemplate(
  transport: Transport,
  id: TemplateId,
  copy: { readonly id: TemplateId; readonly area: AreaPath },
): Promise<Outcome<FormTemplate>> {
  return transport.send(json('POST', `${pathOf(id)}/duplicate`, copy), readTemplate)
}

/** Says whether the form was kept, marked as deleted because it has answers, or removed. Twice is once. */
export async function deleteTemplate(transport: Transport, id: TemplateId): Promise<Outcome<TemplateDeletion>> {
  const read = readAs(templateDeletionSchema)
  return transport.send({ method: 'DELETE', path: pathOf(id) }, (reply) => read(reply)?.deleted)
}

/** Makes a form public or private; a version of its own. */
export async function setTemplateScope(transport: Transport, id: TemplateId, publico: boolean): Promise<Outcome<FormTemplate>> {
  return transport.send(json('PUT', `${pathOf(id)}/scope`, { publico }), readTemplate)
}

/** Who saved which version and when, the newest first. */
export async function listTemplateVersions(transport: Transport, id: TemplateId): Promise<Outcome<readonly VersionLine[]>> {
  const read = readAs(templateVersionsSchema)
  return transport.send({ method: 'GET', path: `${pathOf(id)}/versions` }, (reply) => read(reply)?.versions)
}

export async function readTemplateVersion(transport: Transport, id: TemplateId, version: number): Promise<Outcome<FormTemplate>> {
  return transport.send({ method: 'GET', path: `${pathOf(id)}/versions/${version}` }, readTemplate)
}

/**
 * Sends a header image; the form may still be unsaved. Refuses with file.too-large and file.wrong-type.
 * @param bytes of a png or jpeg
 */
export async function sendHeaderImage(transport: Transport, id: TemplateId, bytes: Uint8Array<ArrayBuffer>): Promise<Outcome<HeaderImage>> {
  const headers = { 'content-type': 'application/octet-stream' }
  return transport.send({ method: 'POST', path: `${pathOf(id)}/images`, headers, body: bytes }, readAs(headerImageSchema))
}

/** Removes an image of a form. Those of saved versions stay, because answers show them. */
export async function removeHeaderImage(transport: Transport, id: TemplateId, sha256: Sha256): Promise<Outcome<true>> {
  return transport.send({ method: 'DELETE', path: headerImageUrl(id, sha256) }, ({ status }) => (status === 204 ? true : undefined))
}

async function save(transport: Transport, method: 'POST' | 'PUT', path: string, body: object): Promise<SaveOutcome> {
  const outcome = await transport.send({ ...json(method, path, body), answers: [CONFLICT, UNPROCESSABLE] }, readSave)
  return outcome.kind === 'ok' ? outcome.value : outcome
}

/** Undefined for a 409 or 422 that is none of these: then it is a refusal like any other. */
function readSave(reply: Reply): SaveOutcome | undefined {
  switch (reply.status) {
    case CONFLICT: {
      const conflict = readAs(templateConflictSchema)(reply)
      return conflict && { kind: 'conflict', problem: conflict.error, current: conflict.current }
    }
    case UNPROCESSABLE: {
      const invalid = readAs(templateInvalidSchema)(reply)
      // The place is made and read by the same function on both sides, `validateTemplate`.
      return invalid && { kind: 'invalid', problem: invalid.error, problems: invalid.problems as readonly unknown[] as readonly TemplateProblem[] }
    }
    default: {
      const template = readTemplate(reply)
      return template && { kind: 'saved', template }
    }
  }
}

const readResponse = readAs(templateResponseSchema)

function readTemplate(reply: Reply): FormTemplate | undefined {
  return readResponse(reply)?.template
}

function json(method: 'POST' | 'PUT', path: string, body: object) {
  return { method, path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } as const
}

function pathOf(id: TemplateId): string {
  return `/api/templates/${id}`
}
