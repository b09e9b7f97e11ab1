import { type ReactNode, useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, Stack } from '@mantine/core'
import { type EditorForm, findQuestion, findSection } from '#domain/templates/index.ts'
import { Dialog, DialogFooter } from '#ui/index.ts'
import { listQuestionContainers } from '../actions/lists.ts'
import { useEditor, useEditorStore } from '../store/editor-context.tsx'
import type { MovablePart } from '../store/editor-store.ts'
import { useMoves } from './use-moves.ts'

/** Asks where to move a section or question. For long forms, and users who cannot drag. */
export function MoveDialog() {
  const { t } = useLingui()
  const store = useEditorStore()
  const moving = useEditor((state) => state.moving)
  const close = (): void => store.state.setState({ moving: null })
  return (
    <Dialog opened={moving !== null} onClose={close} title={t`Move to…`}>
      {moving !== null &&
        (moving.kind === 'question' ? (
          <QuestionTarget moving={moving} onDone={close} />
        ) : (
          <SectionTarget moving={moving} onDone={close} />
        ))}
    </Dialog>
  )
}

type TargetProps = { readonly moving: MovablePart; readonly onDone: () => void }

function SectionTarget({ moving, onDone }: TargetProps) {
  const { t } = useLingui()
  const moves = useMoves()
  const { form } = useEditorStore().state.getState()
  const from = form.secciones.findIndex(({ key }) => key === moving.key)
  const [place, setPlace] = useState(from)
  return (
    <MoveDestination
      name={findSection(form, moving.key)?.titulo ?? ''}
      onDone={onDone}
      onMove={() => moves.sectionTo(moving.key, place)}
    >
      <PlaceSelect label={t`Position`} count={form.secciones.length} value={place} onChange={setPlace} />
    </MoveDestination>
  )
}

function QuestionTarget({ moving, onDone }: TargetProps) {
  const { t } = useLingui()
  const moves = useMoves()
  const { form } = useEditorStore().state.getState()
  const question = findQuestion(form, moving.key)
  const [parent, setParent] = useState(question?.parent ?? '')
  const [place, setPlace] = useState(question?.question ?? 0)
  const listName = useListName(form)
  const list = listQuestionContainers(form).find(({ key }) => key === parent)
  // Number of positions. Includes one more position if the question moves to another list.
  const count = (list?.questions.length ?? 0) + (parent === question?.parent ? 0 : 1)
  return (
    <MoveDestination
      name={question?.found.titulo ?? ''}
      onDone={onDone}
      onMove={() => moves.questionTo(moving.key, parent, place)}
    >
      <NativeSelect
        data-autofocus
        label={t`Section or condition`}
        value={parent}
        data={listQuestionContainers(form).map((container) => ({
          value: container.key,
          label: listName(container.section, container.condition),
        }))}
        onChange={(event) => {
          setParent(event.currentTarget.value)
          setPlace(0)
        }}
      />
      <PlaceSelect label={t`Position`} count={count} value={place} onChange={setPlace} />
    </MoveDestination>
  )
}

type PlaceSelectProps = {
  readonly label: string
  readonly count: number
  readonly value: number
  readonly onChange: (place: number) => void
}

function PlaceSelect({ label, count, value, onChange }: PlaceSelectProps) {
  return (
    <NativeSelect
      label={label}
      value={String(value)}
      data={Array.from({ length: count }, (_, index) => ({ value: String(index), label: String(index + 1) }))}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  )
}

type WhereProps = {
  readonly name: string
  readonly children: ReactNode
  readonly onMove: () => void
  readonly onDone: () => void
}

function MoveDestination({ name, children, onMove, onDone }: WhereProps) {
  return (
    <Stack gap="md">
      {name !== '' && <strong>{name}</strong>}
      {children}
      <DialogFooter>
        <Button variant="default" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          onClick={() => {
            onDone()
            // Focuses the moved part after the dialog has restored the focus.
            requestAnimationFrame(onMove)
          }}
        >
          <Trans>Move</Trans>
        </Button>
      </DialogFooter>
    </Stack>
  )
}

/** @returns a function that names a list of questions by its section and condition */
function useListName(form: EditorForm): (section: number, condition: number | null) => string {
  const { t } = useLingui()
  return (section, condition) => {
    const [sectionNumber, conditionNumber] = [section + 1, (condition ?? 0) + 1]
    const titled = form.secciones[section]?.titulo ?? ''
    const name = titled === '' ? t`Section ${sectionNumber}` : `${sectionNumber}. ${titled}`
    if (condition === null) return name
    const text = form.secciones[section]?.conditions[condition]?.condition ?? ''
    return `${name} · ${text === '' ? t`Condition ${conditionNumber}` : text}`
  }
}
