/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Version and commit of the build, for example `0.2.0+1a2b3c4d`. Empty during development. */
  readonly APP_BUILD: string
}

/** A `.po` catalogue, compiled when it is imported. */
declare module '*.po' {
  import type { Messages } from '@lingui/core'

  export const messages: Messages
}
