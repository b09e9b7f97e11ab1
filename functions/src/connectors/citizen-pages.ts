import type { AnswerId } from '#domain/kernel/index.ts'

type Page = (answer: AnswerId) => string
type Pages = { readonly revision?: Page; readonly view?: Page }

/** Paths of the citizen portal's pages that this product has, named only here; a token follows as the last segment. */
const CITIZEN_PAGES: Pages = {
  revision: (answer) => `/ciudadano/revision/${answer}`,
  view: (answer) => `/ciudadano/ver/${answer}`,
}

/** What letters to citizens may lead to. @param home where the product's addresses begin */
export function citizenPages(
  home: () => string,
  { revision, view }: Pages = CITIZEN_PAGES,
): { readonly revisionPage?: Page; readonly viewPage?: Page } {
  const under =
    (page: Page): Page =>
    (answer) =>
      `${home()}${page(answer)}`
  return {
    ...(revision === undefined ? {} : { revisionPage: under(revision) }),
    ...(view === undefined ? {} : { viewPage: under(view) }),
  }
}
