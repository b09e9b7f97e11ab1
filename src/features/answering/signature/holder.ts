import type { FormTemplate } from '#domain/templates/index.ts'
import { MAX_NAME_LENGTH } from '#domain/kernel/index.ts'
import type { DraftHeader, Signer } from '../form/draft-header.ts'

const NAMELESS_SIGNER: Signer = { firstName: '', lastName: '' }

/**
 * The citizen's name for the form's first citizen signature. Further citizen signatures are of other persons.
 * @returns empty names for other signatures, companies, and unnamed citizens
 */
export function findSigner(template: FormTemplate, index: number, { citizen }: Pick<DraftHeader, 'citizen'>): Signer {
  const own = template.signatures.find(({ tipeOfSignatory }) => tipeOfSignatory === 'citizen')?.indexSignature
  if (index !== own || citizen?.tipo !== 'fisica') return NAMELESS_SIGNER
  return {
    firstName: citizen.nombre.trim().slice(0, MAX_NAME_LENGTH),
    lastName: citizen.apellido.trim().slice(0, MAX_NAME_LENGTH),
  }
}
