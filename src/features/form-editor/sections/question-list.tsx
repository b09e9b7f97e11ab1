import { memo, useMemo, useRef } from 'react'
import { IconPlus } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { EditorQuestion } from '#domain/templates/index.ts'
import { RenderWhenNear } from '#ui/index.ts'
import { insertQuestion } from '../actions/add.ts'
import { useDropAtEnd } from '../order/use-drag.ts'
import { AddQuestionButtons } from '../questions/question-kind-select.tsx'
import { EditorQuestionCard } from '../questions/question-card.tsx'
import { useEditor, useEditorStore } from '../store/editor-context.tsx'
import questionStyles from '../questions/questions.module.css'
import styles from './sections.module.css'

/** Number of questions rendered together. */
const CHUNK = 12

type EditorQuestionListProps = {
  /** key of the section or condition */
  readonly parent: string
  readonly questions: readonly EditorQuestion[]
  /** name of the section or condition, for screen readers */
  readonly name: string
}

/** The questions of a section or condition, rendered progressively near the viewport. */
export function EditorQuestionList({ parent, questions, name }: EditorQuestionListProps) {
  const { t } = useLingui()
  const store = useEditorStore()
  const locked = useEditor((state) => state.locks.structure)
  const end = useRef<HTMLDivElement>(null)
  useDropAtEnd(end, parent, locked)
  const chunks = useMemo(
    () =>
      Array.from({ length: Math.ceil(questions.length / CHUNK) }, (_, index) =>
        questions.slice(index * CHUNK, (index + 1) * CHUNK),
      ),
    [questions],
  )
  return (
    <div className="r-column r-gap-0 r-yields">
      {/* Keyed by index instead of question, so that chunks stay rendered when a question is inserted before them. */}
      {chunks.map((chunk, index) => (
        <Chunk key={index} questions={chunk} start={index * CHUNK} />
      ))}
      <div ref={end} className={`r-row r-gap-x-16 r-middle r-round ${styles['end']}`}>
        {questions.length === 0 && (
          <p className="r-soft">
            <Trans>No questions yet</Trans>
          </p>
        )}
        {!locked && (
          <>
            <Button
              variant="default"
              data-add-question=""
              leftSection={<IconPlus size={20} aria-hidden="true" />}
              aria-label={t`Add question: ${name}`}
              onClick={() => insertQuestion(store, parent)}
            >
              <Trans>Add question</Trans>
            </Button>
            <AddQuestionButtons parent={parent} name={name} />
          </>
        )}
      </div>
    </div>
  )
}

type ChunkProps = { readonly questions: readonly EditorQuestion[]; readonly start: number }

const Chunk = memo(
  function Chunk({ questions, start }: ChunkProps) {
    const isWanted = useEditor(({ reveal }) => reveal !== null && questions.some(({ key }) => key === reveal.key))
    return (
      <RenderWhenNear height={`calc(${questions.length} * var(--r-question-height))`} isWanted={isWanted}>
        {() =>
          questions.map((question, index) => (
            <div key={question.key} className={`r-anchor ${questionStyles['slot']}`}>
              <span className={`r-soft r-figures ${questionStyles['number']}`}>{start + index + 1}</span>
              <EditorQuestionCard question={question} />
            </div>
          ))
        }
      </RenderWhenNear>
    )
  },
  (before, after) =>
    before.questions.length === after.questions.length &&
    before.questions.every((question, index) => question === after.questions[index]),
)
