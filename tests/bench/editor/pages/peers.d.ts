// The peers are installed by the bench alone, so the compiler must do without their own types. Only what the bench uses.

declare module 'survey-creator-react' {
  import type { ReactElement } from 'react'
  export class SurveyCreator {
    constructor(options: Readonly<Record<string, boolean>>)
    JSON: object
  }
  export function SurveyCreatorComponent(props: { readonly creator: SurveyCreator }): ReactElement
}
