import { createApp, type App } from 'vue'
import { OdkWebForm, webFormsPlugin } from '@getodk/web-forms'
import { expose } from '../../spine/pages/drain-page.ts'

/** ODK Web Forms, mounted as its documentation says, including its XForms engine. */

const button = document.body.appendChild(
  Object.assign(document.createElement('button'), { id: 'open', textContent: 'Open' }),
)
button.style.cssText = 'position: fixed; inset: 0 0 auto auto; z-index: 1000'

let mounted: App | undefined
let root: HTMLElement | undefined
let formXml = ''

button.addEventListener('click', () => {
  root = document.body.appendChild(document.createElement('div'))
  mounted = createApp(OdkWebForm, {
    formXml,
    fetchFormAttachment: () => Promise.reject(new Error('The form has no attachments')),
  })
  mounted.use(webFormsPlugin).mount(root)
})

expose({
  /** Prepares the form that the next click on the button opens, and closes the open one. */
  async prepare({ xml }: { readonly xml: string }): Promise<void> {
    mounted?.unmount()
    root?.remove()
    mounted = undefined
    formXml = xml
  },
})
