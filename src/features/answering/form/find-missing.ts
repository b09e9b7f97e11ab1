import { type MissingItem, findMissingItems, listAskedQuestions } from '#domain/answering/index.ts'
import { findCitizenFieldErrors, type Citizen } from '#domain/citizens/index.ts'
import { parseAddress, type Address } from '#domain/kernel/index.ts'
import { toAnswerHeader, lacksImage } from './draft-header.ts'
import type { FormStore } from './form-store.ts'

/** Problems that prevent saving, one per field, so that their number equals the number of red marks. */
export function findMissingFormItems({ template, state }: FormStore): readonly MissingItem[] {
  const { content, header } = state.getState()
  return findMissingItems(template, content, toAnswerHeader(header)).flatMap((missingItem) => {
    if (missingItem.kind !== 'citizen' || missingItem.problem.details !== undefined) return [missingItem]
    // A missing citizen is split into the required fields, which differ for persons and legal entities.
    const fields = Object.keys(findCitizenFieldErrors(header.citizen ?? EMPTY_CITIZEN))
    return fields.map((field): MissingItem => ({
      ...missingItem,
      problem: { ...missingItem.problem, details: { field } },
    }))
  })
}

/**
 * Optional signatures with a name but no image. The server accepts the answer without them, which would lose the name.
 */
export function findUnsignedNames({ template, state, initialSignatures }: FormStore): readonly MissingItem[] {
  const { signatures } = state.getState().header
  return signatures
    .filter((signing) => lacksImage(signing, initialSignatures) && !isRequired(template, signing.indexSignature))
    .map(({ indexSignature }) => ({ kind: 'signature', indexSignature, problem: { code: 'signature.required' } }))
}

function isRequired({ signatures }: FormStore['template'], index: number): boolean {
  return signatures.some(({ indexSignature, required }) => indexSignature === index && required)
}
/** A constant, as parsing with the schema would add the schema to the public bundle. */
const EMPTY_CITIZEN: Citizen = {
  nombre: '',
  apellido: '',
  dni: '',
  cuit: '',
  email: '',
  telefono: '',
  calle: '',
  tipo: 'fisica',
}

/**
 * The next problem after `from` in screen order, wrapping around.
 * @param from null: starts at the top
 */
export function findNextMissingItem(
  form: FormStore,
  from: Address | MissingItem | null,
  missing: readonly MissingItem[] = findMissingFormItems(form),
): MissingItem | undefined {
  const placeRank = rankPlaces(form)
  const missingItems = missing.toSorted((a, b) => placeRank.lack(a) - placeRank.lack(b))
  const computePlaceRank = (place: Address | MissingItem): number =>
    typeof place === 'string' ? placeRank.question(place) : placeRank.lack(place)
  const here = from === null ? Number.NEGATIVE_INFINITY : computePlaceRank(from)
  return missingItems.find((missingItem) => placeRank.lack(missingItem) > here) ?? missingItems[0]
}

/**
 * Ranks of places in screen order. State, citizen and location have negative ranks, questions start at 0, signatures
 * follow.
 */
function rankPlaces({ template, state }: FormStore) {
  const places = listAskedQuestions(template, state.getState().content)
  const rankByAddress = new Map(places.map(({ address }, index) => [address, index]))
  const question = (address: Address): number =>
    rankByAddress.get(address) ?? sectionStart(parseAddress(address).section)
  /** rank between the previous section and the first question of this section */
  const sectionStart = (section: number): number => {
    const first = places.findIndex((place) => place.section.orden >= section)
    return (first < 0 ? places.length : first) - 0.5
  }
  const missingItem = (missing: MissingItem): number => {
    switch (missing.kind) {
      case 'state':
        return -4
      case 'citizen':
        return -3
      case 'location':
        return -2
      case 'question':
        return question(missing.address)
      case 'conditions':
        return sectionStart(missing.section)
      case 'signature':
        return (
          places.length +
          template.signatures.findIndex((signature) => signature.indexSignature === missing.indexSignature)
        )
    }
  }
  return { question, lack: missingItem }
}
