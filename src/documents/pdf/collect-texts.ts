/** Returns all texts of a document, to find the fonts it needs. */
export function collectTexts(paper: object): readonly string[] {
  const texts: string[] = []
  const take = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(take)
  }
  take(paper)
  return texts
}
