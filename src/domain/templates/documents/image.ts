import type { Sha256, TemplateId } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { MunicipalityPath } from '../../kernel/paths.ts'

/** `imagenes/{template}~{sha256}`: an image that was sent for a template, which may not be there yet. */
export type TemplateImage = {
  readonly template: TemplateId
  readonly sha256: Sha256
  readonly bytes: number
  readonly type: 'image/png' | 'image/jpeg'
  /** id of the user who sent it: until the template is there, no one else sees it */
  readonly author: string
  /** a saved version shows it, and so may answers: it stays for good */
  readonly saved: boolean
  /** when it goes, unless it is saved before */
  readonly expiresAt?: Instant
}

/** `{municipality}/imagenes/{sha256}`: the logo of a municipality. Everybody sees it: it stands on public pages. */
export type BrandImage = {
  readonly municipality: MunicipalityPath
  readonly sha256: Sha256
  readonly bytes: number
  readonly type: 'image/png' | 'image/jpeg'
}
