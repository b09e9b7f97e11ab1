import type { Sha256, TemplateId } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { MunicipalityPath } from '../../kernel/paths.ts'

/** `imagenes/{template}~{sha256}`: image uploaded for a template, possibly before the template is saved. */
export type TemplateImage = {
  readonly template: TemplateId
  readonly sha256: Sha256
  readonly bytes: number
  readonly type: 'image/png' | 'image/jpeg'
  /** id of the uploader, the only reader until the template exists */
  readonly author: string
  /** used by a saved version, and possibly by answers: kept forever */
  readonly saved: boolean
  /** deletion time, unless the image is saved before */
  readonly expiresAt?: Instant
}

/** `{municipality}/imagenes/{sha256}`: logo of a municipality. Public, because it is shown on public pages. */
export type BrandImage = {
  readonly municipality: MunicipalityPath
  readonly sha256: Sha256
  readonly bytes: number
  readonly type: 'image/png' | 'image/jpeg'
}
