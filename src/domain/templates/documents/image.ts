import type { Sha256, TemplateId } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { MunicipalityPath } from '../../kernel/paths.ts'

/** Document `imagenes/{template}~{sha256}`: image uploaded for a template, possibly before the template is saved. */
export type TemplateImage = {
  readonly template: TemplateId
  readonly sha256: Sha256
  readonly bytes: number
  readonly type: 'image/png' | 'image/jpeg'
  /** id of the user who uploaded it; until the template or its draft is stored, only this user may read it */
  readonly author: string
  /** true once a saved version uses it: then answers may use it, and it does not expire while the template exists */
  readonly saved: boolean
  /** deletion time if the image is not saved before */
  readonly expiresAt?: Instant
}

/**
 * Document `{municipality}/imagenes/{sha256}`: the logo of a municipality, or the compiled catalogue of its language.
 * Public, because public pages use it.
 */
export type MunicipalityFile = {
  readonly municipality: MunicipalityPath
  readonly sha256: Sha256
  readonly bytes: number
  readonly type: 'image/png' | 'image/jpeg' | 'application/json'
}
