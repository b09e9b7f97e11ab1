import { createRoot } from 'react-dom/client'
import { SurveyCreator, SurveyCreatorComponent } from 'survey-creator-react'
import coreStyles from 'survey-core/survey-core.css?inline'
import creatorStyles from 'survey-creator-core/survey-creator-core.css?inline'
import { expose } from '../../spine/pages/drain-page.ts'

/** SurveyJS Creator, mounted as its documentation says: only the designer, with its own styles. */

document.head.append(
  Object.assign(document.createElement('style'), {
    textContent: `${coreStyles}\n${creatorStyles}\nhtml, body { margin: 0 } #root { height: 100vh }`,
  }),
)
const root = document.body.appendChild(Object.assign(document.createElement('div'), { id: 'root' }))
const button = document.body.appendChild(
  Object.assign(document.createElement('button'), { id: 'open', textContent: 'Open' }),
)
button.style.cssText = 'position: fixed; inset: 0 0 auto auto; z-index: 1000'

let mounted: ReturnType<typeof createRoot> | undefined
let json: object = {}

button.addEventListener('click', () => {
  const creator = new SurveyCreator({
    showLogicTab: false,
    showJSONEditorTab: false,
    showPreviewTab: false,
    showThemeTab: false,
  })
  creator.JSON = json
  mounted = createRoot(root)
  mounted.render(<SurveyCreatorComponent creator={creator} />)
  Object.assign(globalThis, { creator })
})

expose({
  /** Prepares the form that the next click on the button opens, and closes the open one. */
  async prepare(form: object): Promise<void> {
    mounted?.unmount()
    mounted = undefined
    json = form
  },
})
