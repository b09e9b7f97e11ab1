export function loadAnswering() {
  return import('./answering-screen.tsx')
}

/** Comes when something is saved: a form that is opened does not wait for it. */
export function loadSaved() {
  return import('./saved-screen.tsx')
}

/** The pages of the public: an entry of their own, beside the app of the staff. */
export function loadPublicPages() {
  return import('./public/public-pages.tsx')
}

/** Comes when somebody tries a form out in the editor. */
export function loadPreview() {
  return import('./preview/preview-screen.tsx')
}
