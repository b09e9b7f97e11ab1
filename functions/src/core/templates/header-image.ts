import type { TemplateDraft } from '#domain/documents/index.ts'
import type { Instant, Sha256, TemplateId } from '#domain/kernel/index.ts'
import { keys, type Found, type Key, type Write } from '#domain/sync/index.ts'
import { headerImageOf, type TemplateProblem } from '#domain/templates/index.ts'

/** `imagenes/{template}~{sha256}`: a header image that was sent for a template, which may not be there yet. */
export type StoredImage = {
  readonly template: TemplateId
  readonly sha256: Sha256
  readonly bytes: number
  readonly type: 'image/png' | 'image/jpeg'
  /** user id of who sent it: until the template is there, nobody else sees it */
  readonly author: string
  /** a saved version shows it, and so may answers: it stays for good */
  readonly saved: boolean
  /** when it goes, unless it is saved before */
  readonly expiresAt?: Instant
}

const MISSING: TemplateProblem = { code: 'template.image-missing', place: { kind: 'field', field: 'headerImageURL' } }

/** What must be read to know whether the draft's header image is there. */
export function headerImageKeys({ headerImageURL }: TemplateDraft): readonly Key[] {
  const image = headerImageOf(headerImageURL)
  return image === undefined ? [] : [keys.templateImage(image.template, image.sha256)]
}

/** The draft's image belongs to this template and is there; an address elsewhere, of an imported form, is not ours to judge. */
export function headerImageProblems({ headerImageURL }: TemplateDraft, template: TemplateId, found: Found): readonly TemplateProblem[] {
  const image = headerImageOf(headerImageURL)
  if (image === undefined) return []
  return image.template === template && imageIn(found, template, image.sha256) !== undefined ? [] : [MISSING]
}

/** The first version that shows an image makes it stay. */
export function keepHeaderImage({ headerImageURL }: TemplateDraft, found: Found): readonly Write[] {
  const named = headerImageOf(headerImageURL)
  const image = named && imageIn(found, named.template, named.sha256)
  if (image === undefined || image.saved) return []
  const { expiresAt: _, ...rest } = image
  return [{ kind: 'set', key: keys.templateImage(image.template, image.sha256), document: { ...rest, saved: true } satisfies StoredImage }]
}

/** The same image for a copy of the template. */
export function copyHeaderImage({ headerImageURL }: TemplateDraft, copy: TemplateId, found: Found): readonly Write[] {
  const named = headerImageOf(headerImageURL)
  const image = named && imageIn(found, named.template, named.sha256)
  if (image === undefined) return []
  const { expiresAt: _, ...rest } = image
  return [{ kind: 'set', key: keys.templateImage(copy, image.sha256), document: { ...rest, template: copy, saved: true } satisfies StoredImage }]
}

function imageIn(found: Found, template: TemplateId, sha256: Sha256): StoredImage | undefined {
  return found.get(keys.templateImage(template, sha256)) as StoredImage | undefined
}
