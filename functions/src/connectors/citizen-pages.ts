import type { AnswerId } from '#domain/kernel/index.ts'

/** The pages of the citizen portal (`/ciudadano/…`) that this product has, by their paths; whatever leads to one is named here, and nowhere else. */
const CITIZEN_PAGES: { readonly revision?: (answer: AnswerId) => string } = {
  revision: (answer) => `/ciudadano/revision/${answer}`,
}

/** What letters to citizens may lead to. @param home where the product's addresses begin */
export function citizenPages(
  home: () => string,
  { revision }: typeof CITIZEN_PAGES = CITIZEN_PAGES,
): { readonly revisionPage?: (answer: AnswerId) => string } {
  return revision === undefined ? {} : { revisionPage: (answer) => `${home()}${revision(answer)}` }
}
