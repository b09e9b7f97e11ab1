import './without-eval.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from '@tanstack/react-router'
import { startWords } from '#ui/index.ts'
import { Providers } from './providers.tsx'
import { PREVIEW_PATH } from './preview-path.ts'
import { createAppRouter } from './router.tsx'
import { startSession } from './session.ts'

/** The session is looked up on the device while the catalogue and the first screen's file are on their way. */
async function start(root: HTMLElement): Promise<void> {
  const router = createAppRouter()
  const firstScreen = new Promise<void>((resolve) => {
    const off = router.subscribe('onRendered', () => {
      off()
      resolve()
    })
  })
  // A preview is handed its form by the window around it: nobody's session, no sync of its own.
  if (location.pathname !== PREVIEW_PATH) void startSession(firstScreen)
  // The screen's file sets out together with the words and the database, not after them.
  void router.load()
  await startWords()
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root !== null) void start(root)
