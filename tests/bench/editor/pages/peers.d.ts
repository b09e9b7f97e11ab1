// Only the bench installs the peers, so the compiler has no types of theirs: here are those that the bench uses.

declare module 'survey-creator-react' {
  import type { ReactElement } from 'react'
  export class SurveyCreator {
    constructor(options: Readonly<Record<string, boolean>>)
    JSON: object
  }
  export function SurveyCreatorComponent(props: { readonly creator: SurveyCreator }): ReactElement
}
