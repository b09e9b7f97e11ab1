import { withMessages } from '#ui/index.ts'

export type { PublicFormResponse } from './public/open-public.ts'

export function loadAnswering() {
  return withMessages('answering', import('./answering-screen.tsx'))
}

/** The confirmation page. Loaded on saving. */
export function loadSavedScreen() {
  return withMessages('answering', import('./saved-screen.tsx'))
}

/** The public pages. They have their own entry point, separate from the staff app. */
export function loadPublicPages() {
  return withMessages('answering', withMessages('answering/public', import('./public/public-pages.tsx')))
}

/** The screens that correct and complete stored answers. */
export function loadChangeScreens() {
  return withMessages('answering', withMessages('answering/change', import('./change/change-screen.tsx')))
}

/** The preview of a form in the editor. */
export function loadPreview() {
  return withMessages('answering', import('./preview/preview-screen.tsx'))
}

/** The pages for citizens who come from the portal. */
export function loadPortalForm() {
  return withPortalMessages(import('./portal/portal-form.tsx'))
}

export function loadPortalRevision() {
  return withPortalMessages(import('./portal/portal-revision.tsx'))
}

function withPortalMessages<T>(screen: Promise<T>): Promise<T> {
  return withMessages('answering', withMessages('answering/change', withMessages('answering/portal', screen)))
}
