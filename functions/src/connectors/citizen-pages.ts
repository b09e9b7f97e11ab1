import type { AnswerId } from '#domain/kernel/index.ts'

type Page = (answer: AnswerId) => string
type Pages = { readonly revision?: Page; readonly view?: Page }

/** Paths of our own pages for citizens. The citizen's token is added as the last segment. */
const CITIZEN_PAGES: Pages = {
  revision: (answer) => `/ciudadano/revision/${answer}`,
  view: (answer) => `/ciudadano/ver/${answer}`,
}

/** Returns the URLs of the pages that e-mails to citizens link to. @param home base URL of the product */
export function buildCitizenPageLinks(
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
