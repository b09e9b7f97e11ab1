import type { PdfContent, PdfImage } from './pdf-content.ts'

/** Distinct images of a document, which must be loaded before it is rendered. */
export function collectImages({ banner, letterhead: { logo }, sections, signatures }: PdfContent): readonly PdfImage[] {
  const photos = sections.flatMap(({ groups }) =>
    groups.flatMap(({ questions }) =>
      questions.flatMap((question) =>
        question.kind === 'question' && question.photo !== null ? [question.photo] : [],
      ),
    ),
  )
  const all: readonly (PdfImage | null)[] = [
    banner,
    logo?.image ?? null,
    ...photos,
    ...signatures.map(({ image }) => image),
  ]
  const known = new Map<string, PdfImage>()
  for (const image of all) if (image !== null && !known.has(image.sha256)) known.set(image.sha256, image)
  return [...known.values()]
}
