import { IconAdjustments, IconFold, IconFoldDown, IconPlus, IconChevronDown } from '@tabler/icons-react'
import { Trans, useLingui, Plural } from '@lingui/react/macro'
import { Button, Title } from '@mantine/core'
import { memo, useCallback, useRef, type CSSProperties, type KeyboardEvent } from 'react'
import { MAX_TITLE_LENGTH } from '#domain/kernel/index.ts'
import { updateSection, type EditorSection } from '#domain/templates/index.ts'
import { insertSection, duplicateAndRevealSection, goToFirstQuestion } from '../actions/add.ts'
import { removeSectionWithUndo } from '../actions/remove.ts'
import { getFieldElementId, getPartElementId } from '../element-ids.ts'
import { DragHandle } from '../order/drag-handle.tsx'
import { PartMenu } from '../order/part-menu.tsx'
import { useDrag, useDropAtEnd } from '../order/use-drag.ts'
import { useMoves } from '../order/use-moves.ts'
import { buildTypingKey } from '../panel.ts'
import { useEditor, useEditorStore, useApplyEdit } from '../store/editor-context.tsx'
import { setAllSectionsFolded, setEditorView, setFolded } from '../store/editor-store.ts'
import { ConditionList } from './condition-list.tsx'
import { ProblemText } from './problem-text.tsx'
import { EditorQuestionList } from './question-list.tsx'
import { SectionSettings } from './section-settings.tsx'
import { TextLine } from './text-line.tsx'
import { usePartProblems } from './use-part-problems.ts'
import { useReveal } from './use-reveal.ts'
import styles from './sections.module.css'

type SectionCardProps = { readonly section: EditorSection; readonly index: number }

/** A section: title, settings, and its questions or conditions. Folded sections render no content. */
const SectionCard = memo(function SectionCard({ section, index }: SectionCardProps) {
  const { t } = useLingui()
  const store = useEditorStore()
  const change = useApplyEdit()
  const moves = useMoves()
  const { key, titulo, conditionalSection } = section
  const locks = useEditor((state) => state.locks)
  const folded = useEditor((state) => state.folded.has(key))
  const highlighted = useEditor((state) => state.highlight?.key === key)
  const problems = usePartProblems(key)
  const card = useRef<HTMLElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const part = { kind: 'section', key } as const
  const number = index + 1
  const name = titulo === '' ? t`Section ${number}` : titulo
  useReveal(key, card)
  useDrag(part, { card, handle, name: useCallback(() => name, [name]), locked: locks.structure })
  useDropAtEnd(head, key, locks.structure || conditionalSection || !folded)

  const press = (event: KeyboardEvent): void => {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      moves.by(part, event.key === 'ArrowUp' ? -1 : 1)
    } else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing && !conditionalSection) {
      event.preventDefault()
      goToFirstQuestion(store, key)
    }
  }
  const problemId = `${getPartElementId(key)}-problem`
  return (
    <section
      ref={card}
      id={getPartElementId(key)}
      className={`r-card r-anchor r-raised ${styles['section']}`}
      aria-label={name}
      data-section={key}
      data-highlight={highlighted}
      data-problem={problems.length > 0}
    >
      <div ref={head} className={`r-line r-gap-4 r-top ${styles['head']}`}>
        <DragHandle part={part} name={name} button={handle} locked={locks.structure} />
        <button
          type="button"
          className="r-centred r-square r-fixed r-round r-accent"
          aria-expanded={!folded}
          aria-label={t`Content of: ${name}`}
          onClick={() => setFolded(store, key, !folded)}
        >
          <IconChevronDown className="r-chevron" size={24} aria-hidden="true" data-open={!folded} />
        </button>
        <div className="r-yields r-grow">
          <TextLine
            id={getPartElementId(key, 'titulo')}
            label={t`Title of section ${number}`}
            quiet
            big
            first
            value={titulo}
            placeholder={t`Section ${number}`}
            maxLength={MAX_TITLE_LENGTH}
            readOnly={locks.everything}
            describedBy={problems.length > 0 ? problemId : undefined}
            onChange={(value) =>
              change(buildTypingKey(key, 'titulo'), (form) => updateSection(form, key, { titulo: value }))
            }
            onKeyDown={press}
          />
        </div>
        {!locks.structure && (
          <PartMenu
            part={part}
            name={name}
            onDuplicate={() => duplicateAndRevealSection(store, key)}
            onRemove={() => removeSectionWithUndo(store, key)}
          />
        )}
      </div>
      {problems.length > 0 && (
        <div className={styles['inset']}>
          <ProblemText id={problemId} problems={problems} />
        </div>
      )}
      {folded ? (
        <p className={`r-soft r-note ${styles['summary']}`}>
          <Contents section={section} />
        </p>
      ) : (
        <div className={`r-column r-gap-12 ${styles['body']}`} style={estimateHeight(section)}>
          <SectionSettings section={section} />
          {conditionalSection ? (
            <ConditionList section={section} />
          ) : (
            <EditorQuestionList parent={key} questions={section.preguntas} name={name} />
          )}
        </div>
      )}
    </section>
  )
})

