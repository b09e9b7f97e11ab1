import { withWords } from '#ui/index.ts'

export type { Told } from './public/open-public.ts'

export function loadAnswering() {
  return withWords('answering', import('./answering-screen.tsx'))
}

/** Comes when something is saved: a form that is opened does not wait for it. */
export function loadSaved() {
  return withWords('answering', import('./saved-screen.tsx'))
}

/** The pages of the public: an entry of their own, beside the app of the staff. */
export function loadPublicPages() {
  return withWords('answering', withWords('answering/public', import('./public/public-pages.tsx')))
}

/** Comes when the user corrects or completes an answer that the server has. */
export function loadChange() {
  return withWords('answering', withWords('answering/change', import('./change/change-screen.tsx')))
}

/** Comes when the user tries a form out in the editor. */
export function loadPreview() {
  return withWords('answering', import('./preview/preview-screen.tsx'))
}

/** The pages of citizens who come from the portal. */
export function loadPortalForm() {
  return withPortalWords(import('./portal/portal-form.tsx'))
}

export function loadPortalRevision() {
  return withPortalWords(import('./portal/portal-revision.tsx'))
}

function withPortalWords<T>(screen: Promise<T>): Promise<T> {
  return withWords('answering', withWords('answering/change', withWords('answering/portal', screen)))
}
