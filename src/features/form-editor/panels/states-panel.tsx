import { getVisibleText, MAX_NAME_LENGTH } from '#domain/kernel/index.ts'
import { useRef } from 'react'
import { IconArrowDown, IconArrowUp, IconPlus } from '@tabler/icons-react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import {
  addState,
  moveState,
  removeState,
  setInitialState,
  setTransitions,
  STATE_COLOUR_COUNT,
  findStateNameProblem,
  updateState,
  type EditorState,
  type EditorStates,
} from '#domain/templates/index.ts'
import { StateLabel, StatusBadge, useProblemText } from '#ui/index.ts'
import { getFieldElementId, getPartElementId } from '../element-ids.ts'
import { buildTypingKey, type ApplyEdit, type PanelProps } from '../panel.ts'
import { useEditor, useEditorStore } from '../store/editor-context.tsx'
import { canEditHere } from '../store/editor-store.ts'
import { MultipleChoice, SingleChoice } from './parts/choices.tsx'
import { focusNeighbour } from './parts/focus-neighbour.ts'
import { CardHead } from './parts/card-head.tsx'
import { LineField } from './parts/line-field.tsx'
import { FoldedPanel } from './parts/panel.tsx'
import { useFocusOnNew } from './parts/use-focus-on-new.ts'
import styles from './panels.module.css'
import { useProblemAt } from './use-problem-at.ts'

const initialName = 'initial-state'

/** The states of answers: names, initial state, and allowed transitions. */
export function StatesPanel({ form, change, locks, problems }: PanelProps) {
  const { t } = useLingui()
  const { estados } = form
  const { newKey } = useEditorStore()
  const list = useRef<HTMLOListElement>(null)
  const added = useFocusOnNew(list, estados.disponibles.length)
  const problemAt = useProblemAt(problems)
  const statesLine = useStatesLine()
  const fixed = locks.everything || locks.states
  // In a read-only window the states are locked for another reason, so the explanation below is not shown.
  const isHere = useEditor(({ owner }) => canEditHere(owner))
  return (
    <FoldedPanel
      title={t`States`}
      id={getFieldElementId('estados')}
      kept
      line={statesLine(estados)}
      words={[t`Initial state`, t`Next states`, t`Colour`]}
      error={problemAt({ kind: 'field', field: 'estados' })}
      wrong={problems.some(({ place }) => place.kind === 'state')}
      note={
        <Trans>
          The steps an answer goes through, for example pending, approved or rejected. New answers start in the initial
          state.
        </Trans>
      }
    >
      {fixed && isHere && (
        <p className="r-measure r-soft">{t`This form has answers. You cannot add, delete or reorder states or change the initial state.`}</p>
      )}
      {estados.disponibles.length === 0 && <p className="r-measure r-soft">{t`This form has no states yet.`}</p>}
      {estados.disponibles.length > 0 && (
        <ol className="r-column r-gap-12 r-plain" ref={list} aria-label={t`States`}>
          {estados.disponibles.map((state, index) => (
            <StateCard
              key={state.key}
              state={state}
              place={index}
              states={estados}
              change={change}
              fixed={fixed}
              disabled={locks.everything}
              error={problemAt({ kind: 'state', state: index, field: 'nombre' })}
            />
          ))}
        </ol>
      )}
      <Button
        variant="default"
        className="r-close"
        disabled={fixed}
        leftSection={<IconPlus size={20} aria-hidden="true" />}
        onClick={() => {
          added()
          change('add-state', (now) => addState(now, newKey()))
        }}
      >
        <Trans>Add state</Trans>
      </Button>
    </FoldedPanel>
  )
}

/** Summary for the collapsed panel. */
function useStatesLine(): (states: EditorStates) => string {
  const { t } = useLingui()
  return ({ disponibles, inicial }) => {
    if (disponibles.length === 0) return t({ message: 'None', context: 'states' })
    const initial = disponibles.find(({ key }) => key === inicial)?.nombre.trim() ?? ''
    const count = t`${plural(disponibles.length, { one: '# state', other: '# states' })}`
    return initial === '' ? count : t`${count}, initial: ${initial}`
  }
}

/** Names of the colours, by number. */
function useColourNames(): readonly string[] {
  const { t } = useLingui()
  return [
    t({ message: 'Blue', context: 'colour' }),
    t({ message: 'Orange', context: 'colour' }),
    t({ message: 'Green', context: 'colour' }),
    t({ message: 'Violet', context: 'colour' }),
    t({ message: 'Yellow', context: 'colour' }),
    t({ message: 'Pink', context: 'colour' }),
    t({ message: 'Grey', context: 'colour' }),
  ]
}

