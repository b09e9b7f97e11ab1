/** Every text on a paper or in a report, to know which fonts it needs. */
export function textsOf(paper: object): readonly string[] {
  const texts: string[] = []
  const take = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(take)
  }
  take(paper)
  return texts
}
