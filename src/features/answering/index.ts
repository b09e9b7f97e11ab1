import { lazy } from 'react'

export { AnsweringScreen } from './answering-screen.tsx'
/** Comes when something is saved: a form that is opened does not wait for it. */
export const SavedScreen = lazy(() => import('./saved-screen.tsx').then((room) => ({ default: room.SavedScreen })))
/** Comes when somebody tries a form out in the editor. */
export const PreviewScreen = lazy(() => import('./preview/preview-screen.tsx').then((room) => ({ default: room.PreviewScreen })))
