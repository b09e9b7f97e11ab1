import { useEffect, useRef } from 'react'
import { IconX } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useProblemText } from '#ui/index.ts'
import { useEditor, useEditorStore } from '../store/editor-context.tsx'
import { goTo } from './go-to.ts'
import styles from './save.module.css'
import { usePlaceName } from './use-place-name.ts'

/** Shown at once; the rest are counted. After the first few are mended the list moves up. */
const SHOWN = 8

/** What keeps the form from being saved, in the order of the screen, each a jump to its place. Takes the focus when it appears. */
export function ProblemSummary({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const store = useEditorStore()
  const problems = useEditor((state) => state.problems)
  const textOf = useProblemText()
  const nameOf = usePlaceName()
  const title = useRef<HTMLParagraphElement>(null)
  useEffect(() => title.current?.focus(), [])
  const more = problems.length - SHOWN
  if (problems.length === 0) return null
  return (
    <div className={styles['problems']} role="alert">
      <div className={styles['problems-head']}>
        <p ref={title} tabIndex={-1} className={styles['problems-title']}>
          <Plural
            value={problems.length}
            one="The form is not saved: # thing is missing."
            other="The form is not saved: # things are missing."
          />
        </p>
        <button type="button" className={styles['undo-button']} aria-label={t`Close message`} onClick={onClose}>
          <IconX size={20} aria-hidden="true" />
        </button>
      </div>
      <ul>
        {problems.slice(0, SHOWN).map((problem, index) => (
          <li key={`${problem.code}-${index}`}>
            <button
              type="button"
              onClick={() => {
                onClose()
                // The list goes first: it would lie over what is shown.
                requestAnimationFrame(() => goTo(store, problem.place))
              }}
            >
              {textOf(problem)}
              <span className={styles['place']}>{nameOf(problem.place)}</span>
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className={styles['more']}>
          <Trans>and {more} more</Trans>
        </p>
      )}
    </div>
  )
}
