import { visibleText } from '#domain/kernel/index.ts'
import { isNobody } from '#domain/citizens/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { type AnswerHeader, type Signed } from '#domain/answering/index.ts'

/** A signature while it is being given: its names may be there before the image. */
export type Signing = Omit<Signed, 'image'> & {
  readonly image?: Signed['image'] | undefined
  /** the names came with the signature, as its citizen was called then, and no one has typed them since */
  readonly filled?: boolean
}

/** The header of an answer while it is being filled in. */
export type DraftHeader = Omit<AnswerHeader, 'signatures'> & { readonly signatures: readonly Signing[] }

/** Who fills the form in, as they are called where they sign. */
export type Signer = Pick<Signed, 'firstName' | 'lastName'>

const NOBODY: Signer = { firstName: '', lastName: '' }

/** @param signer signs the first internal signature; a second is a colleague's. Missing: no one knows who they are */
export function emptyHeader(template: FormTemplate, signer: Signer = NOBODY): DraftHeader {
  const signatures = template.opcionales.digitalSignature ? template.signatures : []
  const own = signatures.find(({ tipeOfSignatory }) => tipeOfSignatory === 'intern')?.indexSignature
  return {
    signatures: signatures.map(({ indexSignature, title }) => {
      const { firstName, lastName } = indexSignature === own ? signer : NOBODY
      return { indexSignature, title, firstName, lastName }
    }),
  }
}

/** The first thing that is not said of who signs. */
export function lackingName(signing: Signing | undefined): 'firstName' | 'lastName' | 'title' | undefined {
  return (['firstName', 'lastName', 'title'] as const).find((field) => visibleText(signing?.[field] ?? '') === '')
}

/** It is typed who signs, and the signature is missing: saved like this, what was typed would be lost. */
export function lacksImage(signing: Signing, untouched: readonly Signing[] = []): boolean {
  const before = untouched.find(({ indexSignature }) => indexSignature === signing.indexSignature)
  if (signing.image !== undefined || before === undefined) return false
  return (['firstName', 'lastName'] as const).some(
    (field) => visibleText(signing[field]) !== '' && signing[field].trim() !== before[field],
  )
}

/** The header as sent: without signatures that lack an image, and without a citizen of whom only the kind is chosen. */
export function headerOf({ citizen, ...header }: DraftHeader): AnswerHeader {
  const signatures = header.signatures.flatMap(({ image, filled: _, ...names }) =>
    image === undefined ? [] : [{ ...names, image }],
  )
  return { ...header, ...(citizen === undefined || isNobody(citizen) ? {} : { citizen }), signatures }
}
