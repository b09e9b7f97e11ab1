import type { Answer } from '../answers/documents/answer.ts'
import type { AnsweredSection } from '../templates/documents/section.ts'
import type { ChangeRequest, RequestedChange } from '../answers/documents/change-request.ts'
import { formatRecipientName } from '../answers/documents/recipient.ts'

/**
 * Message to the citizen, from the template of part 3, point 9: greeting, general comment, and the marked questions by
 * section. Always Spanish like the template, because the citizen's language is unknown. The server sends the message,
 * and screens preview it.
 */
export function formatRequestMessage(
  answer: Answer,
  { comment, changesRequested }: Pick<ChangeRequest, 'comment' | 'changesRequested'>,
): string {
  const { answers, images, documents, sections } = changesRequested
  const places = [
    ...answers.map((section) => ({ ...section, what: '' })),
    ...images.map((image) => ({ ...image, what: ' (imagen)' })),
    ...documents.map((document) => ({ ...document, what: ' (documento)' })),
  ]
  const parts = answer.secciones.flatMap((section, index) => {
    const placesInSection = places.filter(({ sectionOrder }) => sectionOrder === section.orden)
    if (placesInSection.length === 0) return []
    const mark = sections.find(({ sectionOrder }) => sectionOrder === section.orden)
    const lines = placesInSection
      .toSorted(compareMarkedPlaces)
      .map((item) => `- ${item.title}${item.what}${formatComment(item)}`)
    return [[`${formatSectionTitle(section, index + 1)}${formatComment(mark)}`, ...lines].join('\n')]
  })
  return [`Estimado/a ${formatRecipientName(answer)}: Observación general: ${comment.trim()}`.trimEnd(), ...parts].join(
    '\n\n',
  )
}

function formatComment(section: Pick<RequestedChange, 'comment'> | undefined): string {
  return section?.comment === undefined ? '' : `: ${section.comment}`
}

type MarkedPlace = Pick<RequestedChange, 'conditionIndex' | 'rowIndex' | 'order'>

function compareMarkedPlaces(one: MarkedPlace, other: MarkedPlace): number {
  const by = ({ conditionIndex = -1, rowIndex = -1, order = -1 }: MarkedPlace) => [conditionIndex, rowIndex, order]
  const [a, b] = [by(one), by(other)]
  const firstDifference = a.findIndex((value, index) => value !== b[index])
  return firstDifference === -1 ? 0 : (a[firstDifference] ?? 0) - (b[firstDifference] ?? 0)
}

function formatSectionTitle(section: AnsweredSection, number: number): string {
  const title = section.conditionalSection ? section.conditionalQuestion : section.titulo
  return title === '' ? `Sección ${number}` : title
}
