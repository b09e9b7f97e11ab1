// Types of the peers' functions that the bench uses. Only the bench installs the peers, so the compiler cannot read
// theirs.

declare module 'survey-creator-react' {
  import type { ReactElement } from 'react'
  export class SurveyCreator {
    constructor(options: Readonly<Record<string, boolean>>)
    JSON: object
  }
  export function SurveyCreatorComponent(props: { readonly creator: SurveyCreator }): ReactElement
}
