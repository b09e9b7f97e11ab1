/// <reference types="vite/client" />

/** A catalogue, compiled as it is imported. */
declare module '*.po' {
  import type { Messages } from '@lingui/core'

  export const messages: Messages
}
