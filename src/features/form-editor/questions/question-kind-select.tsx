import { useEffect, useRef, useState } from 'react'
import {
  IconCalendar,
  IconCamera,
  IconCheck,
  IconCheckbox,
  IconChevronDown,
  IconCircleDot,
  IconClock,
  IconDecimal,
  IconFileText,
  IconForms,
  IconHeading,
  IconLink,
  IconMapPin,
  IconNumbers,
  IconToggleLeft,
  IconTypography,
  type Icon,
} from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import type { EditorQuestion } from '#domain/templates/index.ts'
import { insertQuestion } from '../actions/add.ts'
import { getPartElementId } from '../element-ids.ts'
import { computeMenuPadding } from '../order/part-menu.tsx'
import orderStyles from '../order/order.module.css'
import { useApplyEdit, useEditorStore } from '../store/editor-context.tsx'
import { highlightPart, setSettingsOpen } from '../store/editor-store.ts'
import { useOfferedFeatures } from '../use-offer.ts'
import {
  findQuestionKind,
  QUESTION_KINDS_TABLE,
  listKindsInGroup,
  type QuestionKind,
  changeQuestionKind,
} from './question-kind.ts'
import styles from './questions.module.css'
import { useKindNames } from './use-kind-names.ts'

const KIND_ICONS: Readonly<Record<QuestionKind, Icon>> = {
  text: IconTypography,
  integer: IconNumbers,
  decimal: IconDecimal,
  date: IconCalendar,
  time: IconClock,
  photo: IconCamera,
  document: IconFileText,
  location: IconMapPin,
  radio: IconCircleDot,
  select: IconCheckbox,
  boolean: IconToggleLeft,
  heading: IconHeading,
  link: IconLink,
  combined: IconForms,
}

type KindSelectProps = { readonly question: EditorQuestion; readonly locked: boolean }

/** The kind of a question. Its menu is rendered when the button is pressed, as forms have thousands of questions. */
export function QuestionKindSelect({ question, locked }: KindSelectProps) {
  const [used, setUsed] = useState(false)
  const button = useKindButton(question)
  return used && !locked ? (
    <KindMenu question={question} />
  ) : (
    <button {...button} aria-expanded={false} disabled={locked} onClick={() => setUsed(true)} />
  )
}

/** Props of the button that shows the kind of a question. */
function useKindButton(question: EditorQuestion) {
  const { t, i18n } = useLingui()
  const kind = findQuestionKind(question)
  const name = i18n._(QUESTION_KINDS_TABLE[kind].name)
  const KindIcon = KIND_ICONS[kind]
  return {
    type: 'button',
    id: getPartElementId(question.key, 'tipoPregunta'),
    className: `r-field r-line r-middle ${styles['kind-button']}`,
    'aria-label': t`Question type: ${name}`,
    'aria-haspopup': 'menu',
    children: (
      <>
        <KindIcon className="r-fixed r-soft" size={20} aria-hidden="true" />
        <span className="r-yields r-grow r-breaks">{name}</span>
        <IconChevronDown className="r-fixed r-soft" size={20} aria-hidden="true" />
      </>
    ),
  } as const
}

function KindMenu({ question }: { readonly question: EditorQuestion }) {
  const { t } = useLingui()
  const names = useKindNames()
  const store = useEditorStore()
  const change = useApplyEdit()
  const [opened, setMenuOpened] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  const button = useKindButton(question)
  const kind = findQuestionKind(question)
  // Combined questions are behind a remote flag (part 2, point 2). Existing combined questions keep their kind.
  const withCombined = useOfferedFeatures().combined || kind === 'combined'
  // Focuses the button before opening, as it has replaced the pressed button: on closing, the menu restores the focus.
  useEffect(() => {
    target.current?.focus({ preventScroll: true })
    setMenuOpened(true)
  }, [])
  const groups = [
    { label: t`To fill in`, kinds: listKindsInGroup('typed') },
    { label: t`To choose`, kinds: listKindsInGroup('chosen') },
    { label: t`To show`, kinds: listKindsInGroup('shown') },
    ...(withCombined ? [{ label: t`Several fields in one line`, kinds: listKindsInGroup('combined') }] : []),
  ]
  function choose(chosen: QuestionKind): void {
    change(`kind:${question.key}`, (form) => changeQuestionKind(form, question.key, chosen, store.newKey))
    highlightPart(store, question.key)
    setSettingsOpen(store, question.key, true)
  }
  return (
    <Menu
      opened={opened}
      onChange={setMenuOpened}
      position="bottom-start"
      middlewares={{
        flip: { padding: computeMenuPadding() },
        shift: { padding: computeMenuPadding() },
        size: { padding: computeMenuPadding() },
      }}
      width={240}
      classNames={{ item: orderStyles['menu-item'] ?? '', dropdown: orderStyles['menu'] ?? '' }}
      portalProps={{ target: '#main' }}
      withInitialFocusPlaceholder={false}
      menuItemTabIndex={0}
      returnFocus
    >
      <Menu.Target>
        <button {...button} ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        {groups.map(({ label, kinds }) => (
          <div key={label} role="group" aria-label={label}>
            <Menu.Label>{label}</Menu.Label>
            {kinds.map((name) => {
              const KindIcon = KIND_ICONS[name]
              return (
                <Menu.RadioItem
                  key={name}
                  value={name}
                  checked={name === kind}
                  checkIcon={<IconCheck size={18} aria-hidden="true" />}
                  closeMenuOnClick
                  onChange={() => choose(name)}
                >
                  <span className="r-line r-middle">
                    <KindIcon className="r-soft" size={20} aria-hidden="true" />
                    {names[name]}
                  </span>
                </Menu.RadioItem>
              )
            })}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The most common kinds except text. Other kinds can be chosen in the question. */
const COMMON_KINDS: readonly QuestionKind[] = [
  'integer',
  'decimal',
  'date',
  'boolean',
  'radio',
  'select',
  'photo',
  'document',
  'location',
]

type AddQuestionOfKindProps = {
  /** key of the section or condition to which the question is added */
  readonly parent: string
  /** name of the section or condition, for screen readers */
  readonly name: string
}

/** Adds a question of a given kind in one step. */
export function AddQuestionButtons({ parent, name }: AddQuestionOfKindProps) {
  const { t } = useLingui()
  const store = useEditorStore()
  const names = useKindNames()
  const button = (word: string, kind: QuestionKind) => {
    const KindIcon = KIND_ICONS[kind]
    return (
      <button
        key={kind}
        type="button"
        className={`r-target r-round r-accent r-line r-gap-4 r-middle ${styles['kind']}`}
        aria-label={t`${word}: add to ${name}`}
        onClick={() => insertQuestion(store, parent, undefined, kind)}
      >
        <KindIcon size={18} aria-hidden="true" />
        {word}
      </button>
    )
  }
  return <div className="r-row r-gap-4">{COMMON_KINDS.map((kind) => button(names[kind], kind))}</div>
}
