import { isNobody } from '#domain/citizens/index.ts'
import type { FormTemplate } from '#domain/documents/index.ts'
import type { AnswerHeader, Signed } from '#domain/answering/index.ts'

/** A signature while it is being given: its names may be there before the image. */
export type Signing = Omit<Signed, 'image'> & { readonly image?: Signed['image'] | undefined }

/** The header of an answer while it is being filled in. */
export type DraftHeader = Omit<AnswerHeader, 'signatures'> & { readonly signatures: readonly Signing[] }

export function emptyHeader(template: FormTemplate): DraftHeader {
  const signatures = template.opcionales.digitalSignature ? template.signatures : []
  return {
    signatures: signatures.map(({ indexSignature, title }) => ({ indexSignature, title, firstName: '', lastName: '' })),
  }
}

/** The header as it is sent: signatures without an image are not there, and a citizen of whom only the kind is chosen is nobody. */
export function headerOf({ citizen, ...header }: DraftHeader): AnswerHeader {
  const signatures = header.signatures.flatMap(({ image, ...names }) =>
    image === undefined ? [] : [{ ...names, image }],
  )
  return { ...header, ...(citizen === undefined || isNobody(citizen) ? {} : { citizen }), signatures }
}
