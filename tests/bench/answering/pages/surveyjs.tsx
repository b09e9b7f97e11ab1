import { createRoot } from 'react-dom/client'
import { Model } from 'survey-core'
import { Survey } from 'survey-react-ui'
import styles from 'survey-core/survey-core.css?inline'
import { expose } from '../../spine/pages/drain-page.ts'

/**
 * SurveyJS as documented: the form on one page, like ours, rendered when scrolled into view, which is its faster mode.
 */

document.head.append(
  Object.assign(document.createElement('style'), { textContent: `${styles}\nhtml, body { margin: 0 }` }),
)
const root = document.body.appendChild(Object.assign(document.createElement('div'), { id: 'root' }))
const button = document.body.appendChild(
  Object.assign(document.createElement('button'), { id: 'open', textContent: 'Open' }),
)
button.style.cssText = 'position: fixed; inset: 0 0 auto auto; z-index: 1000'

let mounted: ReturnType<typeof createRoot> | undefined
let json: object = {}

button.addEventListener('click', () => {
  const model = new Model({ ...json, questionsOnPageMode: 'singlePage' })
  model.lazyRenderEnabled = true
  mounted = createRoot(root)
  mounted.render(<Survey model={model} />)
  Object.assign(globalThis, { survey: model })
})

expose({
  /** Prepares the form that the next click on the button opens, and closes the open one. */
  async prepare(form: object): Promise<void> {
    mounted?.unmount()
    mounted = undefined
    json = form
  },
})
