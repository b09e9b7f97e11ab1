import { Plural } from '@lingui/react/macro'
import { MendList, useProblemText } from '#ui/index.ts'
import { useEditor, useEditorStore } from '../store/editor-context.tsx'
import { goTo } from './go-to.ts'
import { usePlaceName } from './use-place-name.ts'

/** What keeps the form from being saved. */
export function ProblemSummary({ onClose }: { readonly onClose: () => void }) {
  const store = useEditorStore()
  const problems = useEditor((state) => state.problems)
  const textOf = useProblemText()
  const nameOf = usePlaceName()
  if (problems.length === 0) return null
  return (
    <MendList
      title={
        <Plural
          value={problems.length}
          one="The form is not saved: # thing is missing."
          other="The form is not saved: # things are missing."
        />
      }
      mends={problems.map((problem, index) => ({
        key: `${problem.code}-${index}`,
        text: textOf(problem),
        place: nameOf(problem.place),
        go: () => goTo(store, problem.place),
      }))}
      onClose={onClose}
    />
  )
}
