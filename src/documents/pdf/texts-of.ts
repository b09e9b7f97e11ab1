/** Collects every text of a document, which determines the fonts to load. */
export function textsOf(paper: object): readonly string[] {
  const texts: string[] = []
  const take = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(take)
  }
  take(paper)
  return texts
}
