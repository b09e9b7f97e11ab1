import { set, keys, type FoundDocuments, type Key, type Write } from '../../store/index.ts'
import type { TemplateDraft } from '../documents/template.ts'
import type { TemplateImage } from '../documents/image.ts'
import { toInstant, UNSAVED_IMAGE_LIFETIME_MS, type Instant, type Sha256, type TemplateId } from '../../kernel/index.ts'
import { parseHeaderImageUrl, buildHeaderImageUrl } from '../templates-api.ts'
import type { FormField, TemplateProblem } from '../form/place.ts'

/** Fields of a draft that contain an image. */
const PLACES: readonly { readonly field: FormField; readonly url: (draft: TemplateDraft) => string | undefined }[] = [
  { field: 'headerImageURL', url: ({ headerImageURL }) => headerImageURL },
  { field: 'pdfSettings', url: ({ pdfSettings }) => pdfSettings?.logo },
]

/** Returns the keys needed to check the images of a draft. */
export function listImageKeys(draft: TemplateDraft): readonly Key[] {
  return listDraftImages(draft).map(({ template, sha256 }) => keys.templateImage(template, sha256))
}

/** Checks that new images of a draft exist and belong to this template. Does not check unchanged images. */
export function findImageProblems(
  draft: TemplateDraft,
  before: TemplateDraft | null,
  template: TemplateId,
  documents: FoundDocuments,
): readonly TemplateProblem[] {
  return PLACES.filter(({ url }) => {
    const image = parseHeaderImageUrl(url(draft))
    if (image === undefined) return false
    const isKnown = (before !== null && url(before) === url(draft)) || findImage(documents, image) !== undefined
    return image.template !== template || !isKnown
  }).map(({ field }) => ({ code: 'template.image-missing', place: { kind: 'field', field } }))
}

/** Returns the writes that make the images of a version permanent. */
export function buildImageWrites(draft: TemplateDraft, documents: FoundDocuments): readonly Write[] {
  return findStoredImages(draft, documents)
    .filter((image) => !image.saved)
    .map((image) => buildSavedImage(image, image.template))
}

/**
 * Returns the writes that remove the expiry of a draft's images. They become permanent only when a version uses them.
 */
export function buildDraftImageWrites(draft: TemplateDraft, documents: FoundDocuments): readonly Write[] {
  return findStoredImages(draft, documents)
    .filter((image) => image.expiresAt !== undefined)
    .map(({ expiresAt: _later, ...image }) => set(keys.templateImage(image.template, image.sha256), image))
}

/** Returns the writes that set the expiry of images that only a draft used. Until then, the edit can be undone. */
export function buildImageReleaseWrites(
  before: TemplateDraft,
  shownDraft: TemplateDraft | null,
  documents: FoundDocuments,
  now: Instant,
): readonly Write[] {
  const stay = new Set(shownDraft === null ? [] : listDraftImages(shownDraft).map(({ sha256 }) => sha256))
  const expiresAt = toInstant(Date.parse(now) + UNSAVED_IMAGE_LIFETIME_MS)
  return findStoredImages(before, documents)
    .filter(({ saved, sha256 }) => !saved && !stay.has(sha256))
    .map((image) => set(keys.templateImage(image.template, image.sha256), { ...image, expiresAt }))
}

/** Copies images for a copy of the template. Returns the draft with references to the copies. */
export function copyImages<T extends TemplateDraft>(
  draft: T,
  copy: TemplateId,
  documents: FoundDocuments,
): { readonly draft: T; readonly writes: readonly Write[] } {
  const { headerImageURL, pdfSettings } = draft
  const moved = (url: string | undefined): string | undefined => {
    const image = parseHeaderImageUrl(url)
    return image && buildHeaderImageUrl(copy, image.sha256)
  }
  return {
    draft: {
      ...draft,
      ...(headerImageURL === undefined ? {} : { headerImageURL: moved(headerImageURL) }),
      ...(pdfSettings?.logo === undefined ? {} : { pdfSettings: { ...pdfSettings, logo: moved(pdfSettings.logo) } }),
    },
    writes: findStoredImages(draft, documents).map((image) => buildSavedImage(image, copy)),
  }
}

type ImageReference = { readonly template: TemplateId; readonly sha256: Sha256 }

function listDraftImages(draft: TemplateDraft): readonly ImageReference[] {
  return PLACES.flatMap(({ url }) => parseHeaderImageUrl(url(draft)) ?? [])
}

function findStoredImages(draft: TemplateDraft, documents: FoundDocuments): readonly TemplateImage[] {
  return listDraftImages(draft).flatMap((image) => findImage(documents, image) ?? [])
}

function findImage(documents: FoundDocuments, { template, sha256 }: ImageReference): TemplateImage | undefined {
  return documents.get(keys.templateImage(template, sha256))
}

function buildSavedImage({ expiresAt: _over, ...image }: TemplateImage, template: TemplateId): Write {
  return set(keys.templateImage(template, image.sha256), { ...image, template, saved: true })
}
