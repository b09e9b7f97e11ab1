// Types of the peers' functions that the bench uses. Only the bench installs the peers, so the compiler cannot read
// theirs.

declare module 'survey-core' {
  export class Model {
    constructor(json: object)
    lazyRenderEnabled: boolean
  }
}
declare module 'survey-react-ui' {
  import type { ReactElement } from 'react'
  import type { Model } from 'survey-core'
  export function Survey(props: { readonly model: Model }): ReactElement
}
declare module 'vue' {
  export type App = { use(plugin: object): App; mount(root: Element): unknown; unmount(): void }
  export function createApp(component: object, props: object): App
}
declare module '@getodk/web-forms' {
  export const OdkWebForm: object
  export const webFormsPlugin: object
}
declare module 'pdfmake' {
  type Made = { getBuffer(): Promise<Uint8Array> }
  const maker: {
    setFonts(fonts: object): void
    setUrlAccessPolicy(allowed: (url: string) => boolean): void
    setLocalAccessPolicy(allowed: (path: string) => boolean): void
    createPdf(definition: object): Made
  }
  export default maker
}
declare module 'pdfmake/fonts/Roboto.js' {
  const fonts: object
  export default fonts
}
