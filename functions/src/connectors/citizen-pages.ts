import type { AnswerId } from '#domain/kernel/index.ts'

type Page = (answer: AnswerId) => string
type Pages = { readonly revision?: Page; readonly view?: Page }

/** Paths of the citizen portal's pages in this product. A token follows as the last segment. */
const CITIZEN_PAGES: Pages = {
  revision: (answer) => `/ciudadano/revision/${answer}`,
  view: (answer) => `/ciudadano/ver/${answer}`,
}

/** The pages that e-mails to citizens may link to. @param home base URL of the product */
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
