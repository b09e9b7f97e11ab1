import { can } from '#domain/access/index.ts'
import { toPublicForm } from '#domain/answering/index.ts'
import {
  municipalityOfDocument,
  resolveSettings,
  type Country,
  type Municipality,
  buildLogoUrl,
} from '#domain/places/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { PublicForm } from '#domain/pages/index.ts'
import { countAnswersInDocuments, findTemplateInDocuments } from '#domain/templates/judge/index.ts'
import { findLimitProblem } from '#domain/answers/judge/index.ts'
import { getCountry, ok, refuse, type Result, type TemplateId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Store } from '../ports.ts'
import type { PublicDesign, PublicFormReply } from './public-page.ts'

/**
 * A public form, if it accepts answers. Refuses with template.missing, template.deleted, municipality.blocked,
 * country.blocked, payment.event-cancelled and answer.limit-reached.
 */
export async function findPublicForm(store: Store, id: TemplateId): Promise<Result<PublicFormReply>> {
  const result = await findOpenForm(store, id)
  if (!result.ok) return result
  const { template, municipality } = result.value
  const { codeHidden, timeZone } = resolveSettings(municipality)
  return ok({ form: getPublicForm(template), codeHidden, timeZone })
}

/** Public form by stored document. Cached, because forms may be megabytes and anyone may request them. */
const publicForms = new WeakMap<FormTemplate, PublicForm>()

function getPublicForm(template: FormTemplate): PublicForm {
  const form = publicForms.get(template) ?? toPublicForm(template)
  publicForms.set(template, form)
  return form
}

/**
 * The stored form, if it accepts answers. Refuses like `findPublicForm`.
 * @param isOpen test for accepted forms; by default public ones
 */
export async function findOpenForm(
  store: Store,
  id: TemplateId,
  isOpen: (template: FormTemplate) => boolean = isPublic,
): Promise<Result<{ readonly template: FormTemplate; readonly municipality: Municipality }>> {
  const documents = await store.getMany([keys.template(id), keys.templateCounter(id)])
  const template = findTemplateInDocuments(documents, id)
  if (template === undefined || !isOpen(template)) return refuse('template.missing')
  if (template.deleted) return refuse('template.deleted')
  const path = municipalityOfDocument(template)
  const places = await store.getMany([path, getCountry(path)])
  const country = places.get(getCountry(path)) as Country | undefined
  const municipality = places.get(path) as Municipality | undefined
  if (country === undefined || country.inhabilitado) return refuse('country.blocked')
  if (municipality === undefined || municipality.inhabilitado) return refuse('municipality.blocked')
  const full = findLimitProblem(template, countAnswersInDocuments(documents, id), false)
  return full === null ? ok({ template, municipality }) : refuse(full.code, full.details)
}

/**
 * The municipality's design for pages about a public form, including refusals. Undefined when the form does not exist
 * or is not public.
 */
export async function readPublicDesign(store: Store, id: TemplateId): Promise<PublicDesign | undefined> {
  const template = findTemplateInDocuments(await store.getMany([keys.template(id)]), id)
  if (template === undefined || !isPublic(template)) return undefined
  const municipality = await store.get(keys.municipality(municipalityOfDocument(template)))
  return municipality === undefined ? undefined : toPublicDesign(municipality)
}

/** @returns the municipality's design for public pages */
export function toPublicDesign(municipality: Municipality): PublicDesign {
  const { brandLogo, brandColour, frameAncestors } = resolveSettings(municipality)
  return {
    name: municipality.nombre,
    logo: brandLogo === null ? undefined : buildLogoUrl(municipality.path, brandLogo),
    colour: brandColour ?? undefined,
    framers: frameAncestors,
  }
}

/** True for a public form, or a form for all citizens of the portal. */
export function isOpenToCitizens(template: FormTemplate): boolean {
  return template.opcionales.citizenAssociationFromCitizenPortal || isPublic(template)
}

function isPublic(template: FormTemplate): boolean {
  return can({ kind: 'public' }, 'read', { kind: 'formulario', document: { ...template, deleted: false } })
}