/** Estimates the section's height until it is rendered. */
function estimateHeight({ preguntas, conditions }: EditorSection): CSSProperties {
  const count = conditions.reduce((sum, { questions }) => sum + questions.length + 2, preguntas.length)
  return { '--r-count': count } as CSSProperties
}

/** The number of parts, shown while the section is folded. */
function Contents({ section: { conditionalSection, conditions, preguntas } }: { readonly section: EditorSection }) {
  if (!conditionalSection)
    return <Plural value={preguntas.length} _0="No questions yet" one="# question" other="# questions" />
  const questions = conditions.reduce((sum, condition) => sum + condition.questions.length, 0)
  return (
    <>
      <Plural value={conditions.length} _0="No conditions yet" one="# condition" other="# conditions" />
      {questions > 0 && (
        <>
          {' · '}
          <Plural value={questions} one="# question" other="# questions" />
        </>
      )}
    </>
  )
}

/** All sections of the form. Folded sections are one line, unfolded sections are rendered near the viewport. */
export function SectionList() {
  const { t } = useLingui()
  const store = useEditorStore()
  const sections = useEditor((state) => state.form.secciones)
  const locked = useEditor((state) => state.locks.structure)
  return (
    <section
      className={`r-column r-gap-16 r-yields ${styles['sections']}`}
      aria-label={t`Sections`}
      id={getFieldElementId('secciones')}
      tabIndex={-1}
    >
      <div className={sections.length > 1 ? 'r-row r-middle r-between r-target' : 'r-hidden'}>
        <Title order={2}>
          <Trans>Sections</Trans>
        </Title>
        {sections.length > 1 && <FoldAll />}
      </div>
      {sections.length === 0 && (
        <p className="r-soft">
          <Trans>A form has at least one section with one question.</Trans>
        </p>
      )}
      {sections.map((section, index) => (
        <SectionCard key={section.key} section={section} index={index} />
      ))}
      <div className="r-row">
        {!locked && (
          <Button
            variant={sections.length === 0 ? 'filled' : 'default'}
            leftSection={<IconPlus size={20} aria-hidden="true" />}
            onClick={() => insertSection(store)}
          >
            <Trans>Add section</Trans>
          </Button>
        )}
        <Button
          variant="subtle"
          leftSection={<IconAdjustments size={20} aria-hidden="true" />}
          onClick={() => setEditorView(store, 'settings')}
        >
          <Trans>Form settings</Trans>
        </Button>
      </div>
    </section>
  )
}

function FoldAll() {
  const store = useEditorStore()
  const allFolded = useEditor((state) => state.folded.size >= state.form.secciones.length)
  const Icon = allFolded ? IconFoldDown : IconFold
  return (
    <Button
      variant="subtle"
      leftSection={<Icon size={20} aria-hidden="true" />}
      onClick={() => setAllSectionsFolded(store, !allFolded)}
    >
      {allFolded ? <Trans>Expand sections</Trans> : <Trans>Collapse sections</Trans>}
    </Button>
  )
}
