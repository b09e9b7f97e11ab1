import { useState } from 'react'
import { Plural } from '@lingui/react/macro'
import type { TemplateProblem } from '#domain/templates/index.ts'
import { MendList, useProblemText } from '#ui/index.ts'
import { useEditor, useEditorStore } from '../store/editor-context.tsx'
import { goTo } from './go-to.ts'
import type { Wish } from './use-save.ts'
import { usePlaceName } from './use-place-name.ts'

/** What keeps the form from being published, or the draft from being kept. */
export function ProblemSummary({ wish, onClose }: { readonly wish: Wish; readonly onClose: () => void }) {
  const store = useEditorStore()
  const problems = useEditor((state) => state.problems)
  const textOf = useProblemText()
  const nameOf = usePlaceName()
  const [seen] = useState(() => store.state.getState().form)
  const worked = useEditor(({ form }) => form !== seen)
  const told = once(problems)
  if (told.length === 0) return null
  return (
    <MendList
      title={
        wish === 'publish' ? (
          <Plural
            value={told.length}
            one="The form is not published: # thing is missing."
            other="The form is not published: # things are missing."
          />
        ) : (
          <Plural
            value={told.length}
            one="The draft is not saved: # thing is missing."
            other="The draft is not saved: # things are missing."
          />
        )
      }
      mends={told.map((problem, index) => ({
        key: `${problem.code}-${index}`,
        text: textOf(problem),
        place: nameOf(problem.place),
        go: () => goTo(store, problem.place),
      }))}
      worked={worked}
      onClose={onClose}
    />
  )
}

/** Two rules may say the same of one place. */
function once(problems: readonly TemplateProblem[]): readonly TemplateProblem[] {
  const said = new Set<string>()
  return problems.filter(({ code, place }) => {
    const key = `${code} ${JSON.stringify(place)}`
    return !said.has(key) && said.add(key)
  })
}
