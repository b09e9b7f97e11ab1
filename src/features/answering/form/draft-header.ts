import { getVisibleText } from '#domain/kernel/index.ts'
import { isCitizenEmpty } from '#domain/citizens/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { type AnswerHeader, type GivenSignature } from '#domain/answering/index.ts'

/** A signature in progress: names may exist before the image. */
export type OpenSignature = Omit<GivenSignature, 'image'> & {
  readonly image?: GivenSignature['image'] | undefined
  /** the names were copied from the citizen and not edited since */
  readonly filled?: boolean
}

/** The header of an answer in progress. */
export type DraftHeader = Omit<AnswerHeader, 'signatures'> & { readonly signatures: readonly OpenSignature[] }

/** Name of the user who fills in the form, as printed below a signature. */
export type Signer = Pick<GivenSignature, 'firstName' | 'lastName'>

const NAMELESS_SIGNER: Signer = { firstName: '', lastName: '' }

/**
 * @param signer prefilled in the first internal signature only, as the others are for colleagues; undefined if unknown
 */
export function createEmptyHeader(template: FormTemplate, signer: Signer = NAMELESS_SIGNER): DraftHeader {
  const signatures = template.opcionales.digitalSignature ? template.signatures : []
  const own = signatures.find(({ tipeOfSignatory }) => tipeOfSignatory === 'intern')?.indexSignature
  return {
    signatures: signatures.map(({ indexSignature, title }) => {
      const { firstName, lastName } = indexSignature === own ? signer : NAMELESS_SIGNER
      return { indexSignature, title, firstName, lastName }
    }),
  }
}

/** The first missing detail of a signer. */
export function findMissingName(signing: OpenSignature | undefined): 'firstName' | 'lastName' | 'title' | undefined {
  return (['firstName', 'lastName', 'title'] as const).find((field) => getVisibleText(signing?.[field] ?? '') === '')
}

/** Whether a name was typed for a signature without an image. Saving would lose the name. */
export function lacksImage(signing: OpenSignature, initialSignatures: readonly OpenSignature[] = []): boolean {
  const before = initialSignatures.find(({ indexSignature }) => indexSignature === signing.indexSignature)
  if (signing.image !== undefined || before === undefined) return false
  return (['firstName', 'lastName'] as const).some(
    (field) => getVisibleText(signing[field]) !== '' && signing[field].trim() !== before[field],
  )
}

/** The header as sent. Omits signatures without image, and a citizen for whom only the kind was chosen. */
export function toAnswerHeader({ citizen, ...header }: DraftHeader): AnswerHeader {
  const signatures = header.signatures.flatMap(({ image, filled: _, ...names }) =>
    image === undefined ? [] : [{ ...names, image }],
  )
  return { ...header, ...(citizen === undefined || isCitizenEmpty(citizen) ? {} : { citizen }), signatures }
}