type StateCardProps = {
  readonly state: EditorState
  /** index of the state */
  readonly place: number
  readonly states: EditorStates
  readonly change: ApplyEdit
  /** states cannot be deleted or moved, and the initial state cannot be changed */
  readonly fixed: boolean
  readonly disabled: boolean
  readonly error: string | undefined
}

function StateCard({ state, place, states, change, fixed, disabled, error }: StateCardProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const store = useEditorStore()
  const colourNames = useColourNames()
  const { key, nombre, idTipoIncidente: type } = state
  const number = place + 1
  const initial = states.inicial === key
  const others = states.disponibles.filter((otherEditorState) => otherEditorState.key !== key)
  const formatStateName = (otherEditorState: EditorState): string => {
    const number = states.disponibles.indexOf(otherEditorState) + 1
    return getVisibleText(otherEditorState.nombre) === '' ? t`State ${number}` : otherEditorState.nombre
  }
  const name = formatStateName(state)
  // Duplicate names are reported while typing, empty names after the first attempt to save.
  const taken =
    findStateNameProblem(
      nombre,
      states.disponibles.slice(0, place).map((otherEditorState) => otherEditorState.nombre),
    ) === 'state.name-taken'
  return (
    <li className={styles['card']} id={getPartElementId(key)} tabIndex={-1} aria-label={name}>
      <CardHead
        label={t`Delete the state ${name}`}
        disabled={fixed}
        actions={
          <>
            <ActionIcon
              aria-label={t`Move ${name} up`}
              disabled={fixed || place === 0}
              onClick={() => change('move-state', (now) => moveState(now, key, place - 1))}
            >
              <IconArrowUp size={20} aria-hidden="true" />
            </ActionIcon>
            <ActionIcon
              aria-label={t`Move ${name} down`}
              disabled={fixed || place === others.length}
              onClick={() => change('move-state', (now) => moveState(now, key, place + 1))}
            >
              <IconArrowDown size={20} aria-hidden="true" />
            </ActionIcon>
          </>
        }
        onDelete={() => {
          focusNeighbour(states.disponibles, key, getFieldElementId('estados'))
          change('remove-state', (now) => removeState(now, key))
          store.state.setState({ removed: { what: 'state', name: nombre } })
        }}
      >
        <span className={`r-figures r-edge r-centred r-strong ${styles['number']}`} aria-hidden="true">
          {number}
        </span>
        <label className={`r-beside r-target ${styles['initial']}`}>
          <input
            type="radio"
            name={initialName}
            checked={initial}
            disabled={fixed}
            aria-label={t`${name} is the initial state`}
            onChange={() => change('initial-state', (now) => setInitialState(now, key))}
          />
          <span>
            <Trans comment="the state that a new answer starts in">Initial state</Trans>
          </span>
        </label>
      </CardHead>
      {type !== undefined && (
        <div className="r-close">
          <StatusBadge tone="received">
            <Trans>Incident type {type}</Trans>
          </StatusBadge>
        </div>
      )}
      <LineField
        id={getPartElementId(key, 'nombre')}
        label={t`Name of state ${number}`}
        value={nombre}
        error={error ?? (taken ? problemText({ code: 'state.name-taken' }) : undefined)}
        maxLength={MAX_NAME_LENGTH}
        required
        disabled={disabled}
        onChange={(value) => change(buildTypingKey(key, 'nombre'), (now) => updateState(now, key, { nombre: value }))}
      />
      <SingleChoice
        label={t`Colour of ${name}`}
        choices={colourNames.map((text, color) => ({
          value: color,
          text,
          mark: <StateLabel state={{ id: 0, nombre: '', color }} />,
        }))}
        value={state.color ?? place % STATE_COLOUR_COUNT}
        disabled={disabled}
        onChange={(color) => change('state-colour', (now) => updateState(now, key, { color }))}
      />
      {others.length > 0 && (
        <MultipleChoice
          label={t`States after ${name}`}
          choices={others.map((otherEditorState) => ({
            value: otherEditorState.key,
            text: formatStateName(otherEditorState),
          }))}
          values={state.transiciones}
          disabled={disabled}
          onChange={(values) => change('transitions', (now) => setTransitions(now, key, values))}
        />
      )}
    </li>
  )
}
